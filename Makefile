# make            the command, at build/release/toolcall
# make demo       shows it: a clean call, sloppy ones, a truncated one, a streamed one
# make check      all tests, those of the library under sanitizers and with a second compiler too; the last line counts them
# make nightly    the same with everything under sanitizers, data races too, and the longest tests at full length: some hours
# make grammar    compiles the pages of spec/ to the headers of grammar/, and lists the dialects in README.md and docs/dialects.md
# make railroads  draws the railroad diagrams of docs/railroads/ from the pages
# make docs       builds the manual, a static site: build/manual/site/index.html
# make package    makes Debian packages of the command and of the library, in build/package
# make dist       makes a tarball of a static command, build/toolcall-VERSION-SYSTEM-MACHINE.tar.gz, and one of the source
# make python     makes a wheel of the Python package, in build/python
# make wasm       compiles the library to WebAssembly, build/wasm/libtoolcall.a
# make npm        makes the npm package, build/npm/toolcall-VERSION.tgz
# make bench      measures, and writes the figures of README.md and docs/speed.md
# make conformance  runs what others made: a neutral suite, chat templates, BFCL's calls; fetches them, and writes docs/conformance.md
# make fuzz       looks for inputs that break it; SECONDS=600 for longer
# make clean      removes build/
#
# What is missing is installed with apt-get, where there is one (cmake/packages.sh). The builds are CMake's.

.PHONY: command demo check nightly grammar railroads docs package dist python wasm npm bench conformance fuzz clean
.DEFAULT_GOAL := command

export CMAKE_BUILD_PARALLEL_LEVEL ?= $(shell nproc 2>/dev/null || echo 2)
export CTEST_PARALLEL_LEVEL ?= $(CMAKE_BUILD_PARALLEL_LEVEL)
export CMAKE_CXX_COMPILER_LAUNCHER ?= $(shell command -v ccache 2>/dev/null)
# ccache: a clone in another folder finds what this one compiled, and a compiled header is taken for what it was made of.
export CCACHE_BASEDIR ?= $(CURDIR)
export CCACHE_SLOPPINESS ?= pch_defines,time_macros

# An existing configuration stays as it is, so that this build and that of the tests do not undo each other.
command:
	@sh cmake/packages.sh build
	@test -f build/release/build.ninja || cmake --preset release -DTOOLCALL_TESTS=OFF
	@cmake --build build/release --target toolcall_command

demo: command
	@sh docs/demo/run.sh build/release/toolcall

check:
	@bash cmake/check.sh

nightly:
	@TOOLCALL_NIGHTLY=1 bash cmake/check.sh

grammar:
	@sh cmake/packages.sh build
	@cmake --preset release $(if $(wildcard build/release/build.ninja),,-DTOOLCALL_TESTS=OFF)
	@cmake --build build/release --target grammarc
	build/release/grammarc --out grammar spec
	@sh docs/railroads.sh build/release/grammarc || [ $$? -eq 77 ]
	@cmake --build build/release --target toolcall_command
	@for page in README.md docs/dialects.md; do sh examples/dialect_table.sh --write $$page build/release/toolcall; done

railroads:
	@sh cmake/packages.sh build docs
	@cmake --preset release $(if $(wildcard build/release/build.ninja),,-DTOOLCALL_TESTS=OFF)
	@cmake --build build/release --target grammarc
	@sh docs/railroads.sh build/release/grammarc

docs:
	@sh cmake/packages.sh build docs
	@cmake --preset release $(if $(wildcard build/release/build.ninja),,-DTOOLCALL_TESTS=OFF)
	@cmake --build build/release --target grammarc toolcall_command
	@python=$$(sh docs/manual/python.sh) && $$python docs/manual/build.py --grammarc build/release/grammarc \
	  --command build/release/toolcall --out build/manual $(if $(wildcard docs/railroads),--require-diagrams) \
	  $(if $(wildcard build/npm/package/toolcall.wasm),--package build/npm/package)

package:
	@sh cmake/packages.sh build package
	@cmake --preset package
	@cmake --build build/package
	@cpack --config build/package/CPackConfig.cmake -B build/package

dist:
	@sh cmake/packages.sh build package
	@cmake --preset dist
	@cmake --build build/dist --target toolcall_command grammarc
	@sh cmake/dist.sh build/dist build
	@sh cmake/source_archive.sh build/dist/grammarc build

python:
	@sh cmake/packages.sh build wheel
	@sh cmake/re2_source.sh build/re2
	@cmake --preset release -DTOOLCALL_PYTHON=ON $(if $(wildcard build/release/build.ninja),,-DTOOLCALL_TESTS=OFF)
	@cmake --build build/release --target python_wheel

wasm:
	@sh cmake/packages.sh build wasm
	@sh cmake/re2_source.sh build/re2
	@cmake --preset wasm -DTOOLCALL_TESTS=OFF
	@cmake --build build/wasm --target toolcall

npm:
	@sh cmake/packages.sh build wasm
	@sh cmake/re2_source.sh build/re2
	@cmake --preset wasm $(if $(wildcard build/wasm/build.ninja),,-DTOOLCALL_TESTS=OFF)
	@cmake --build build/wasm --target npm_package

bench:
	@sh cmake/packages.sh build package bench
	@cmake --preset bench
	@cmake --build build/bench
	@python3 tests/bench/figures.py --measure build/bench

conformance: command
	@TOOLCALL_WRITE=docs/conformance.md TOOLCALL_REQUIRE_ALL=1 sh tests/conformance/run.sh build/release/toolcall build/conformance

# Clang's libFuzzer, SECONDS for each target.
SECONDS ?= 60
fuzz:
	@cmake --preset fuzz
	@cmake --build build/fuzz
	@for target in parse rewrite http; do mkdir -p build/fuzz/found/$$target; \
	  build/fuzz/tests/fuzz/$${target}_fuzz -max_total_time=$(SECONDS) build/fuzz/found/$$target tests/fuzz/seeds/$$target || exit 1; done

clean:
	rm -rf build
