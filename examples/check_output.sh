#!/bin/sh
# What a command prints, on standard error too, is a file, to the byte; and it ends well.
# usage: check_output.sh FILE COMMAND...      with TOOLCALL_UPDATE=1 in the environment, FILE is written
set -eu
expected=$1
shift
printed=$(mktemp)
trap 'rm -f "$printed"' EXIT
status=0
"$@" > "$printed" 2>&1 || status=$?
if [ "${TOOLCALL_UPDATE:-0}" = 1 ]; then cat "$printed" > "$expected"; fi
diff -u "$expected" "$printed"
exit $status
