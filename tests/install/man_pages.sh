#!/bin/sh
# Makes the man pages and looks at each: its own name, whole sections, and no sign that was lost on the way.
# usage: man_pages.sh HELP2MAN COMMAND WORK
set -eu

sh "$(dirname "$0")/../../cmake/man_pages.sh" "$1" "$2" "$3"
failed=0
refuse() {
  echo "$1" >&2
  failed=1
}
for page in "$3"/*.1; do
  name=$(basename "$page" .1)
  title=$(echo "$name" | tr '[:lower:]' '[:upper:]')
  grep -q "^\\.TH $title " "$page" || refuse "$page: the title is not $title"
  grep -A 1 '^\.SH NAME' "$page" | grep -qF -- "$(echo "$name" | sed 's/-/\\-/g') \\- " || refuse "$page: NAME is not $name"
  for section in 'EXIT STATUS' EXAMPLES 'SEE ALSO'; do
    grep -q "^\\.SH \"*$section" "$page" || refuse "$page: there is no $section"
  done
  if grep -qF '???' "$page" || LC_ALL=C grep -q '[^ -~	]' "$page"; then refuse "$page: a sign is not ASCII, or was lost"; fi
done
"$2" completions fish | sed -n 's/.*__fish_use_subcommand -f -a \([a-z]*\) .*/\1/p' | while read -r command; do
  [ -f "$3/toolcall-$command.1" ] || { echo "there is no page of toolcall $command" >&2 && exit 1; }
done
exit $failed
