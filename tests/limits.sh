#!/bin/sh
# The sizes that CONTRIBUTING.md allows: a file has at most 400 lines, a function 40 (unless it is a switch), a class 45
# functions and 25 data members. Functions and classes are those of src/ and include/. What is larger stands in limits.txt with the size that it may have: that only shrinks, and
# an exception that is needed no more is an error.
# usage: limits.sh ROOT
#
# Counted in the text, as clang-format lays it out: what is declared in a class is indented by two blanks, a function ends
# with a brace on a line of its own, data members end in an underscore.
set -eu

root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"

find src include tests bindings -type d \( -name node_modules -o -name build \) -prune -o -type f \
  \( -name '*.hpp' -o -name '*.cpp' -o -name '*.h' -o -name '*.c' -o -name '*.py' -o -name '*.js' -o -name '*.mjs' \) -print |
  sort > "$work/files"
[ -s "$work/files" ]
grep -E '^(src|include)/.*\.(hpp|cpp)$' "$work/files" > "$work/cpp"

# "KIND NAME SIZE" of each
{
  xargs awk '
    FNR == 1 && file { print "file", file, lines }
    { file = FILENAME; lines = FNR }
    END { print "file", file, lines }' < "$work/files"

  xargs awk '
    function name_of(text) { sub(/\(.*/, "", text); sub(/.* [*&]*/, "", text); return text }
    function ends(level) {
      if (start[level] && !switches[level]) print "function", FILENAME ":" name_of(head[level]), FNR - start[level] + 1
      start[level] = 0
    }
    FNR == 1 { start[0] = start[2] = start[4] = 0; class = "" }
    /^ *\/\// || /^#/ || /^$/ { next }
    { level = match($0, /[^ ]/) - 1 }
    /switch \(/ { switches[0] = switches[2] = switches[4] = 1 }
    level <= 4 && /^ *}$/ { if (level == 0 || class) ends(level); next }
    level <= 4 && /\(/ && !/^ *}/ { start[level] = FNR; head[level] = $0; switches[level] = /switch \(/ }
    level == 0 && /^(class|struct) .*\{$/ { class = $2; is_class = $1 == "class"; functions = members = nested = 0; next }
    level == 0 && /^};/ {
      if (class && is_class) print "functions", class, functions "\nmembers", class, members
      class = ""
      next
    }
    !class || level != 2 { next }
    # one declaration of the class
    /^  (struct|class|enum|union)( .*)?\{$/ { next }
    /^  (using|friend|static_assert|static constexpr|template <)/ { next }
    /^  [^(]*[a-z0-9]_( = [^;]*|\{[^;]*\})?(, .*)?;/ { members += 1 + gsub(/_( = [^,;]*)?, /, "&"); next }
    /^  }.*[a-z0-9]_;/ { ++members; next }
    /\(/ { ++functions }' < "$work/cpp"
} > "$work/sizes"
grep -q '^functions emitter ' "$work/sizes"
grep -q '^function src/parser/emitter.cpp:emitter::label ' "$work/sizes"

awk '
  BEGIN { limit["file"] = 400; limit["function"] = 40; limit["functions"] = 45; limit["members"] = 25 }
  FNR == NR { if ($0 !~ /^#/ && NF == 3) allowed[$1 " " $2] = $3; next }
  { key = $1 " " $2; if ($3 > size[key]) size[key] = $3 }
  END {
    for (key in size) {
      split(key, part, " ")
      most = key in allowed ? allowed[key] : limit[part[1]]
      if (size[key] > most) { print key ": " size[key] ", of which " most " are allowed"; bad = 1 }
    }
    for (key in allowed) {
      split(key, part, " ")
      if (size[key] <= limit[part[1]]) { print key ": needs no exception any more; take it out of tests/limits.txt"; bad = 1 }
    }
    exit bad
  }' tests/limits.txt "$work/sizes" >&2
