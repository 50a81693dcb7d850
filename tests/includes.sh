#!/bin/sh
# The folders of src/ include each other as the table of docs/design.md says: each only what its row lists, and only rows above it.
# usage: includes.sh ROOT
set -eu

root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# "FOLDER INCLUDED" a line, as the table allows it. A row that lists a row below it would be a circle.
sed -n '/^<!-- includes -->$/,/^<!-- \/includes -->$/p' "$root/docs/design.md" | grep '^| `' | tr -d '`,|' |
  awk '{
    for (i = 2; i <= NF; i++) {
      if ($i == "and") continue
      sub("/$", "", $i)
      if (!($i in above) && $i != "grammar") { print $1 " lists " $i ", whose row is not above it"; bad = 1 }
      print $1, $i > allowed
    }
    above[$1]
    print $1 > folders
  } END { exit bad }' allowed="$work/allowed" folders="$work/folders" >&2

# src/valijson stands in the place of a header of that library.
ls -d "$root"/src/*/ | sed 's|/$||; s|.*/||' | grep -v '^valijson$' | sort > "$work/there"
sort "$work/folders" | diff - "$work/there"

# "FOLDER INCLUDED", as it is. Headers of the interface begin with toolcall/, and those of other libraries stand in <>.
grep -roE '^#include "[a-z_]+/' "$root/src" --include='*.hpp' --include='*.cpp' |
  sed -E 's|^.*/src/([a-z_]+)/.*#include "([a-z_]+)/$|\1 \2|' | awk '$1 != $2 && $2 != "valijson"' | sort -u > "$work/used"
[ -s "$work/used" ]
sort -u "$work/allowed" > "$work/sorted"
if ! comm -23 "$work/used" "$work/sorted" | grep . > "$work/wrong"; then exit 0; fi
while read -r from to; do
  echo "src/$from may not include $to/ (docs/design.md, \"From a page to a call\"):" >&2
  grep -rnE "^#include \"$to/" "$root/src/$from" >&2
done < "$work/wrong"
exit 1
