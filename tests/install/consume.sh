#!/bin/sh
# Builds the consumer with what lies in PREFIX, in the folder WORK, and runs it.
# usage: consume.sh cmake|pkg-config PREFIX WORK COMPILER
set -eu

how=$1
prefix=$(cd "$2" && pwd)
work=$3
compiler=$4
source=$(cd "$(dirname "$0")" && pwd)/consumer
examples=$(cd "$source/../../../examples" && pwd)
mkdir -p "$work"

if [ "$how" = cmake ]; then
  cmake -S "$source" -B "$work" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler" \
    -DEXAMPLES="$examples" > "$work/log"
  # What was installed on the machine before must not be what is found.
  found=$(sed -n 's/^toolcall_DIR:PATH=//p' "$work/CMakeCache.txt")
  case $found in "$prefix" | "$prefix"/*) ;; *) echo "found another toolcall: $found" >&2 && exit 1 ;; esac
  cmake --build "$work"
  "$work/consumer"
  "$work/consumer_in_c"
  [ "$(printf '@call f(a=1)@' | "$work/custom_dialect")" = '
at_call: f {"a":"1"}' ]
else
  package=$(find "$prefix" -name toolcall.pc)
  PKG_CONFIG_PATH=$(dirname "$package")
  export PKG_CONFIG_PATH
  # shellcheck disable=SC2046  # several words on purpose
  "$compiler" -std=c++20 -Wall -Wextra -Wpedantic -Werror "$source/main.cpp" -o "$work/consumer" \
    $(pkg-config --cflags --libs toolcall)
  LD_LIBRARY_PATH=$(pkg-config --variable=libdir toolcall) "$work/consumer"
  # shellcheck disable=SC2046
  "${CC:-cc}" -std=c11 -Wall -Wextra -Wpedantic -Werror "$source/main.c" -o "$work/consumer_in_c" \
    $(pkg-config --cflags --libs toolcall-c)
  LD_LIBRARY_PATH=$(pkg-config --variable=libdir toolcall-c) "$work/consumer_in_c"
fi
