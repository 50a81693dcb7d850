#!/bin/sh
# Makes the wheel from a folder in which all that it holds was laid first, so that nothing is written beside the sources.
# usage: wheel.sh LIBRARY PYPROJECT STAGE RE2 OUT    with the wheel's platform in TOOLCALL_WHEEL_PLATFORM
set -eu
here=$(cd "$(dirname "$0")" && pwd)
library=$1
project=$2
stage=$3
re2=$4
out=$5

rm -rf "$stage"
mkdir -p "$stage/src/toolcall" "$out"
cp "$here"/src/toolcall/*.py "$here/src/toolcall/py.typed" "$stage/src/toolcall"
cp "$library" "$stage/src/toolcall/libtoolcall.so"
cp "$project" "$here/setup.py" "$here/README.md" "$stage"

# The licences of what is in the library; those of libraries of headers are where Debian has them.
cp "$here/../../LICENSE" "$stage/LICENSE"
cp "$re2/LICENSE" "$stage/LICENSE.re2"
for package in tao-pegtl-dev nlohmann-json3-dev libvalijson-dev; do
  cp "/usr/share/doc/$package/copyright" "$stage/LICENSE.${package%-dev}"
done

rm -f "$out"/toolcall_parser-*.whl
cd "$stage"
# Debian's Python, whose packages make the wheel; TOOLCALL_PYTHON3 names another.
"${TOOLCALL_PYTHON3:-/usr/bin/python3}" -m build --wheel --no-isolation --outdir "$out" . > "$stage/log" 2>&1 || {
  cat "$stage/log" >&2
  exit 1
}
ls "$out"/toolcall_parser-*.whl
