#!/bin/sh
# What a command prints, on standard error too, is a file, to the byte; and it ends well.
# usage: check_output.sh FILE COMMAND...
set -eu
expected=$1
shift
printed=$(mktemp)
trap 'rm -f "$printed"' EXIT
status=0
"$@" > "$printed" 2>&1 || status=$?
diff -u "$expected" "$printed"
exit $status
