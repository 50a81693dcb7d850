#!/bin/sh
# The one block of C++ on a page is a file, to the byte. usage: check_code.sh PAGE FILE
set -eu
awk '/^```cpp$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$1" | diff -u "$2" -
