"""What the command reads, many texts at a time."""
import collections
import json
import subprocess


def comparable(value):
    """Numbers by their value, but true is no number; the keys of objects in any order."""
    if isinstance(value, dict):
        return {key: comparable(each) for key, each in value.items()}
    if isinstance(value, list):
        return [comparable(each) for each in value]
    return ("boolean", value) if isinstance(value, bool) else value


def read_all(command, records, *flags):
    """The messages of records, each a dictionary with "text", "tools" and perhaps "finish_reason" and "dialect"."""
    made = [None] * len(records)
    by_dialect = collections.defaultdict(list)
    for place, record in enumerate(records):
        by_dialect[record.get("dialect", "auto"), record.get("prefill", "")].append(place)
    for (dialect, prefill), places in by_dialect.items():
        lines = "".join(json.dumps({key: records[place][key] for key in ("text", "tools", "finish_reason") if key in records[place]}) + "\n"
                        for place in places)
        more = ["--prefill", prefill] if prefill else []
        done = subprocess.run([command, "batch", "--dialect", dialect, "--seed", "1", *more, *flags], input=lines.encode(), capture_output=True)
        results = done.stdout.decode().splitlines()
        if len(results) != len(places):
            raise SystemExit(f"toolcall batch --dialect {dialect}: {done.stderr.decode()}")
        for place, line in zip(places, results):
            result = json.loads(line)
            if "error" in result:
                raise SystemExit(f"toolcall batch: {result['error']}")
            made[place] = result["message"]
    return made


def calls_of(message):
    """The name, arguments and status of each call that was read."""
    return [(call["function"]["name"], json.loads(call["function"]["arguments"]), status["status"])
            for call, status in zip(message["tool_calls"], message["toolcall"]["calls"])]


def dialects_of_template(command, template):
    """The names of the dialects that the template shows, as --dialect takes them, and all that are possible."""
    done = subprocess.run([command, "dialects", "--template", "-", "--format", "json"], input=template.encode(), capture_output=True)
    if done.returncode not in (0, 1):
        raise SystemExit(f"toolcall dialects --template: {done.stderr.decode()}")
    found = json.loads(done.stdout)
    return ",".join(each["dialect"] for each in found if each["likely"]), [each["dialect"] for each in found]


def between(page, mark, content):
    """The page with this content between two marks."""
    begin, end = f"<!-- {mark} -->\n", f"<!-- /{mark} -->"
    before, rest = page.split(begin)
    return before + begin + content + "\n" + end + rest.split(end)[1]
