#!/bin/sh
# Runs the `console` blocks of a page, and compares what is printed with what stands there.
# usage: check_console.sh PAGE TOOLCALL EXAMPLE...    in the root of the repository
#
# A command begins with "$ "; it goes on after a backslash, and after <<'END' up to END. Each runs in a shell of its own.
# An example is called by its file name, at the start of a command. What a command writes into the current folder is there
# for those after it, and gone with the last: the folder only looks like the root.
set -eu
page=$1
toolcall=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/root"
ln -s "$PWD"/* "$work/root"

awk -v work="$work" -v toolcall="$toolcall" -v examples="$*" '
  BEGIN {
    split(examples, list, " ")
    for (i in list) { name = list[i]; sub(/.*\//, "", name); program[name] = list[i] }
  }
  /^```console$/ { inside = 1; next }
  /^```$/ { inside = 0 }
  !inside { next }
  !more && !document && /^\$ / {
    ++count
    line = substr($0, 3)
    gsub(/build\/release\/toolcall/, toolcall, line)
    name = line
    sub(/ .*/, "", name)
    if (name in program) line = program[name] substr(line, length(name) + 1)
    printf "" > (work "/" count ".expected")
    print line > (work "/" count ".sh")
    more = line ~ /\\$/
    document = line ~ /<<'\''END'\''/
    next
  }
  more || document {
    print > (work "/" count ".sh")
    if (more) { more = /\\$/; document = document || /<<'\''END'\''/ } else { document = $0 != "END" }
    next
  }
  { print > (work "/" count ".expected") }
  END { print count + 0 > (work "/count") }
' "$page"

count=$(cat "$work/count")
if [ "$count" -eq 0 ]; then
  echo "$page: there is no command in a console block" >&2
  exit 1
fi
status=0
at=1
while [ "$at" -le "$count" ]; do
  (cd "$work/root" && exec sh "$work/$at.sh") > "$work/$at.printed" 2>&1 || true
  if ! diff -u "$work/$at.expected" "$work/$at.printed"; then
    echo "$page: the command above prints something else: $(head -n 1 "$work/$at.sh")" >&2
    status=1
  fi
  at=$((at + 1))
done
echo "$page: $count commands run"
exit $status
