#!/bin/sh
# The source in the three ways in which others build it: from a source archive, which has what grammarc makes; as a folder
# of another project, with a grammarc that is there; for another system, with one that the build makes for its host. Each
# is configured, and asked what it would run; with TOOLCALL_NIGHTLY it is built, and a program with it is run.
# usage: source.sh GRAMMARC GENERATED WORK COMPILER    GENERATED: what grammarc made for the build
set -eu

grammarc=$1
generated=$2
work=$3
compiler=$4
root=$(cd "$(dirname "$0")/../.." && pwd)
rm -rf "$work"
mkdir -p "$work/consumer"

# commands_of FOLDER: what a build there would run to make the library.
commands_of() { ninja -C "$1" -t commands libtoolcall.a 2> /dev/null || ninja -C "$1" -t commands toolcall/libtoolcall.a; }
wanted() {
  grep -q -- "$2" "$1" || { echo "$1: nothing there runs $2" >&2 && exit 1; }
}
unwanted() {
  if grep -e "$2" "$1" >&2; then echo "$1: the line above runs $2" >&2 && exit 1; fi
}

cd "$root"
git rev-parse --git-dir > /dev/null 2>&1 || { echo 'left out: this is not a checkout of git, which lists the files of the archive' && exit 77; }
archive=$(sh cmake/source_archive.sh "$grammarc" "$work")
tar -C "$work" -xzf "$archive"
source=${archive%.tar.gz}
for file in program head_program rules template_marks written_forms page_texts; do
  cmp "$source/generated/$file.cpp" "$generated/$file.cpp"
done
cmake -G Ninja -S "$source" -B "$work/archive" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
  -DTOOLCALL_TESTS=OFF -DTOOLCALL_CLI=OFF -DTOOLCALL_SHARED=OFF > "$work/archive.log"
commands_of "$work/archive" > "$work/archive.commands"
wanted "$work/archive.commands" generated/program.cpp
unwanted "$work/archive.commands" 'grammarc'

cat > "$work/consumer/CMakeLists.txt" << LIST
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C CXX)
add_subdirectory("$root" toolcall)
add_executable(consumer "$root/tests/install/consumer/main.cpp")
target_link_libraries(consumer PRIVATE toolcall::toolcall)
LIST
cmake -G Ninja -S "$work/consumer" -B "$work/below" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
  -DTOOLCALL_GRAMMARC_HOST="$grammarc" > "$work/below.log"
commands_of "$work/below" > "$work/below.commands"
wanted "$work/below.commands" "$grammarc --sources"
unwanted "$work/below.commands" 'src/grammarc'

# Another system by name alone: what is compiled for it runs here, but CMake may not know.
printf 'set(CMAKE_SYSTEM_NAME Linux)\nset(CMAKE_SYSTEM_PROCESSOR other)\nset(CMAKE_CXX_COMPILER "%s")\n' "$compiler" > "$work/other.cmake"
cmake -G Ninja -S "$work/consumer" -B "$work/cross" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_TOOLCHAIN_FILE="$work/other.cmake" > "$work/cross.log"
commands_of "$work/cross" > "$work/cross.commands"
wanted "$work/cross.commands" 'host_grammarc/grammarc --sources'

[ -n "${TOOLCALL_NIGHTLY:-}" ] || exit 0
cmake --build "$work/archive" --target toolcall
for build in below cross; do
  cmake --build "$work/$build" --target consumer
  "$work/$build/consumer"
done
