#!/bin/sh
# Puts the static command of a build, its man pages, completions and licences into a tarball. usage: dist.sh BUILD FOLDER
set -eu
build=$1
folder=$2
version=$("$build/toolcall" --version)
name=toolcall-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)

rm -rf "$folder/$name"
cmake --install "$build" --component command --prefix "$folder/$name" --strip > /dev/null
cp LICENSE README.md CHANGELOG.md "$folder/$name"
"$folder/$name/bin/toolcall" --version > /dev/null
tar -C "$folder" --owner=0 --group=0 --sort=name -czf "$folder/$name.tar.gz" "$name"
rm -rf "$folder/$name"
echo "$folder/$name.tar.gz"
