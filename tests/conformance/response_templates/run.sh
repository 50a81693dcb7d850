#!/bin/sh
# Response templates, read by Transformers, which pip fetches. usage: run.sh COMMAND LIBRARY FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
leave_out() {
  echo "left out: response templates, because $1"
  [ "${TOOLCALL_REQUIRE_ALL:-0}" = 1 ] && exit 1
  exit 77
}
. "$here/../../python.sh"
need_python
make_venv "$3" "$here/requirements.txt" || leave_out 'pip, in a venv of python3, cannot fetch Transformers'
export HF_HUB_OFFLINE=1 HF_HUB_DISABLE_TELEMETRY=1
exec "$3/bin/python" "$here/read.py" --bin "$1" --library "$2"
