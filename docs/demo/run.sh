#!/bin/sh
# The demo: five texts of a model, and what the command makes of them. usage: sh docs/demo/run.sh COMMAND
set -eu
command=$1
here=$(dirname "$0")
tools=$here/tools.json

bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
  bold=$(printf '\033[1m') plain=$(printf '\033[0m')
fi

heading() {
  printf '\n%s%s%s\n\n' "$bold" "$1" "$plain"
}

# whole FILE FLAGS...: the text, the command line, the message.
whole() {
  file=$1
  shift
  sed 's/^/  | /' "$here/$file"
  printf '\n\n$ toolcall parse --tools tools.json%s %s\n' "${*:+ $*}" "$file"
  "$command" parse --pretty --tools "$tools" "$@" "$here/$file"
}

# The bytes of FILE in pieces, as a server sends them; what is sent is shown on descriptor 3.
pieces() {
  size=$(wc -c < "$1")
  at=0
  while [ $((at * 20)) -lt "$size" ]; do
    printf '  > ' >&3
    dd if="$1" bs=20 skip=$at count=1 2>/dev/null | tr '\n' '\r' | sed "s/$(printf '\r')/⏎/g" >&3
    echo >&3
    dd if="$1" bs=20 skip=$at count=1 2>/dev/null
    sleep 0.15
    at=$((at + 1))
  done
}

heading '1. A clean call: reasoning, text, and two calls, typed as their schemas ask for'
whole clean.txt

heading '2. Sloppy calls: one is repaired and says how, one is not what its schema asks for and says why'
whole sloppy.txt

heading '3. A truncated call: it is not offered as a call; the one before it is'
whole truncated.txt --finish-reason length

heading '4. Two dialects in one message, neither of them named'
whole mixed.txt

printf '\n%s\n' 'For a host that wants calls by its interface only, this is what to tell the model:'
printf '\n$ toolcall parse --tools tools.json --format correction mixed.txt\n'
"$command" parse --tools "$tools" --format correction "$here/mixed.txt"

heading '5. A streamed call: 20 bytes at a time (>), and each event as soon as it is certain'
printf '%s\n\n' 'The first </parameter> could end the value, so it is held until the comma shows that it does not.'
exec 3>&1
pieces "$here/streamed.txt" | "$command" stream --tools "$tools" | while IFS= read -r event; do
  printf '      %s\n' "$event"
done

heading '6. The sloppy calls again: what became of each byte, and why'
printf '%s\n\n' '$ toolcall explain --tools tools.json sloppy.txt'
"$command" explain --tools "$tools" "$here/sloppy.txt"
echo
