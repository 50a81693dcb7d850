#!/bin/sh
# Runs the adapters of the Python package in the frameworks that they are for, and the blocks of docs/frameworks.md.
# usage: run.sh FOLDER    with the shared library in TOOLCALL_LIBRARY
#
# pip fetches each framework into a venv of its own in FOLDER, in the versions of its requirements.txt.
# TOOLCALL_FRAMEWORKS in the environment names those that are run; else it is all. What cannot be fetched is left out, with
# the exit code 77 when the others have run, or has failed, with TOOLCALL_REQUIRE_ALL=1.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=$1
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$root/bindings/python/src"
# Nothing is asked of hubs, and nothing told to them.
export HF_HUB_OFFLINE=1 HF_HUB_DISABLE_TELEMETRY=1 LANGSMITH_TRACING=false OPENAI_AGENTS_DISABLE_TRACING=1 LITELLM_LOCAL_MODEL_COST_MAP=True
export DO_NOT_TRACK=1 ANONYMIZED_TELEMETRY=False

leave_out() {
  echo "left out: frameworks, because $1"
  [ "${TOOLCALL_REQUIRE_ALL:-0}" = 1 ] && exit 1
  exit 77
}
. "$here/../python.sh"
need_python
all=$(cd "$here" && ls -d -- */ | tr -d /)
left=''
failed=''
for framework in ${TOOLCALL_FRAMEWORKS:-$all}; do
  [ -e "$here/$framework/requirements.txt" ] || { echo "there is no framework $framework; there are: $all" >&2 && exit 1; }
  make_venv "$folder/$framework" "$here/$framework/requirements.txt" || {
    echo "left out: $framework, because pip, in a venv of python3, cannot fetch it"
    left="$left $framework"
    continue
  }
  echo "== $framework"
  (cd "$here/$framework" && "$folder/$framework/bin/python" -m pytest -q -p no:cacheprovider .) || failed="$failed $framework"
done
[ -z "$failed" ] || { echo "failed:$failed" >&2 && exit 1; }
[ -n "$left" ] || exit 0
[ "${TOOLCALL_REQUIRE_ALL:-0}" = 1 ] && exit 1
exit 77
