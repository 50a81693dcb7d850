#!/bin/sh
# Lays RE2's source, as Debian has it, into a folder: it has to be compiled for WebAssembly, because no package has it
# compiled. apt-get fetches and verifies it, with lists and cache of its own, so neither root nor a change of the
# machine's package sources is needed. Debian 12's RE2 is the last that does not want Abseil as well; it comes without
# its tables, which are made from those of Perl and Unicode.
# usage: re2_source.sh FOLDER
set -eu

folder=$1
[ ! -e "$folder/CMakeLists.txt" ] || exit 0

for tool in apt-get dpkg-source make perl python3; do
  command -v $tool > /dev/null 2>&1 || {
    echo "RE2's source is fetched and completed with $tool, which is not here; lay it into $folder yourself" >&2
    exit 1
  }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/source"
cat > "$work/debian.sources" << 'LIST'
Types: deb-src
URIs: http://deb.debian.org/debian
Suites: bookworm
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
LIST
apt() {
  apt-get -qq -o APT::Sandbox::User= -o Dir::Etc::sourcelist="$work/debian.sources" -o Dir::Etc::sourceparts=- \
    -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" "$@"
}
apt update
if ! (cd "$work/source" && apt source re2 && cd re2-*/ &&
  make REBUILD_TABLES=1 re2/perl_groups.cc re2/unicode_groups.cc re2/unicode_casefold.cc) > "$work/log" 2>&1; then
  cat "$work/log" >&2
  exit 1
fi
mkdir -p "$folder"
rm -rf "$folder"
mv "$work"/source/re2-*/ "$folder"
