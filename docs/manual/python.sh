#!/bin/sh
# Prints the Python that has what the manual is made with: Debian's, where another one stands before it in the path.
for python in python3 /usr/bin/python3; do
  if command -v "$python" > /dev/null 2>&1 && "$python" -B -c 'import sphinx, myst_parser, furo' 2> /dev/null; then
    echo "$python"
    exit 0
  fi
done
echo 'no Python here has sphinx, myst_parser and furo (sh cmake/packages.sh docs)' >&2
exit 1
