"""``python -m toolcall learn``."""

import sys


def main(arguments: list[str]) -> int:
    if arguments[:1] != ["learn"]:
        print("usage: python -m toolcall learn --template FILE (all else is the command toolcall)", file=sys.stderr)
        return 2
    from .learn import main as learn

    return learn(arguments[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
