"""The shared library: found, of the right number, and called without the interpreter's lock."""

import os
import subprocess
import sys
import threading

import toolcall
from toolcall import _library


def imported(**environment):
    return subprocess.run(
        [sys.executable, "-c", "import toolcall"], env={**os.environ, **environment}, capture_output=True, text=True
    )


def test_a_library_that_is_missing_or_another_is_named():
    done = imported(TOOLCALL_LIBRARY="/nowhere/libtoolcall.so")
    assert done.returncode == 1 and "LibraryNotFound" in done.stderr and "/nowhere/libtoolcall.so" in done.stderr
    done = imported(TOOLCALL_LIBRARY="libc.so.6")
    assert done.returncode == 1 and "toolcall_abi_version" in done.stderr


def test_the_package_is_written_for_this_header(root):
    header = (root / "include/toolcall.h").read_text()
    assert f"#define TOOLCALL_ABI_VERSION {_library.ABI_VERSION}\n" in header
    for name in _library._FUNCTIONS:
        assert f"toolcall_{name}(" in header


def test_other_threads_run_while_a_text_is_read():
    """With a switch interval without end, another thread runs only where the lock is given up."""
    text = b"Some words, and no call. " * 100_000
    ran = threading.Event()
    started = threading.Event()

    def other():
        started.set()
        go.wait()
        ran.set()

    go = threading.Event()
    thread = threading.Thread(target=other)
    thread.start()
    started.wait()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e6)
    try:
        go.set()
        for _ in range(100):
            parser = toolcall.Parser()
            parser.feed(text)
            if ran.is_set():
                break
        assert ran.is_set()
    finally:
        sys.setswitchinterval(interval)
        thread.join()


def test_every_thread_may_use_the_same_tools():
    tools = toolcall.Tools([{"name": "f", "parameters": {"properties": {"n": {"type": "integer"}}}}])
    wrong = []

    def read():
        for n in range(200):
            (call,) = toolcall.parse(
                '<tool_call>{"name": "f", "arguments": {"n": "%d"}}</tool_call>' % n, tools=tools
            ).tool_calls
            if call.values() != {"n": n}:
                wrong.append(call)

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_threads_that_quarrel_over_a_parser_get_errors_and_nothing_else():
    """Each feeds, asks, copies and at some time closes the same parsers; none may see freed memory."""
    parsers = [toolcall.Parser() for _ in range(50)]
    odd = []

    def use(own):
        for n in range(400):
            parser = parsers[(n * own) % len(parsers)]
            try:
                parser.feed("<tool_call>" if n % 2 else "a piece of text")
                parser.message()
                parser.copy().finish()
                if n > 200 and n % 7 == own:
                    parser.close()
            except toolcall.StateError:
                pass
            except BaseException as why:
                odd.append(why)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=use, args=(own,)) for own in range(1, 5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert odd == [] and any(parser.closed for parser in parsers)
