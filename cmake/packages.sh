#!/bin/sh
# Installs what is missing to build toolcall, where there is apt-get; elsewhere says what to install, and fails.
# usage: packages.sh build|check|docs|package|wheel|python|wasm|bench...
#
# Not among them are Node 20 and npm, for the tests of clients: Debian 12's Node is older. Where they are, npm fetches the
# clients into the build (tests/clients/run.sh, tests/npm/run.sh), which needs the network once.
set -eu

# group | Debian's package | what it is for | how to find it where there are no Debian packages: a command, a header or a path
known() {
  cat <<'LIST'
build|g++|compiles C++20|g++
build|cmake|configures the build|cmake
build|ninja-build|runs the build|ninja
build|tao-pegtl-dev|PEGTL, in whose rules grammars are written|tao/pegtl.hpp
build|nlohmann-json3-dev|JSON, read from schemas and written for output|nlohmann/json.hpp
build|libvalijson-dev|validates arguments by JSON Schema|valijson/validator.hpp
build|libre2-dev|patterns of schemas, in linear time|re2/re2.h
build|libcli11-dev|flags of the command line|CLI/CLI.hpp
build|libboost-dev|Beast and Asio, for toolcall serve; headers alone|boost/beast/http.hpp
build|libssl-dev|TLS, for toolcall serve|openssl/ssl.h
build|libtomlplusplus-dev|the file of toolcall serve|toml++/toml.h
check|ccache|compiles once what the builds of a check have in common, and what did not change since the last one|ccache
check|catch2|unit tests|catch2/catch.hpp catch2/catch_test_macros.hpp
check|clang|the second compiler that must not warn|clang++
check|libclang-rt-14-dev|the sanitizers that programs of Clang are linked with|/usr/lib/llvm-14/lib/clang/14.0.6/lib/linux
check|clang-format|the layout of the code|clang-format
docs|python3-railroad-diagrams|draws the railroad diagrams|/usr/lib/python3/dist-packages/railroad.py
check|chromium|opens every page of the manual|chromium
check|pkg-config|links the installed library without CMake|pkg-config pkgconf
docs|furo|how the manual looks: on a phone, in the dark, for screen readers|/usr/lib/python3/dist-packages/furo
docs|python3-myst-parser|reads the Markdown of the manual|/usr/lib/python3/dist-packages/myst_parser
docs|python3-sphinx|builds the manual, with a search that needs no server|sphinx-build
package|dpkg-dev|makes Debian packages, and finds what they depend on|dpkg-shlibdeps
package|help2man|makes the man pages|help2man
package|file|tells programs from other files of a package|file
wheel|python3-build|makes the wheel of the Python package|/usr/lib/python3/dist-packages/build
wheel|python3-setuptools|lays out what is in the wheel|/usr/lib/python3/dist-packages/setuptools
wheel|python3-wheel|writes the wheel|/usr/lib/python3/dist-packages/wheel
wheel|dpkg-dev|unpacks the source of RE2, which is linked into the wheel|dpkg-source
wheel|python3-six|makes RE2's tables|/usr/lib/python3/dist-packages/six.py
wheel|unicode-data|makes RE2's tables|/usr/share/unicode/UnicodeData.txt
python|python3-pytest|runs the tests of the Python package|/usr/lib/python3/dist-packages/pytest
python|python3-venv|installs the wheel where nothing else is|/usr/lib/python3.11/ensurepip
python|python3-pydantic|models that become tools|/usr/lib/python3/dist-packages/pydantic
python|python3-httpx|the transport's client|/usr/lib/python3/dist-packages/httpx
python|python3-jinja2|renders the chat templates that dialects are learned from|/usr/lib/python3/dist-packages/jinja2
python|python3-pandas|data frames|/usr/lib/python3/dist-packages/pandas
python|python3-dask|bags and data frames in partitions|/usr/lib/python3/dist-packages/dask
python|python3-distributed|a cluster of worker processes|/usr/lib/python3/dist-packages/distributed
python|python3-mypy|checks the types of the Python package|/usr/lib/python3/dist-packages/mypy
wasm|emscripten|compiles C++20 to WebAssembly, which Node then runs|em++
wasm|dpkg-dev|unpacks the source of RE2|dpkg-source
wasm|python3-six|makes RE2's tables|/usr/lib/python3/dist-packages/six.py
wasm|unicode-data|makes RE2's tables|/usr/share/unicode/UnicodeData.txt
bench|libsimdjson-dev|a parser of JSON that the benchmark measures beside|simdjson.h
LIST
}

installed() {
  if command -v dpkg-query > /dev/null 2>&1; then
    case $(dpkg-query -W -f '${db:Status-Status}' "$1" 2> /dev/null) in installed) return 0 ;; esac
  fi
  for thing in $2; do
    case $thing in
      /*) [ ! -e "$thing" ] || return 0 ;;
      *.h | *.hpp)
        for folder in /usr/include /usr/local/include; do [ ! -e "$folder/$thing" ] || return 0; done
        ;;
      *) ! command -v "$thing" > /dev/null 2>&1 || return 0 ;;
    esac
  done
  return 1
}

missing=''
reasons=''
for group in "$@"; do
  while IFS='|' read -r of package purpose places; do
    if [ "$of" = "$group" ] && ! installed "$package" "$places"; then
      missing="$missing $package"
      reasons="$reasons
  $package: $purpose"
    fi
  done <<LIST
$(known)
LIST
done
[ -n "$missing" ] || exit 0

refuse() {
  printf '%s\n' "toolcall needs packages that are not installed:$reasons" \
    "$1; install them (these are Debian's names):$missing" >&2
  exit 1
}

command -v apt-get > /dev/null 2>&1 || refuse 'There is no apt-get here'
root=''
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo > /dev/null 2>&1 || refuse 'Only root may install packages, and there is no sudo'
  root='sudo'
fi

printf '%s\n' "Installing with ${root:+$root }apt-get, because toolcall needs it:$reasons"
$root apt-get update -qq
# shellcheck disable=SC2086  # several words on purpose
$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
