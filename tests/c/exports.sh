#!/bin/sh
# The shared library shows each function of toolcall.h and nothing else, and has the name that programs ask for.
# usage: exports.sh LIBRARY HEADER
set -eu

library=$1
header=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nm -D --defined-only "$library" | sed 's/@.*//' | awk '$2 != "A" { print $3 }' | sort > "$work/shown"
sed 's|/\*.*||' "$header" | grep -oE '\btoolcall_[a-z_]+\(' | tr -d '(' | sort -u > "$work/declared"
[ -s "$work/declared" ]
diff -u "$work/declared" "$work/shown"

number=$(sed -n 's/^#define TOOLCALL_ABI_VERSION //p' "$header")
objdump -p "$library" | grep -qE "SONAME +libtoolcall\.so\.$number\$" || {
  echo "the library's SONAME is not libtoolcall.so.$number" >&2
  exit 1
}
