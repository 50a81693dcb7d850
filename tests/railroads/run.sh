#!/bin/sh
# Counts the railroad diagrams against the pages. usage: run.sh
#
# It needs Python 3.9 or newer. Where that is missing it is left out with the exit code 77, or has failed, with
# TOOLCALL_REQUIRE_ALL=1.
set -eu
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2> /dev/null; then
  echo 'left out: the count of railroad diagrams, because there is no Python 3.9'
  [ "${TOOLCALL_REQUIRE_ALL:-0}" = 1 ] && exit 1
  exit 77
fi
exec python3 -B "$(dirname "$0")/diagrams_test.py"
