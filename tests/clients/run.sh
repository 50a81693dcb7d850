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

command -v node > /dev/null 2>&1 || leave_out 'there is no node'
command -v npm > /dev/null 2>&1 || leave_out 'there is no npm'
[ "$(node -p 'parseInt(process.versions.node)')" -ge 20 ] || leave_out "Node $(node --version) is older than 20"

mkdir -p "$folder"
cp "$here"/*.mjs "$here"/*.json "$here/.npmrc" "$folder"
cd "$folder"
# What was installed last is noted behind it, so that what was cut off is done again.
if ! cmp -s package-lock.json node_modules/installed.json; then
  npm ci --no-progress || leave_out 'npm cannot fetch them'
  cp package-lock.json node_modules/installed.json
fi
node --test
