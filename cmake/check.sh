#!/usr/bin/env bash
# Everything that must hold, step by step. A step that fails does not keep the others from running. At the end a table says
# what each took; the last line counts the steps and every test of ctest: "N passed, N failed", which is also left in
# build/check.txt.
#
# With TOOLCALL_NIGHTLY=1 (make nightly) the sanitizers watch all programs and tests, another one looks for data races,
# and the longest tests repeat themselves as often as they can; else they watch the library, the command's server, and what
# reads hostile input.
set -u
cd "$(dirname "$0")/.."

mkdir -p build
passed=0
failed=0
: "${CMAKE_BUILD_PARALLEL_LEVEL:=$(nproc)}"
: "${CTEST_PARALLEL_LEVEL:=$(nproc)}"
export CMAKE_BUILD_PARALLEL_LEVEL CTEST_PARALLEL_LEVEL

# The table: each row is what was done since the row before, by the clock and in the processor time of all children.
table='' row_clock=0 row_cpu=0
spent() {
  times > build/times  # in this shell: in a pipe it would be that of the pipe
  cpu=$(awk 'NR == 2 { for (i = 1; i <= 2; ++i) { split($i, t, /[ms]/); sum += t[1] * 60 + t[2] }; printf "%d", sum }' build/times)
}
row() {
  spent
  table="$table$(printf '%6d s %6d s  %s' $((SECONDS - row_clock)) $((cpu - row_cpu)) "$1")"$'\n'
  row_clock=$SECONDS row_cpu=$cpu
}

finish() {
  spent
  printf '\n   clock      cpu  step\n%s' "$table"
  printf '%6d s %6d s  %s\n' "$SECONDS" "$cpu" 'in all'
  printf '\n'
  printf '%d passed, %d failed\n' "$passed" "$failed" | tee build/check.txt
  [ "$failed" -eq 0 ]
  exit
}

