# For scripts of tests that Python runs, which say leave_out REASON where something is missing.
# shellcheck shell=sh disable=SC2317

# need_python: Debian's Python, for which its packages are; another one elsewhere. It is $python.
need_python() {
  python=/usr/bin/python3
  [ -x $python ] || python=$(command -v python3) || leave_out 'there is no python3'
  $python -c 'import sys; sys.exit(sys.version_info < (3, 11))' || leave_out 'Python is older than 3.11'
}

# make_venv FOLDER REQUIREMENTS FLAG...: a venv with what REQUIREMENTS says, which pip fetches with these flags if it is not
# there; false where it cannot. What was installed last is noted after it, so that what was cut off is done again.
make_venv() {
  venv=$1
  requirements=$2
  shift 2
  if cmp -s "$requirements" "$venv/installed.txt"; then return 0; fi
  mkdir -p "$venv" && $python -m venv "$venv" &&
    PIP_DISABLE_PIP_VERSION_CHECK=1 "$venv/bin/pip" install -q "$@" -r "$requirements" &&
    cp "$requirements" "$venv/installed.txt"
}
