#!/bin/sh
# The page that `toolcall new` writes may stand among all others as it is: grammarc compiles them together.
# usage: check_new_page.sh TOOLCALL GRAMMARC    in the root of the repository
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R spec "$work/spec"
"$1" new a_new_one --out "$work/spec/dialects/a_new_one.md"
"$2" --out "$work/grammar" "$work/spec"
test -f "$work/grammar/a_new_one.hpp"
