#!/bin/sh
# Runs the tests of clients in a folder of the build. usage: run.sh COMMAND FOLDER
#
# They need Node 20 or newer and npm; npm fetches the clients when it is run there first. Where that is not to be had
# they are left out with the exit code 77, or have failed, with TOOLCALL_REQUIRE_ALL=1.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
TOOLCALL_COMMAND=$1
export TOOLCALL_COMMAND
folder=$2

leave_out() {
  echo "left out: clients of OpenAI's interface, because $1"
  [ "${TOOLCALL_REQUIRE_ALL:-0}" = 1 ] && exit 1
  exit 77
}

. "$here/../node.sh"
run_node_tests "$here" "$folder" them
