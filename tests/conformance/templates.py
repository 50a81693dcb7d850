"""Whether the dialect that a chat template shows reads the calls that the template writes.

    templates.py COMMAND [--write PAGE] PACKAGE...

A package is the name of one that is installed, or a source archive. Each of its templates writes a conversation with one
call; the text of the call is read with the dialect that `toolcall dialects --template` names, and with all of them. It
fails where the named dialect loses a call that all of them read.
"""
import argparse
import pathlib
import sys

import reading
import rendering
from rendering import CALL, TOOLS
from reading import between


def main():
    words = argparse.ArgumentParser()
    words.add_argument("command")
    words.add_argument("--write", type=pathlib.Path)
    words.add_argument("packages", nargs="+")
    given = words.parse_args()
    command, packages = given.command, given.packages
    records, names = [], []
    templates, silent = 0, 0
    for package in packages:
        for name, text in rendering.templates_of(package):
            templates += 1
            try:
                written = rendering.Template(text).written([CALL], TOOLS)
            except Exception:
                written = None
            if written is None:
                silent += 1
                continue
            likely, _ = reading.dialects_of_template(command, text)
            names.append((f"{package.split('/')[-1]}: {name}", likely))
            records.append({"text": written, "tools": TOOLS, "dialect": likely or "auto"})
    wanted = [(CALL["name"], reading.comparable(CALL["arguments"]), "complete")]

    def is_read(messages):
        return [[(name, reading.comparable(arguments), status) for name, arguments, status in reading.calls_of(each)] == wanted for each in messages]

    named = reading.read_all(command, records)
    by_name, by_all = is_read(named), is_read(reading.read_all(command, [{**each, "dialect": "auto"} for each in records]))
    native = is_read(reading.read_all(command, records, "--native-only"))
    lost = [(name, likely, record["text"]) for (name, likely), record, own, all_ in zip(names, records, by_name, by_all) if all_ and not own]
    repaired = [(name, likely, record["text"]) for (name, likely), record, own, exact in zip(names, records, by_name, native) if own and not exact]
    unread = [(name, likely, record["text"]) for (name, likely), record, own, all_ in zip(names, records, by_name, by_all) if not all_ and not own]
    unsure = sum(likely == "auto" for _, likely in names)
    unknown = sum(not likely for _, likely in names)
    for title, some in (("not read by the dialect that is named, but by all", lost), ("read, but not with --native-only", repaired), ("not read", unread)):
        for name, likely, text in some:
            print(f"{title}: {name} ({likely or 'none'}): {text[:200]!r}")
    rows = [("templates", templates), ("which write no call for this conversation", silent), ("which write one", len(names)),
            ("the dialect that is named reads it", sum(by_name)), ("all dialects read it", sum(by_all)), ("it is read with `--native-only`", sum(native)),
            ("what is named is `auto`", unsure), ("no dialect is known", unknown)]
    for title, count in rows:
        print(f"{count:5} {title}")
    if given.write:
        page = given.write.read_text("utf-8")
        table = "\n".join(["| | templates |", "|---|---:|", *(f"| {title} | {count} |" for title, count in rows)])
        given.write.write_text(between(page, "templates", table), "utf-8")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
