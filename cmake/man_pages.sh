#!/bin/sh
# Makes man pages of what the command says of itself: toolcall.1, and a page for each of its commands.
# usage: man_pages.sh HELP2MAN COMMAND FOLDER
set -eu
help2man=$1
command=$2
folder=$3
mkdir -p "$folder"
version=$("$command" --version)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What docs/cli.md says of all commands.
cat > "$work/status" << 'END'
[exit status]
.TP
.B 0
done
.TP
.B 1
there is no call, though \fB\-\-require\-call\fR; a record or a response could not be read; an example differs; what is to be
reported or judged cannot be; no
dialect is known for a template
.TP
.B 2
usage; or what was checked is wrong
.TP
.B 3
a recovery was needed, though \fB\-\-strict\fR
.TP
.B 4
a call is not valid, though \fB\-\-require\-valid\fR
.TP
.B 5
a file cannot be read or written
END

# shellcheck disable=SC2016  # what stands there is for the reader's shell
example() {
  case $1 in
    toolcall) echo 'toolcall parse \-\-tools tools.json answer.txt' ;;
    toolcall-parse) echo 'toolcall parse \-\-tools tools.json \-\-format events answer.txt' ;;
    toolcall-stream) echo 'curl \-sN $SERVER/v1/chat/completions \-d @request.json | toolcall stream \-\-input openai' ;;
    toolcall-batch) echo 'toolcall batch \-\-tools tools.json \-\-stats outputs.jsonl > results.jsonl' ;;
    toolcall-explain) echo 'toolcall explain \-\-tools tools.json answer.txt' ;;
    toolcall-dialects) echo 'toolcall dialects \-\-template tokenizer_config.json' ;;
    toolcall-show) echo 'toolcall show hermes' ;;
    toolcall-check) echo 'toolcall check \-\-tools tools.json' ;;
    toolcall-mend) echo 'toolcall mend request.json > mended.json' ;;
    toolcall-render) echo 'toolcall render \-\-dialect hermes calls.json' ;;
    toolcall-report) echo 'toolcall report \-\-redact \-\-tools tools.json answer.txt > report.json' ;;
    toolcall-eval) echo 'toolcall eval \-\-expected possible_answer.json \-\-tools tools.json outputs.jsonl' ;;
    toolcall-verdict) echo 'toolcall verdict \-\-tools tools.json answer.txt' ;;
    toolcall-constrain) echo 'toolcall constrain \-\-dialect hermes \-\-tools tools.json \-\-format gbnf' ;;
    toolcall-new) echo 'toolcall new new_dialect' ;;
    toolcall-learn) echo 'toolcall learn \-\-template chat_template.jinja \-\-out my_model.md' ;;
    toolcall-try) echo 'toolcall try new_dialect.md \-\-examples' ;;
    toolcall-serve) echo 'toolcall serve \-\-upstream http://127.0.0.1:8000/v1' ;;
    toolcall-completions) echo 'toolcall completions bash' ;;
    *) echo "$1: there is no example for its man page" >&2 && exit 1 ;;
  esac
}

# page NAME SAYS RUN: what RUN --help prints, as NAME.1. The name that help2man takes from the usage line is replaced.
page() {
  title=$(echo "$1" | tr '[:lower:]' '[:upper:]')
  others=$(echo "toolcall $names" | tr ' ' '\n' | grep -vx -- "$1" | sed 's/-/\\-/g; s/.*/.BR & (1),/' | sed '$s/,$//')
  line=$(example "$1")
  {
    cat "$work/status"
    printf '\n[examples]\n.PP\n.nf\n%s\n.fi\n\n[see also]\n%s\n' "$line" "$others"
  } > "$work/more"
  "$help2man" --no-info --no-discard-stderr --version-string="toolcall $version" --name="$2" --include="$work/more" \
    --output="$work/$1.1" "$3"
  escaped=$(echo "$1" | sed 's/-/\\\\-/g')
  sed -e "s/^\\.TH [^ ]*/.TH $title/" -e "/^\\.SH NAME/{n;s/^[^ ]* /$escaped /;}" "$work/$1.1" > "$folder/$1.1"
}

"$command" completions fish | sed -n "s/.*__fish_use_subcommand -f -a \\([a-z]*\\) -d '\\(.*\\)'$/\\1 \\2/p" |
  sed "s/'\\\\''/'/g" > "$work/commands"
names=$(sed 's/^\([a-z]*\) .*/toolcall-\1/' "$work/commands" | tr '\n' ' ' | sed 's/ $//')
page toolcall "reads tool calls in what language models write" "$command"
while read -r name says; do
  printf '#!/bin/sh\nexec "%s" %s "$@"\n' "$command" "$name" > "$work/toolcall-$name"
  chmod +x "$work/toolcall-$name"
  page "toolcall-$name" "$says" "$work/toolcall-$name"
done < "$work/commands"
