#!/bin/sh
# Runs agents of the command line through toolcall serve. usage: run.sh COMMAND FOLDER
#
# They are fetched into a folder of the build, each into one of its own, by npm or pip, in the versions that package-lock.json
# and requirements.txt say. TOOLCALL_AGENTS in the environment names those that are run; else it is the quickest one, and with
# TOOLCALL_NIGHTLY all. Those that are not to be had are left out, with the exit code 77 when the others have run, or have
# failed, with TOOLCALL_REQUIRE_ALL=1.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
TOOLCALL_COMMAND=$1
TOOLCALL_AGENTS_FOLDER=$2
export TOOLCALL_COMMAND TOOLCALL_AGENTS_FOLDER
export npm_config_loglevel=error PIP_DISABLE_PIP_VERSION_CHECK=1

quickest=claude
all='claude cline codex langchain opencode qwen'
wanted=${TOOLCALL_AGENTS:-${TOOLCALL_NIGHTLY:+$all}}
wanted=${wanted:-$quickest}

# What an agent wants to say when it is asked for its version goes there.
nowhere=http://127.0.0.1:9

left=''
end() {
  [ -n "$left" ] || exit 0
  [ "${TOOLCALL_REQUIRE_ALL:-0}" = 1 ] && exit 1
  exit 77
}
pass_over() {
  echo "left out: $1 through toolcall serve, because $2"
  left="$left $1"
}
leave_out() {
  pass_over "$wanted" "$1"
  end
}

. "$here/../../node.sh"
need_node

# fetch_python: likewise for requirements.txt.
fetch_python() {
  if cmp -s requirements.txt installed.txt; then return 0; fi
  python=/usr/bin/python3
  [ -x $python ] || python=$(command -v python3) || return 1
  $python -m venv . && bin/pip install -q --only-binary :all: -r requirements.txt && cp requirements.txt installed.txt
}

there=''
for agent in $wanted; do
  folder=$TOOLCALL_AGENTS_FOLDER/$agent
  mkdir -p "$folder"
  cd "$folder"
  if [ -e "$here/$agent/requirements.txt" ]; then
    cp "$here/$agent/requirements.txt" .
    fetch=fetch_python started='bin/python -c pass' by='pip, in a venv of python3,'
  elif [ -e "$here/$agent/package.json" ]; then
    cp "$here/$agent"/package*.json "$here/../.npmrc" .
    fetch=fetch_node_packages started="node_modules/.bin/$agent --version" by=npm
  else
    echo "there is no agent $agent; there are: $all" >&2
    exit 1
  fi
  if ! $fetch; then
    pass_over "$agent" "$by cannot fetch it"
  elif ! env HOME="$folder" HTTPS_PROXY=$nowhere https_proxy=$nowhere $started > /dev/null 2>&1; then
    pass_over "$agent" 'it does not start here'
  else
    there="$there${there:+ }$agent"
  fi
done
[ -n "$there" ] || end
TOOLCALL_AGENTS=$there node --test --test-timeout=300000 "$here/agents.test.mjs"
end
