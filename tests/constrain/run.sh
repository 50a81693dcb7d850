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

. "$here/../python.sh"
need_python
[ $# -gt 1 ] || exec $python "$here/check.py" "$command"

make_venv "$2" "$here/requirements.txt" --only-binary :all: --no-deps || leave_out 'pip, in a venv of python3, cannot fetch the engines'
cd "$2"
exec bin/python "$here/engines.py" "$command"
