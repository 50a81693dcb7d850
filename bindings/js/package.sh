#!/bin/sh
# Lays all that the npm package holds into a folder beside the tarball, and makes the tarball of it, as `npm pack` does.
# usage: package.sh PROGRAM PACKAGE_JSON RE2 TARBALL
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$1
description=$2
re2=$3
tarball=$4
folder=$(dirname "$tarball")
stage=$folder/package

rm -rf "$stage" "$folder"/toolcall-*.tgz
mkdir -p "$stage"
cp "$here"/src/* "$here/README.md" "$description" "$stage"
cp "$program" "$stage/toolcall.wasm"
chmod 644 "$stage"/*

# The licences of what is in the program; those of libraries of headers are where Debian has them.
cp "$here/../../LICENSE" "$stage/LICENSE"
cp "$re2/LICENSE" "$stage/LICENSE.re2"
for package in tao-pegtl-dev nlohmann-json3-dev libvalijson-dev; do
  [ ! -f "/usr/share/doc/$package/copyright" ] || cp "/usr/share/doc/$package/copyright" "$stage/LICENSE.${package%-dev}"
done
# Of Emscripten only its C and C++ libraries are in the program; a tenth of the file is about them.
emscripten=/usr/share/doc/emscripten/copyright
[ ! -f $emscripten ] ||
  awk -v files=system/lib/ -f "$here/licences_of.awk" $emscripten $emscripten > "$stage/LICENSE.emscripten"

tar -C "$folder" --sort=name --owner=0 --group=0 --numeric-owner -cf - package | gzip -9n > "$tarball"
ls -l "$tarball"
