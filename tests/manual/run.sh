#!/bin/sh
# Builds the manual in a folder of the build, and tries it there.
# usage: run.sh build GRAMMARC COMMAND FOLDER | run.sh files FOLDER | run.sh browser FOLDER
#
# Building needs Debian's Sphinx, MyST and furo; the browser Chromium, Node 20 or newer and npm, which fetches what
# drives it when it is run there first. What cannot be done is left out with the exit code 77, or has failed, with
# TOOLCALL_REQUIRE_ALL=1.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..

leave_out() {
  echo "left out: the manual, because $1"
  [ "${TOOLCALL_REQUIRE_ALL:-0}" = 1 ] && exit 1
  exit 77
}

built() {
  [ -f "$1/site/index.html" ] || leave_out 'it was not built'
}

case $1 in
  build)
    python=$(sh "$root/docs/manual/python.sh" 2> /dev/null) || leave_out 'there is no Sphinx with MyST and furo'
    rm -rf "$4/site"
    [ ! -d "$root/docs/railroads" ] || set -- "$@" --require-diagrams
    grammarc=$2 command=$3 folder=$4
    shift 4
    "$python" "$root/docs/manual/build.py" --grammarc "$grammarc" --command "$command" --out "$folder" "$@"
    ;;
  files)
    command -v python3 > /dev/null 2>&1 || leave_out 'there is no python3'
    built "$2"
    python3 -B "$here/files.py" "$root" "$2/site"
    ;;
  browser)
    built "$2"
    TOOLCALL_BROWSER=$(command -v chromium) || leave_out 'there is no chromium'
    TOOLCALL_SITE=$(cd "$2/site" && pwd)
    export TOOLCALL_BROWSER TOOLCALL_SITE
    . "$here/../node.sh"
    run_node_tests "$here" "$2/browser" 'what drives the browser'
    ;;
esac
