#!/bin/sh
# Makes the Debian packages of a build, looks at what they hold and want, and builds the consumer with them, unpacked in
# a folder. Nothing is installed.
# usage: debian.sh BUILD WORK COMPILER
set -eu

build=$1
work=$2
compiler=$3
rm -rf "$work"
mkdir -p "$work"
cpack --config "$build/CPackConfig.cmake" -B "$work/packages" > "$work/log" || {
  cat "$work/log" >&2
  exit 1
}

for package in toolcall libtoolcall0 libtoolcall-dev; do
  dpkg-deb -c "$work/packages/$package"_[0-9]*.deb > "$work/$package.file"
  dpkg-deb -f "$work/packages/$package"_[0-9]*.deb > "$work/$package.field"
done

failed=0
# wants file|field PACKAGE PATTERN: PATTERN must match a line of the package's list of files, or of its control fields.
wants() {
  grep -qE -- "$3" "$work/$2.$1" || {
    printf '%s: no %s like %s\n' "$2" "$1" "$3" >&2
    failed=1
  }
}

libdir="/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
wants file toolcall '^-rwxr-xr-x root/root .* \./usr/bin/toolcall$'
wants file toolcall ' \./usr/share/bash-completion/completions/toolcall$'
wants file toolcall ' \./usr/share/zsh/vendor-completions/_toolcall$'
wants file toolcall ' \./usr/share/fish/vendor_completions.d/toolcall.fish$'
wants file toolcall ' \./usr/share/man/man1/toolcall\.1(\.gz)?$'
wants file toolcall ' \./usr/share/man/man1/toolcall-batch\.1(\.gz)?$'
wants file toolcall ' \./usr/share/doc/toolcall/copyright$'
wants field toolcall "^Depends: .*libc6 .*libre2-[0-9]"
wants field toolcall '^Section: utils$'
wants file libtoolcall0 " \.$libdir/libtoolcall\.so\.0 -> libtoolcall\.so\.0\.1\.0\$"
wants file libtoolcall0 "^-rw-r--r-- root/root .* \.$libdir/libtoolcall\.so\.0\.1\.0\$"
wants file libtoolcall0 ' \./usr/share/doc/libtoolcall0/copyright$'
wants field libtoolcall0 "^Depends: .*libc6 .*libre2-[0-9]"
wants field libtoolcall0 '^Section: libs$'
[ "$(dpkg-deb -I "$work/packages"/libtoolcall0_[0-9]*.deb shlibs)" = 'libtoolcall 0 libtoolcall0 (>= 0.1.0)' ] || {
  echo 'libtoolcall0: its shlibs do not say what a package depends on that links it' >&2
  failed=1
}
for header in include/toolcall.h include/toolcall/*.hpp include/toolcall/engine/*.hpp; do wants file libtoolcall-dev " \./usr/$header\$"; done
wants file libtoolcall-dev " \.$libdir/libtoolcall\.a\$"
wants file libtoolcall-dev " \.$libdir/libtoolcall\.so -> libtoolcall\.so\.0\$"
wants file libtoolcall-dev " \.$libdir/pkgconfig/toolcall-c\.pc\$"
wants file libtoolcall-dev " \.$libdir/cmake/toolcall/toolcallConfig\.cmake\$"
wants file libtoolcall-dev " \.$libdir/cmake/toolcall/toolcallConfigVersion\.cmake\$"
wants file libtoolcall-dev " \.$libdir/pkgconfig/toolcall\.pc\$"
wants file libtoolcall-dev ' \./usr/share/doc/libtoolcall-dev/copyright$'
wants field libtoolcall-dev '^Depends: libtoolcall0 \(= 0\.1\.0\), libre2-dev$'
wants field libtoolcall-dev '^Suggests: tao-pegtl-dev$'
wants field libtoolcall-dev '^Section: libdevel$'
if grep -E '\.(a|h|hpp|cmake|pc|so)$' "$work/toolcall.file" "$work/libtoolcall0.file"; then
  echo 'the files above belong to libtoolcall-dev' >&2
  failed=1
fi
[ "$failed" -eq 0 ] || exit 1

for package in "$work"/packages/*.deb; do dpkg-deb -x "$package" "$work/root"; done
"$work/root/usr/bin/toolcall" --version
for how in cmake pkg-config; do
  sh tests/install/consume.sh "$how" "$work/root/usr" "$work/$how" "$compiler"
done
