#!/bin/sh
# A page of spec/ has at most 40 lines of grammar, its lines have at most 150 columns, and pages that use each other's rules do so in one
# direction. docs/adding_a_dialect.md lists the shared pages, and their rules that dialects call; a page of one dialect says whose it is.
# usage: pages.sh ROOT
set -eu

cd "$1/spec"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# "PAGE USED" a line, and "PAGE USED RULE" in another file. What literals, classes and comments hold is no name; dialects.r names no page.
awk -v most=40 '
  function close_page() {
    if (lines > most) { print file ": " lines " lines of grammar, and " most " are allowed; split it by what it says"; bad = 1 }
  }
  FNR == 1 { close_page(); file = page = FILENAME; sub(/.*\//, "", page); sub(/\.md$/, "", page); lines = 0; grammar = 0 }
  /^```peg$/ { grammar = 1; next }
  /^```/ { grammar = 0 }
  !grammar || /^ *$/ { next }
  {
    ++lines
    gsub(/"([^"\\]|\\.)*"|\047([^\047\\]|\\.)*\047|\[([^]\\]|\\.)*\]|#.*/, " ")
    while (match($0, /[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*/)) {
      split(substr($0, RSTART, RLENGTH), called, ".")
      if (called[1] != page && called[1] != "dialects") { print page, called[1] > uses; print page, called[1], called[2] > calls }
      $0 = substr($0, RSTART + RLENGTH)
    }
  }
  END { close_page(); exit bad }' uses="$work/uses" calls="$work/calls" message.md dialects/*.md shapes/*.md values/*.md >&2

[ -s "$work/uses" ]

# What is no prose and no grammar may be wider: front matter, examples, tables, and the lines that show diagrams. In the
# locale C a character is one byte or more, of which all but the first are \200 to \277.
LC_ALL=C awk -v widest=150 '
  FNR == 1 { fence = kind = ""; front = $0 == "---"; if (front) next }
  front { front = $0 != "---"; next }
  fence == "" && match($0, /^```+/) { fence = substr($0, 1, RLENGTH); kind = substr($0, RLENGTH + 1); next }
  fence != "" && $0 == fence { fence = kind = ""; next }
  kind ~ /^example/ || (fence == "" && /^(\||!\[)/) { next }
  {
    line = $0
    gsub(/[\200-\277]/, "", line)
    if (length(line) > widest) { print FILENAME ":" FNR ": " length(line) " columns, and " widest " are allowed; break the line"; bad = 1 }
  }
  END { exit bad }' ./*.md dialects/*.md shapes/*.md values/*.md >&2

# What docs/adding_a_dialect.md says of the shared pages is true, and complete.
awk '
  function complain(what) { print what; bad = 1 }
  FILENAME ~ /calls$/ {
    users[$2] = users[$2] " " $1
    if (($1 in dialect) && !(($1, $2, $3) in seen)) { seen[$1, $2, $3]; ++callers[$2 "." $3] }
    next
  }
  FILENAME ~ /dialects\// && FNR == 1 { page = FILENAME; gsub(/.*\/|\.md$/, "", page); dialect[page]; next }
  FILENAME ~ /(shapes|values)\// && FNR == 1 { page = FILENAME; gsub(/.*\/|\.md$/, "", page); shared[page] = FILENAME }
  FILENAME ~ /(shapes|values)\// && /^Of the dialects, only / { owner[page] = $5; gsub(/.*\[|\].*/, "", owner[page]) }
  FILENAME !~ /adding/ { next }
  /^<!-- shared pages -->$/ { inside = 1 }
  /^<!-- \/shared pages -->$/ { inside = 0 }
  !inside { next }
  /^\| `/ {
    split($0, column, "|")
    first = ""
    while (match(column[2], /`[a-z0-9_]+`/)) {
      name = substr(column[2], RSTART + 1, RLENGTH - 2)
      if (first == "") first = name
      listed[name]
      column[2] = substr(column[2], RSTART + RLENGTH)
    }
    while (match(column[3], /`[a-z0-9_.]+`/)) {
      name = substr(column[3], RSTART + 1, RLENGTH - 2)
      if (name !~ /\./) name = first "." name
      named[name]
      if (!(name in callers)) complain("docs/adding_a_dialect.md: no dialect calls `" name "`; take it out of the table of shared pages")
      column[3] = substr(column[3], RSTART + RLENGTH)
    }
    next
  }
  { while (match($0, /\[[a-z0-9_]+\]\(/)) { listed[substr($0, RSTART + 1, RLENGTH - 3)]; $0 = substr($0, RSTART + RLENGTH) } }
  function reach(page, one,    each, many, i) {
    if (page in dialect) { if (!((one, page) in reached)) { reached[one, page]; ++reaching[one]; last[one] = page } return }
    if ((one, page) in visited) return
    visited[one, page]
    many = split(users[page], each, " ")
    for (i = 1; i <= many; ++i) reach(each[i], one)
  }
  END {
    for (page in shared) {
      if (!(page in listed)) complain("docs/adding_a_dialect.md: the shared page " page " is not in its list")
      reach(page, page)
      if (reaching[page] == 1 && owner[page] != last[page])
        complain(shared[page] ": only " last[page] " uses this page, and it does not say so")
      if ((page in owner) && (reaching[page] != 1)) complain(shared[page] ": not only " owner[page] " uses this page")
    }
    for (page in listed)
      if (!(page in shared) && !(page in dialect) && page != "message") complain("docs/adding_a_dialect.md: there is no shared page " page)
    for (name in callers) {
      split(name, part, ".")
      if (callers[name] > 1 && (part[1] in shared) && !(name in named))
        complain("docs/adding_a_dialect.md: " callers[name] " dialects call `" name "`, which is not in its table of shared pages")
    }
    exit bad
  }' dialects/*.md shapes/*.md values/*.md "$work/calls" ../docs/adding_a_dialect.md >&2

tsort "$work/uses" > "$work/order" 2> "$work/circle" && exit 0
echo "pages that use each other in a circle:" >&2
sed -n 's/^tsort: \([a-z0-9_]*\)$/  \1/p' "$work/circle" >&2
exit 1
