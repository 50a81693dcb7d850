"""Spark and Ray Data: the block of docs/python.md, on frames with a column of ids beside the text."""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pandas
import pytest

from toolcall.frames import FrameReader

PAGE = Path(__file__).parents[3] / "docs" / "python.md"
TOOLS = [{"name": "ping", "input_schema": {"properties": {"n": {"type": "integer"}}}}]
TEXTS = ["Hello", *(f'<tool_call>{{"name": "ping", "arguments": {{"n": "{n}"}}}}</tool_call>' for n in range(99))]


def block(word):
    (found,) = (code for code in re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.M | re.S) if word in code)
    return found


def check(rows):
    rows = sorted(rows, key=lambda row: row["id"])
    assert [row["id"] for row in rows] == list(range(len(TEXTS)))
    assert rows[0]["toolcall_content"] == "Hello" and rows[0]["output"] == "Hello"
    calls = [json.loads(row["toolcall_tool_calls"])[0]["function"]["arguments"] for row in rows[1:]]
    assert calls == [f'{{"n":{n}}}' for n in range(99)]


@pytest.fixture
def read():
    return FrameReader(text="output", tools=TOOLS)


@pytest.mark.skipif(shutil.which("java") is None, reason="there is no java")
def test_spark(read, monkeypatch):
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        names = {"read": read, "frame": spark.createDataFrame(list(enumerate(TEXTS)), "id long, output string").repartition(3)}
        exec(block("mapInPandas"), names)
        check([row.asDict() for row in names["frame"].collect()])
    finally:
        spark.stop()


def test_ray(read):
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, runtime_env={"env_vars": dict(os.environ)})
    try:
        names = {"read": read, "dataset": ray.data.from_pandas(pandas.DataFrame({"id": range(len(TEXTS)), "output": TEXTS}))}
        exec(block("map_batches"), names)
        check(names["dataset"].take_all())
    finally:
        ray.shutdown()
