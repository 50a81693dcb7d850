#!/bin/sh
# Installs a build into a folder, moves the folder, and builds the consumer with it.
# usage: install.sh cmake|pkg-config BUILD WORK COMPILER
set -eu

how=$1
build=$2
work=$3
compiler=$4
rm -rf "$work"
cmake --install "$build" --prefix "$work/first" > /dev/null

if grep -rIlF -e "$work" -e "$build" "$work/first"; then
  echo 'the files above hold the path that they were made for' >&2
  exit 1
fi
# Who brings a dialect of his own includes PEGTL; nobody else needs it.
own='custom_dialect.hpp|engine/[a-z_]*.hpp'
if grep -rnE '#include *[<"](re2|nlohmann|valijson|tao|CLI|toolcall/engine)/' "$work/first/include/toolcall" |
  grep -vE "/include/toolcall/($own):[0-9]*:#include <(tao|toolcall/engine)/"; then
  echo 'the headers above need headers of other libraries' >&2
  exit 1
fi
mv "$work/first" "$work/moved"
"$work/moved/bin/toolcall" --version
sh "$(dirname "$0")/consume.sh" "$how" "$work/moved" "$work/consumer" "$compiler"
