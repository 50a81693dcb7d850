#!/bin/sh
# A page of spec/ has at most 40 lines of grammar, its lines have at most 150 columns, and pages that use each other's rules do so in one direction.
# usage: pages.sh ROOT
set -eu

cd "$1/spec"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# "PAGE USED" a line. What literals, classes and comments hold is no name; dialects.r names no page.
awk -v most=40 '
  function close_page() {
    if (lines > most) { print file ": " lines " lines of grammar, and " most " are allowed; split it by what it says"; bad = 1 }
  }
  FNR == 1 { close_page(); file = page = FILENAME; sub(/.*\//, "", page); sub(/\.md$/, "", page); lines = 0; grammar = 0 }
  /^```peg$/ { grammar = 1; next }
  /^```/ { grammar = 0 }
  !grammar || /^ *$/ { next }
  {
    ++lines
    gsub(/"([^"\\]|\\.)*"|\047([^\047\\]|\\.)*\047|\[([^]\\]|\\.)*\]|#.*/, " ")
    while (match($0, /[a-z_][a-z0-9_]*\.[a-z_]/)) {
      used = substr($0, RSTART, RLENGTH - 2)
      if (used != page && used != "dialects") print page, used > uses
      $0 = substr($0, RSTART + RLENGTH)
    }
  }
  END { close_page(); exit bad }' uses="$work/uses" message.md dialects/*.md shapes/*.md values/*.md >&2

[ -s "$work/uses" ]

# What is no prose and no grammar may be wider: front matter, examples, tables, and the lines that show diagrams. In the
# locale C a character is one byte or more, of which all but the first are \200 to \277.
LC_ALL=C awk -v widest=150 '
  FNR == 1 { fence = kind = ""; front = $0 == "---"; if (front) next }
  front { front = $0 != "---"; next }
  fence == "" && match($0, /^```+/) { fence = substr($0, 1, RLENGTH); kind = substr($0, RLENGTH + 1); next }
  fence != "" && $0 == fence { fence = kind = ""; next }
  kind ~ /^example/ || (fence == "" && /^(\||!\[)/) { next }
  {
    line = $0
    gsub(/[\200-\277]/, "", line)
    if (length(line) > widest) { print FILENAME ":" FNR ": " length(line) " columns, and " widest " are allowed; break the line"; bad = 1 }
  }
  END { exit bad }' ./*.md dialects/*.md shapes/*.md values/*.md >&2

tsort "$work/uses" > "$work/order" 2> "$work/circle" && exit 0
echo "pages that use each other in a circle:" >&2
sed -n 's/^tsort: \([a-z0-9_]*\)$/  \1/p' "$work/circle" >&2
exit 1
