#!/bin/sh
# Files that the prose of the repository links to are there, and so are the headings that comments of the code name, as
# in: docs/page.md, "Heading".
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
grep -rhoE '(docs|spec)/[a-z_/]+\.md, "[^"]+"' include src tests bindings examples --include='*.[ch]pp' --include='*.h' --include='*.ts' --include='*.py' |
  sort -u > "${TMPDIR:-/tmp}/headings.$$"
while IFS= read -r named; do
  page=${named%%,*}
  heading=$(printf '%s' "$named" | sed 's/^[^"]*"//; s/"$//')
  sed 's/`//g' "$page" 2> /dev/null | grep '^#' | grep -qF -e "$heading" || { echo "$page: there is no heading \"$heading\"" >&2; bad=1; }
done < "${TMPDIR:-/tmp}/headings.$$"
rm -f "${TMPDIR:-/tmp}/headings.$$"
exit $bad
