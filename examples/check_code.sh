#!/bin/sh
# The one block of C++, or of C, on a page, or of C++ in the comment that opens a header, is a file, to the byte.
# usage: check_code.sh PAGE FILE
#
# In Markdown the block is fenced. In a header it is what stands four columns in from the rest of the comment, from the
# first such line to the last, with the empty lines between them.
set -eu
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
esac | diff -u "$2" -
