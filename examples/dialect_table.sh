#!/bin/sh
# The table between <!-- dialects --> and <!-- /dialects --> on a page is what the command prints: of README.md the
# families of models, of another page all dialects.
# usage: dialect_table.sh [--write] PAGE TOOLCALL
set -eu
write=false
if [ "$1" = --write ]; then
  write=true
  shift
fi
page=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

case $page in
  */*) "$2" dialects --markdown | sed 's|](spec/|](../spec/|' > "$work/table" ;;  # as seen from docs/
  *) "$2" dialects --families > "$work/table" ;;
esac
awk -v table="$work/table" '
  /^<!-- \/dialects -->$/ { inside = 0; ++ends }
  !inside
  /^<!-- dialects -->$/ {
    inside = 1
    ++begins
    while ((getline line < table) > 0) print line
  }
  END { exit begins == 1 && ends == 1 && !inside ? 0 : 1 }
' "$page" > "$work/page" || {
  echo "$page: <!-- dialects --> and <!-- /dialects --> must stand there once each, on lines of their own" >&2
  exit 1
}
if $write; then
  cmp -s "$work/page" "$page" || cat "$work/page" > "$page"
else
  diff -u "$page" "$work/page" || {
    echo "$page: the table of dialects is not what the pages say; make grammar writes it" >&2
    exit 1
  }
fi
