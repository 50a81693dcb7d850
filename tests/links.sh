#!/bin/sh
# Files that the prose of the repository links to are there.
# usage: links.sh ROOT
set -eu

cd "$1"
bad=0
# docs/manual is laid out elsewhere before it is read.
for page in *.md docs/*.md spec/*.md spec/*/*.md tests/*.md bindings/*/*.md; do
  folder=$(dirname "$page")
  for to in $(sed '/^```/,/^```/d' "$page" | grep -o '](\([^)#: ]*\)[)#]' | sed 's/^](//; s/[)#]$//'); do
    [ -e "$folder/$to" ] || { echo "$page: there is no $to" >&2; bad=1; }
  done
done
exit $bad