# step TITLE COMMAND...
step() {
  local title=$1 status=0
  shift
  printf '\n== %s\n' "$title"
  "$@" || status=$?
  row "$title"
  if [ "$status" -eq 0 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf '== failed: %s\n' "$title"
    return 1
  fi
}

# build PRESET TARGETS FLAGS...: as far as it can be built, so that all that is wrong is seen.
build() {
  local preset=$1 targets=$2
  shift 2
  # shellcheck disable=SC2086  # several words on purpose
  cmake --preset "$preset" "$@" && cmake --build "build/$preset" --target $targets -- -k 0
}

# have TITLE COMMAND...: what TITLE needs is there, or COMMAND gets it. What cannot be done is said to be left out; with
# TOOLCALL_REQUIRE_ALL=1 it has failed.
have() {
  local title=$1 status=0
  shift
  printf '\n== %s: what it needs\n' "$title"
  "$@" || status=$?
  row "$title: what it needs"
  [ "$status" -ne 0 ] || return 0
  if [ "${TOOLCALL_REQUIRE_ALL:-0}" = 1 ]; then
    failed=$((failed + 1))
    printf '== failed: %s, because of what is missing (above)\n' "$title"
  else
    printf '== left out: %s, because of what is missing (above)\n' "$title"
  fi
  return 1
}
# What is generated (grammar/) and what is built is not looked at.
formatted() {
  find examples include src tests \( -name '*.cpp' -o -name '*.hpp' -o -name '*.c' -o -name '*.h' \) -print0 |
    xargs -0 -n 20 -P "$CMAKE_BUILD_PARALLEL_LEVEL" clang-format --dry-run -Werror
}
python_tools() { sh cmake/packages.sh wheel python && sh cmake/re2_source.sh build/re2; }
wasm_tools() { sh cmake/packages.sh wasm && sh cmake/re2_source.sh build/re2; }

# tests PRESET FLAGS...: counts each test on its own. What a test says is left out is said here, and not counted.
tests() {
  printf '\n== %s: tests\n' "$1"
  local log=build/$1/tests.log bad all left
  ctest --test-dir "build/$1" --output-on-failure --no-tests=error --timeout 900 --output-log "$log" "${@:2}"
  row "$1: tests"
  read -r bad all <<< "$(sed -n 's/^.*tests passed, \([0-9]*\) tests* failed out of \([0-9]*\)$/\1 \2/p' "$log")"
  if [ -z "${all:-}" ]; then
    printf '== failed: %s: no test was run\n' "$1"
    failed=$((failed + 1))
    return
  fi
  left=$(grep -c '\*\*\*Skipped' "$log")
  if [ "$left" -gt 0 ]; then grep '^left out: ' "build/$1/Testing/Temporary/LastTest.log" | sed 's/^/== /'; fi
  passed=$((passed + all - bad - left))
  failed=$((failed + bad))
}

on='-DTOOLCALL_TESTS=ON -DTOOLCALL_CLI=ON -DTOOLCALL_WERROR=ON'
# What the first build has made, the others take: grammarc, what it made of the pages, and their examples as one file.
made='-DTOOLCALL_GRAMMARC_HOST=build/release/grammarc -DTOOLCALL_GENERATED_HOST=build/release/generated
  -DTOOLCALL_EXAMPLES_HOST=build/release/examples.json'
# What the sanitizers watch, and which of its tests. The longest of them count work, which they do in the release. The
# command is compiled for Clang's warnings, and tested in the release.
watched='toolcall_command typing_tests engine_tests events_tests serving_tests c_interface_tests c_interface_examples_tests
  spec_tests oracle_tests serve_tests reports_tests parse_bounded rewrite_bounded http_bounded'
watched_tests='-R ^(typing|engine|events|serving|c_interface|c_interface_examples|spec|pages|oracle|serve|reports|fuzz)
  -E ^(events/(linear|hostile_size|ids)|oracle/random_grammar)$'
if [ -n "${TOOLCALL_NIGHTLY:-}" ]; then watched=all watched_tests=; fi

# All at once, where all can be had; what is of some steps alone is asked for there again.
step 'packages' sh -c 'sh cmake/packages.sh build check docs package wheel python wasm || sh cmake/packages.sh build check docs' || finish
# The Makefile looks for it before it may have been installed.
if [ -z "${CMAKE_CXX_COMPILER_LAUNCHER:-}" ] && command -v ccache > /dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=ccache; fi
python=-DTOOLCALL_PYTHON=OFF
if have 'Python' python_tools; then python=-DTOOLCALL_PYTHON=ON; fi
step 'the code is laid out as .clang-format says' formatted
# shellcheck disable=SC2086  # several words on purpose
{
  # The Debian packages are made of this build, since make package would compile the same once more; so its libraries go
  # where Debian's do.
  libdir=''
  if have 'Debian packages' sh cmake/packages.sh package; then
    libdir=-DCMAKE_INSTALL_LIBDIR=lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
  fi
  if step 'release: build with GCC, warnings are errors' build release all $on $python $libdir; then
    tests release
    if [ -n "$libdir" ]; then
      step 'Debian packages hold what they should, and can be used' \
        sh tests/install/debian.sh build/release build/package/unpacked c++
    fi
  fi
  # Clang compiles this one, so it is the second compiler that must not warn, too. CMake forgets the flags where the folder
  # was configured for another compiler before.
  if step 'asan: build with Clang and its sanitizers, warnings are errors' build asan "$watched" --fresh $on $made; then
    tests asan $watched_tests
  fi

  # Data races, which those two do not see, in what threads share.
  if [ -n "${TOOLCALL_NIGHTLY:-}" ] && step 'tsan: build with ThreadSanitizer' build tsan c_interface_tests --fresh $on $made; then
    tests tsan -R '^c_interface$'
  fi

  # Among its tests is that of the npm package.
  if have 'WebAssembly' wasm_tools &&
    step 'WebAssembly: build with Emscripten' build wasm all -DTOOLCALL_TESTS=ON -DTOOLCALL_WERROR=ON $made; then
    tests wasm
  fi

  # Each source by itself, in the second compiler, and the packages as make package makes them.
  if [ -n "${TOOLCALL_NIGHTLY:-}" ]; then
    step 'clang: build, each source by itself' build clang all -DTOOLCALL_TESTS=ON -DTOOLCALL_WERROR=ON $made
    if [ -n "$libdir" ]; then step 'make package' make package; fi
  fi
}
finish
