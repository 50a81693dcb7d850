#!/bin/sh
# The wheel is what its name says, needs nothing but the C library, and parses where nothing else is installed.
# usage: wheel.sh FOLDER VERSION WORK
set -eu
folder=$1
version=$2
work=$3
fail() {
  echo "$1" >&2
  exit 1
}

glibc=2.36
wheel=$folder/toolcall_parser-$version-py3-none-manylinux_2_36_$(uname -m).whl
[ -f "$wheel" ] || fail "there is no $wheel"

rm -rf "$work"
/usr/bin/python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q --no-index --no-deps "$wheel"
package=$(echo "$work"/venv/lib/python3*/site-packages/toolcall)
library=$package/libtoolcall.so

needs=$(objdump -p "$library" | sed -n 's/^ *NEEDED *//p' | sort | tr '\n' ' ')
case $needs in
'libc.so.6 libm.so.6 ' | 'ld-linux-x86-64.so.2 libc.so.6 libm.so.6 ') ;;
*) fail "the library needs $needs" ;;
esac
newest=$(objdump -T "$library" | grep -o 'GLIBC_[0-9.]*' | sed 's/GLIBC_//' | sort -Vu | tail -n 1)
[ "$(printf '%s\n%s\n' "$newest" $glibc | sort -V | tail -n 1)" = $glibc ] || fail "the library needs glibc $newest"
others=$(nm -D --defined-only "$library" | awk '$3 !~ /^(toolcall_|TOOLCALL_)/ { print $3 }')
[ -z "$others" ] || fail "the library shows $others"
sources=$(cd "$(dirname "$0")/../../bindings/python/src/toolcall" && pwd)
(cd "$sources" && ls -- *.py py.typed) > "$work/sources"
(cd "$package" && ls -- *.py py.typed) | diff "$work/sources" - || fail 'the package has other files than its sources'
for licence in LICENSE LICENSE.re2; do
  ls "$package"/../toolcall_parser-*.dist-info/$licence > /dev/null
done

cd "$work"
env -u PYTHONPATH -u TOOLCALL_LIBRARY "$work/venv/bin/python" - "$version" << 'END'
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
