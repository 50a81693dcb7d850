#!/bin/sh
# Makes man pages of what the command says of itself: toolcall.1, and a page for each of its commands.
# usage: man_pages.sh HELP2MAN COMMAND FOLDER
set -eu
help2man=$1
command=$2
folder=$3
mkdir -p "$folder"
version=$("$command" --version)

# page FILE NAME WORDS: help2man runs the words with --help.
page() {
  "$help2man" --no-info --no-discard-stderr --version-string="toolcall $version" --name="$3" \
    --output="$folder/$1.1" "$2"
}
page toolcall "$command" "reads tool calls in what language models write"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$command" completions fish | sed -n "s/.*__fish_use_subcommand -f -a \\([a-z]*\\) -d '\\(.*\\)'$/\\1 \\2/p" |
  while read -r name says; do
    printf '#!/bin/sh\nexec "%s" %s "$@"\n' "$command" "$name" > "$work/toolcall-$name"
    chmod +x "$work/toolcall-$name"
    page "toolcall-$name" "$work/toolcall-$name" "$says"
  done
