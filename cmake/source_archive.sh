#!/bin/sh
# Puts what git knows of this checkout, as it stands here, and what grammarc makes of spec/ into a tarball: who builds from
# it needs no grammarc. usage: source_archive.sh GRAMMARC FOLDER    in the root of the repository
set -eu
grammarc=$1
folder=$2
version=$(sed -n 's/.*version = "\([0-9.]*\)".*/\1/p' include/toolcall/version.hpp)
name=toolcall-$version-source
[ -n "$version" ] || { echo 'include/toolcall/version.hpp names no version' >&2; exit 1; }

rm -rf "${folder:?}/$name"
mkdir -p "$folder/$name"
git ls-files -z | tar --null -T - -cf - | tar -C "$folder/$name" -xf -
"$grammarc" --sources "$folder/$name/generated" spec
tar -C "$folder" --owner=0 --group=0 --sort=name -czf "$folder/$name.tar.gz" "$name"
rm -rf "${folder:?}/$name"
echo "$folder/$name.tar.gz"
