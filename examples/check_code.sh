#!/bin/sh
# The one block of C++, or of C, on a page, or of C++ in the comment that opens a header, is a file, to the byte; or
# what stands in the file's function main.
# usage: check_code.sh PAGE FILE [main]
#
# In Markdown the block is fenced. In a header it is what stands four columns in from the rest of the comment, from the
# first such line to the last, with the empty lines between them.
set -eu
shown=$(mktemp)
trap 'rm -f "$shown"' EXIT
case $1 in
*.hpp)
  awk '
    !/^\/\// { exit }
    /^\/\/     / { printf "%s%s\n", empty, substr($0, 8); empty = ""; inside = 1; next }
    inside && /^\/\/$/ { empty = empty "\n"; next }
    inside { exit }
  ' "$1"
  ;;
*) awk -v begin="\`\`\`${2##*.}" '$0 == begin { inside = 1; next } /^```$/ { inside = 0 } inside' "$1" ;;
esac > "$shown"
if [ "${3:-}" = main ]; then
  awk '/^int main\(/ { inside = 1; next } /^}/ { inside = 0 } inside { print substr($0, 3) }' "$2"
else
  cat "$2"
fi | diff -u - "$shown"
