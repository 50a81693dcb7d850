#!/bin/sh
# Draws the diagrams of docs/railroads/ and keeps the lines of spec/ that show them; with --check says what differs.
# usage: railroads.sh GRAMMARC [--check]
#
# Where Debian's python3-railroad-diagrams is missing it is left out with the exit code 77, or has failed, with
# TOOLCALL_REQUIRE_ALL=1.
set -eu
grammarc=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."

# The first python3 of the path need not be Debian's.
for python in python3 /usr/bin/python3 ''; do
  if [ -n "$python" ] && "$python" -c 'import railroad' 2> /dev/null; then break; fi
done
if [ -z "$python" ]; then
  echo 'left out: railroad diagrams, because there is no python3 with railroad-diagrams (python3-railroad-diagrams)'
  [ "${TOOLCALL_REQUIRE_ALL:-0}" = 1 ] && exit 1
  exit 77
fi

model=$(mktemp)
trap 'rm -f "$model"' EXIT
"$grammarc" --model spec > "$model"
PYTHONDONTWRITEBYTECODE=1 "$python" docs/railroad.py --out docs/railroads --pages . ${2:+"$2"} "$model"
