#!/bin/sh
# The wheel is what its name says, needs nothing but the C library, is installed as docs/python.md says, and parses where
# nothing else is installed. usage: wheel.sh FOLDER VERSION PLATFORM WORK
set -eu
folder=$1
version=$2
platform=$3
work=$4
root=$(cd "$(dirname "$0")/../.." && pwd)
fail() {
  echo "$1" >&2
  exit 1
}

glibc=$(echo "$platform" | sed -n 's/^manylinux_\([0-9]*\)_\([0-9]*\)_.*/\1.\2/p')
wheel=$folder/toolcall_parser-$version-py3-none-$platform.whl
[ -f "$wheel" ] || fail "there is no $wheel"

rm -rf "$work"
mkdir -p "$work/build"
ln -s "$folder" "$work/build/python"
awk '/^```/ { if (inside) exit; inside = /^```sh$/; next } inside && !/^make /' "$root/docs/python.md" > "$work/install.sh"
grep -q 'pip install' "$work/install.sh" || fail 'docs/python.md does not begin with how the wheel is installed'
# With Debian's Python, which takes no packages of others, and without an index.
(cd "$work" && env -u PYTHONPATH -u VIRTUAL_ENV PATH=/usr/bin:/bin PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1 \
  sh -e ./install.sh) > "$work/log" 2>&1 ||
  fail "the wheel is not installed: $(cat "$work/log")"
package=$(echo "$work"/.venv/lib/python3*/site-packages/toolcall)
library=$package/libtoolcall.so

needs=$(objdump -p "$library" | sed -n 's/^ *NEEDED *//p' | sort | tr '\n' ' ')
case $needs in
'libc.so.6 libm.so.6 ' | 'ld-linux-x86-64.so.2 libc.so.6 libm.so.6 ') ;;
*) fail "the library needs $needs" ;;
esac
newest=$(objdump -T "$library" | grep -o 'GLIBC_[0-9.]*' | sed 's/GLIBC_//' | sort -Vu | tail -n 1)
[ "$(printf '%s\n%s\n' "$newest" "$glibc" | sort -V | tail -n 1)" = "$glibc" ] || fail "the library needs glibc $newest"
others=$(nm -D --defined-only "$library" | awk '$3 !~ /^(toolcall_|TOOLCALL_)/ { print $3 }')
[ -z "$others" ] || fail "the library shows $others"
(cd "$root/bindings/python/src/toolcall" && ls -- *.py py.typed) > "$work/sources"
(cd "$package" && ls -- *.py py.typed) | diff "$work/sources" - || fail 'the package has other files than its sources'
for licence in LICENSE LICENSE.re2; do
  ls "$package"/../toolcall_parser-*.dist-info/$licence > /dev/null
done

cd "$work"
env -u PYTHONPATH -u TOOLCALL_LIBRARY "$work/.venv/bin/python" - "$version" << 'END'
import sys

import toolcall

assert toolcall.__version__ == sys.argv[1], toolcall.__version__
pattern = {"properties": {"code": {"type": "string", "pattern": "^[A-Z]+$"}}}  # which RE2 matches
tools = toolcall.Tools([{"name": "f", "input_schema": pattern}])
for code, status in (("AB", "complete"), ("ab", "invalid")):
    text = 'Hi <tool_call>{"name": "f", "arguments": {"code": "%s"}}</tool_call>' % code
    message = toolcall.parse(text, tools=tools)
    assert message.content == "Hi " and message.tool_calls[0].status == status, message
print(f"the wheel parses, under Python {sys.version.split()[0]}")
END
