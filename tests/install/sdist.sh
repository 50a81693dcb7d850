#!/bin/sh
# The source archive of the Python package: it holds what it takes, says the same of itself from both folders that pip is
# given, and a build of it needs no grammarc. With TOOLCALL_NIGHTLY it is installed by pip where nothing else is, and so are
# both folders, which needs the network where pip has not what it builds with.
# usage: sdist.sh GRAMMARC GENERATED WORK COMPILER    GENERATED: what grammarc made for the build
set -eu

grammarc=$1
generated=$2
work=$3
compiler=$4
root=$(cd "$(dirname "$0")/../.." && pwd)
fail() {
  echo "$1" >&2
  exit 1
}
leave_out() {
  echo "left out: the source archive of the Python package, because $1"
  [ "${TOOLCALL_REQUIRE_ALL:-0}" = 1 ] && exit 1
  exit 77
}
. "$root/tests/python.sh"
need_python
$python -c 'import setuptools, wheel' 2> /dev/null || leave_out 'setuptools or wheel is missing (sh cmake/packages.sh wheel installs them)'
(cd "$root" && git rev-parse --git-dir > /dev/null 2>&1) || leave_out 'this is not a checkout of git, which lists its files'

rm -rf "$work"
mkdir -p "$work/archive" "$work/metadata"
export PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1

# ask FOLDER FUNCTION ARGUMENT: what pip would ask there.
ask() {
  (cd "$1" && TOOLCALL_GRAMMARC=$grammarc $python - "$2" "$3" << 'END'
import sys
import tomllib

with open("pyproject.toml", "rb") as file:
    described = tomllib.load(file)["build-system"]
sys.path[:0] = described["backend-path"]
print(getattr(__import__(described["build-backend"]), sys.argv[1])(sys.argv[2]), file=sys.stderr)
END
  ) > "$work/log" 2>&1 || fail "$2 in $1: $(cat "$work/log")"
}

ask "$root" build_sdist "$work/archive"
archive=$(ls "$work"/archive/toolcall_parser-*.tar.gz)
tar -C "$work" -xzf "$archive"
source=$work/$(basename "$archive" .tar.gz)
for file in program head_program rules template_marks written_forms; do
  cmp "$source/generated/$file.cpp" "$generated/$file.cpp"
done
grep -qx 'Name: toolcall-parser' "$source/PKG-INFO" || fail 'PKG-INFO names another package'
(cd "$root" && git ls-files bindings/python cmake grammar include spec src) > "$work/known"
(cd "$source" && xargs ls -d < "$work/known" > /dev/null) || fail 'the archive lacks what is named above'
[ ! -e "$source/tests" ] || fail 'the archive has tests'

for folder in "$root/bindings/python" "$source" "$source/bindings/python"; do
  rm -rf "$work/metadata"
  mkdir "$work/metadata"
  ask "$folder" prepare_metadata_for_build_wheel "$work/metadata"
  cmp "$work"/metadata/*.dist-info/METADATA "$source/PKG-INFO"
done

cmake -G Ninja -S "$source" -B "$work/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
  -DTOOLCALL_TESTS=OFF -DTOOLCALL_CLI=OFF > "$work/cmake.log"
ninja -C "$work/build" -t commands libtoolcall.so > "$work/commands"
grep -q generated/program.cpp "$work/commands" || fail 'the archive is not built of what grammarc made'
if grep -e --sources "$work/commands"; then fail 'the line above runs grammarc'; fi
rm -rf "$work/build"

[ -n "${TOOLCALL_NIGHTLY:-}" ] || exit 0
for what in "$archive" "$root" "$root/bindings/python"; do
  rm -rf "$work/venv"
  $python -m venv "$work/venv"
  "$work/venv/bin/python" -m pip install -q "$what" > "$work/log" 2>&1 || fail "pip install $what: $(cat "$work/log")"
  (cd "$work" && env -u PYTHONPATH -u TOOLCALL_LIBRARY "$work/venv/bin/python" - << 'END'
import toolcall

pattern = {"properties": {"code": {"type": "string", "pattern": "^[A-Z]+$"}}}  # which RE2 matches
tools = toolcall.Tools([{"name": "f", "input_schema": pattern}])
message = toolcall.parse('<tool_call>{"name": "f", "arguments": {"code": "ab"}}</tool_call>', tools=tools)
assert message.tool_calls[0].status == "invalid", message
END
  ) || fail "what pip installed of $what does not parse"
done
