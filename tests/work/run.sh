#!/bin/sh
# run.sh PROGRAM COMPILER: holds the work of each input to tests/work/recorded.txt, with a margin: what the heap and the parsing
# machine are asked for anywhere, and where valgrind is and the compiler is the recorded one, instructions of the processor.
# run.sh PROGRAM COMPILER --write: records it. An improvement is recorded too, or it could be lost again unseen.
set -eu
program=$1 compiler=$2 mode=${3:-}
recorded=$(dirname "$0")/recorded.txt
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

counts=no
if command -v valgrind > "$folder/null" 2>&1; then
  if [ "$mode" = --write ] || grep -qxF "# $compiler" "$recorded"; then counts=yes; fi
fi
# The C library chooses its functions by the processor, so they are not counted.
instructions() {
  if [ $counts = no ]; then echo -; return; fi
  valgrind --tool=callgrind --callgrind-out-file="$folder/profile" --collect-atstart=no --toggle-collect=read_once \
    "$program" "$1" > "$folder/out" 2> "$folder/log"
  callgrind_annotate --threshold=100 "$folder/profile" | awk '
    / PROGRAM TOTALS/ { total = $1 }
    /libc[.-]|libc\.so|ld-linux/ { of = $1; gsub(",", "", of); if (of ~ /^[0-9]+$/) library += of }
    END { gsub(",", "", total); print total - library }'
}

{
  echo "# What reading each input takes; written by tests/work/run.sh PROGRAM COMPILER --write. Instructions are those of"
  echo "# $compiler"
  echo "# input, bytes, steps of the machine, bytes it goes back over, allocations, bytes allocated, bytes kept, instructions"
  for input in $("$program"); do
    echo "$("$program" "$input") $(instructions "$input")"
  done
} > "$folder/found"

if [ "$mode" = --write ]; then
  cp "$folder/found" "$recorded"
  cat "$recorded"
  exit 0
fi
awk '
  BEGIN { split("input bytes steps bytes-gone-back-over allocations bytes-allocated bytes-kept instructions", what, " ") }
  /^#/ { next }
  FNR == NR { known[$1] = $0; next }
  !($1 in known) { print $1 ": not recorded"; wrong = 1; next }
  {
    seen[$1] = 1
    split(known[$1], was, " ")
    for (i = 2; i <= 8; ++i) {
      if ($i == "-" || was[i] == "-") continue
      margin = i == 2 ? 0 : i == 8 ? 0.03 : 0.02
      if ($i > was[i] * (1 + margin) + (i > 2) || $i < was[i] * (1 - margin) - (i > 2)) {
        print $1 ": " $i " " what[i] ", recorded are " was[i]
        wrong = 1
      }
    }
  }
  END {
    for (each in known) if (!(each in seen)) { print each ": recorded, and no input"; wrong = 1 }
    if (wrong) print "If that is right, record it: tests/work/run.sh PROGRAM COMPILER --write"
    exit wrong
  }' "$recorded" "$folder/found"
echo "as recorded, $([ $counts = yes ] && echo with || echo without) instructions"
