#!/bin/sh
# Asks constraints about calls. usage: run.sh COMMAND, or run.sh COMMAND FOLDER for the engines themselves
#
# The engines are fetched into FOLDER by pip, in the versions of requirements.txt and without what they only need on a
# device (torch). Where Python or they are not to be had, the test is left out with the exit code 77, or has failed, with
# TOOLCALL_REQUIRE_ALL=1.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command=$1

leave_out() {
  echo "left out: constraints, because $1"
  [ "${TOOLCALL_REQUIRE_ALL:-0}" = 1 ] && exit 1
  exit 77
}

python=/usr/bin/python3
[ -x $python ] || python=$(command -v python3) || leave_out 'there is no python3'
$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' || leave_out 'Python is older than 3.11'
[ $# -gt 1 ] || exec $python "$here/check.py" "$command"

mkdir -p "$2"
cd "$2"
export PIP_DISABLE_PIP_VERSION_CHECK=1
if ! cmp -s "$here/requirements.txt" installed.txt; then
  $python -m venv . && bin/pip install -q --only-binary :all: --no-deps -r "$here/requirements.txt" &&
    cp "$here/requirements.txt" installed.txt || leave_out 'pip, in a venv of python3, cannot fetch the engines'
fi
exec bin/python "$here/engines.py" "$command"
