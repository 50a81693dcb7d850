"""Runs the programs of the benchmark and gathers what they print, with what must be known of the machine."""

import json
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median

CALL = 'I look.\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Bern", "days": 3, "units": "metric", ' \
       '"details": ["wind", "rain", "sun"], "note": "the weather for the trip to the mountains"}}\n</tool_call>'


def output_of(*command: object, cwd: Path | None = None) -> str:
    print("running", *command, file=sys.stderr, flush=True)
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True, cwd=cwd).stdout


def machine(root: Path, build: Path) -> dict:
    cache = dict(re.findall(r"^(\w+):\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.M))
    compiler = output_of(cache["CMAKE_CXX_COMPILER"], "--version").splitlines()[0]
    model = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)
    changed = output_of("git", "status", "--porcelain", "--", "src", "include", "grammar", "tests/bench", cwd=root)
    return {
        "processor": model[1] if model else platform.machine(),
        "cores": os.cpu_count(),
        "system": platform.freedesktop_os_release()["PRETTY_NAME"],
        "compiler": re.sub(r"^\S+ \(.*?\) ", "GCC ", compiler) if "clang" not in compiler else compiler,
        "flags": cache["CMAKE_CXX_FLAGS_RELEASE"],
        "commit": output_of("git", "rev-parse", "--short=10", "HEAD", cwd=root).strip(),
        "changed": bool(changed.strip()),
    }


def load() -> float:
    return round(os.getloadavg()[0], 1)


def processor_time(command: list[str], text: str) -> float:
    """Seconds, of the process and what it waited for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=text, text=True, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def commands(build: Path) -> dict:
    """A process from its start to its end, in milliseconds; in turns."""
    run = {"toolcall --version": ["--version"], "toolcall parse": ["parse"]}
    times: dict[str, list[float]] = {name: [] for name in run}
    for _ in range(21):
        for name, words in run.items():
            times[name].append(processor_time([str(build / "toolcall"), *words], CALL) * 1000)
    return {name: round(median(each), 2) for name, each in times.items()}


def parts_of(link_map: str) -> dict[str, int]:
    """Bytes of the program that come from each object of the archive, after unused sections were left out."""
    sizes: dict[str, int] = {}
    used = link_map[link_map.index("Linker script and memory map"):]
    line = re.compile(r"^ \.\S+\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) (\S+?)(?:\(([^)]*)\))?$", re.M)
    for address, size, _, member in line.findall(re.sub(r"^( \.\S+)\n\s+", r"\1 ", used, flags=re.M)):
        if member and int(address, 16) > 0:
            sizes[member] = sizes.get(member, 0) + int(size, 16)
    return sizes


def sizes(build: Path) -> dict:
    bench = build / "tests/bench"
    parts = parts_of((bench / "consumer.map").read_text())
    consumer = (bench / "bench_consumer").stat().st_size
    symbols = re.findall(r"^[0-9a-f]+ ([0-9a-f]+) \w .*\bnlohmann::", output_of("nm", "-CS", build / "libtoolcall.a"), re.M)
    made = {
        "libtoolcall.a": (build / "libtoolcall.a").stat().st_size,
        "consumer": consumer,
        "of it": {
            "valijson": sum(size for name, size in parts.items() if name.startswith("cross_check")),
            "nlohmann": sum(int(size, 16) for size in symbols),
            "the program of all dialects": parts.get("program.cpp.o", 0),
        },
        "packages": {each.name.split("_")[0]: each.stat().st_size for each in sorted((build / "packages").glob("*.deb"))},
    }
    static = bench / "bench_consumer_re2"
    if static.exists():
        made["of it"]["RE2"] = static.stat().st_size - consumer
    return made


def javascript(root: Path) -> dict:
    """Of the npm package, milliseconds of each dialect; nothing where `make npm` was not run, or there is no Node."""
    if shutil.which("node") is None or not (root / "build/npm/package/node.js").exists():
        print("left out: JavaScript, because there is no Node, or no package of `make npm`", file=sys.stderr)
        return {}
    return json.loads(output_of("node", root / "tests/bench/javascript.mjs", "--json"))


def measured(root: Path, build: Path) -> dict:
    bench = build / "tests/bench"
    shutil.rmtree(build / "packages", ignore_errors=True)
    output_of("cpack", "--config", build / "CPackConfig.cmake", "-B", build / "packages")
    made = {"machine": machine(root, build), "sizes": sizes(build), "held": json.loads(output_of(bench / "held_bench"))}
    loads = [load()]
    made["times"] = json.loads(output_of(bench / "toolcall_bench"))
    loads.append(load())
    made["commands"] = commands(build)
    records = build / "records"
    records.mkdir(exist_ok=True)
    made["batch"] = json.loads(output_of(bench / "batch_bench", build / "toolcall", bench / "batch_loop", records))
    shutil.rmtree(records)
    loads.append(load())
    made["javascript"] = javascript(root)
    made["serve"] = json.loads(output_of(bench / "serve_bench", build / "toolcall"))
    loads.append(load())
    made["machine"]["load"] = loads
    return made


def lines_of(made: dict) -> str:
    """As JSON, a line for each measurement, so that a later one can be compared with it."""
    text = json.dumps(made, indent=1, ensure_ascii=False)
    return re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda m: "[" + re.sub(r",\s+", ", ", m[1]) + "]", text) + "\n"
