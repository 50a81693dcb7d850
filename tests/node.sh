# For scripts of tests that Node runs, which say leave_out REASON where something is missing.
# shellcheck shell=sh disable=SC2317

need_node() {
  command -v node > /dev/null 2>&1 || leave_out 'there is no node'
  command -v npm > /dev/null 2>&1 || leave_out 'there is no npm'
  [ "$(node -p 'parseInt(process.versions.node)')" -ge 20 ] || leave_out "Node $(node --version) is older than 20"
}

# fetch_node_packages: what package-lock.json says, into this folder, if it is not there. What was installed last is noted
# after it, so that what was cut off is done again.
fetch_node_packages() {
  if cmp -s package-lock.json node_modules/installed.json; then return 0; fi
  npm ci --no-progress && cp package-lock.json node_modules/installed.json
}

# enter_node_tests FROM FOLDER WHAT: copies the tests of FROM to FOLDER, and goes there; npm fetches WHAT they need when
# that is done there first.
enter_node_tests() {
  need_node
  mkdir -p "$2"
  cp "$1"/*.mjs "$1"/*.json "$1/.npmrc" "$2"
  cd "$2"
  fetch_node_packages || leave_out "npm cannot fetch $3"
}

# run_node_tests FROM FOLDER WHAT: likewise, and runs them.
run_node_tests() {
  enter_node_tests "$@"
  node --test
}
