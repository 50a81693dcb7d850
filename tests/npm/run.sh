#!/bin/sh
# Runs the tests of the npm package in a folder of the build. usage: run.sh TARBALL EXAMPLES FOLDER
#
# They need Node 20 or newer and npm; npm fetches clients, and other programs that run JavaScript, when it is run there
# first. Where that is not to be had they are left out with the exit code 77, or have failed, with
# TOOLCALL_REQUIRE_ALL=1. Without Chromium, what is tried in a browser is left out.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
TOOLCALL_TARBALL=$1
TOOLCALL_EXAMPLES=$2
TOOLCALL_ROOT=$(cd "$here/../.." && pwd)
TOOLCALL_BROWSER=$(command -v chromium) || TOOLCALL_BROWSER=''
export TOOLCALL_TARBALL TOOLCALL_EXAMPLES TOOLCALL_ROOT TOOLCALL_BROWSER
folder=$3

leave_out() {
  echo "left out: the npm package, because $1"
  [ "${TOOLCALL_REQUIRE_ALL:-0}" = 1 ] && exit 1
  exit 77
}
if [ -z "$TOOLCALL_BROWSER" ]; then
  [ "${TOOLCALL_REQUIRE_ALL:-0}" = 1 ] && leave_out 'there is no chromium'
  echo 'left out: the npm package in a browser, because there is no chromium'
fi

. "$here/../node.sh"
enter_node_tests "$here" "$folder" them
cp "$here"/*.ts "$here/../clients/model.mjs" "$here/../clients/scenarios.mjs" "$here/../clients/tools.json" .
rm -rf node_modules/toolcall
mkdir node_modules/toolcall
tar -xzf "$TOOLCALL_TARBALL" -C node_modules/toolcall --strip-components=1
TOOLCALL_PAGE=$PWD/try.html
export TOOLCALL_PAGE
python3 -B "$TOOLCALL_ROOT/docs/manual/try_page.py" node_modules/toolcall "$TOOLCALL_PAGE"
node --test --test-timeout=120000
