#!/bin/sh
# Runs tests of the Python package: its sources, over the library of the build. usage: run.sh WHAT NEEDS FILE...
#
# NEEDS are the modules that the tests import beside pytest, with commas between them. Where one is missing, the tests are left out
# with the exit code 77, or have failed, with TOOLCALL_REQUIRE_ALL=1. Read from the environment: TOOLCALL_LIBRARY, the
# shared library, and TOOLCALL_EXAMPLES, the examples of the pages as JSON.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
what=$1
needs=$2
shift 2

leave_out() {
  echo "left out: $what, because $1 (sh cmake/packages.sh python installs it)"
  [ "${TOOLCALL_REQUIRE_ALL:-0}" = 1 ] && exit 1
  exit 77
}

. "$here/../python.sh"
need_python
for module in pytest $(echo "$needs" | tr , ' '); do
  $python -c "import importlib.util, sys; sys.exit(importlib.util.find_spec('$module') is None)" ||
    leave_out "Python's module $module is missing"
done

export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$root/bindings/python/src"
cd "$here"
exec $python -m pytest -q -p no:cacheprovider -W error::pytest.PytestUnraisableExceptionWarning "$@"
