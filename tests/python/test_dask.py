"""Dask, on a cluster of two worker processes, of which one is killed in the middle."""

import json
import os
import signal
from functools import partial

import dask.bag
import dask.dataframe
import pandas
import pytest
from distributed import Client, LocalCluster

import toolcall
import toolcall.dask

TOOLS = toolcall.Tools([{"name": "f", "parameters": {"properties": {"n": {"type": "integer"}}}}])
PARTITIONS = 12
RECORDS = 600


def text(n):
    return 'Number %d. <tool_call>{"name": "f", "arguments": {"n": "%d"}}</tool_call>' % (n, n)


def numbers(message):
    return [json.loads(call["function"]["arguments"])["n"] for call in message["tool_calls"]]


@pytest.fixture(scope="module")
def cluster():
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as workers, Client(workers) as client:
        client.wait_for_workers(2, timeout=120)
        yield client


def dies_once(part, folder, middle):
    """Notes who computes this partition; the worker that has the middle one in hand is killed, the first time."""
    part = list(part)
    first = part[0]["n"] if isinstance(part[0], dict) else part[0]
    (folder / f"{first}.{os.getpid()}").touch()
    if first == middle:
        try:
            (folder / "killed").touch(exist_ok=False)
        except FileExistsError:
            return part
        os.kill(os.getpid(), signal.SIGKILL)
    return part


def test_a_worker_that_is_killed_costs_nothing_and_doubles_nothing(cluster, tmp_path):
    records = [{"n": n, "text": text(n)} for n in range(RECORDS)]
    bag = dask.bag.from_sequence(records, npartitions=PARTITIONS)
    middle = RECORDS // 2
    read = toolcall.dask.parse_bag(bag, text="text", tools=TOOLS)
    read = read.map_partitions(partial(dies_once, folder=tmp_path, middle=middle))
    workers = set(cluster.run(os.getpid).values())
    assert len(workers) == 2

    made = read.compute()
    assert [record["n"] for record in made] == list(range(RECORDS))
    assert all(numbers(record["toolcall"]) == [record["n"]] for record in made)

    # A worker was killed with a partition in hand, and another process computed that again.
    (tmp_path / "killed").unlink()
    tries = [path.name.split(".") for path in tmp_path.iterdir()]
    assert {int(first) for first, _ in tries} == set(range(0, RECORDS, RECORDS // PARTITIONS))
    by = {pid for first, pid in tries if int(first) == middle}
    assert len(by) == 2

    # Computed here, without any of that, it is the same to the letter, ids too.
    alone = toolcall.dask.parse_bag(bag, text="text", tools=TOOLS).compute(scheduler="synchronous")
    assert made == alone


def test_a_bag_of_texts(cluster):
    bag = dask.bag.from_sequence([text(n) for n in range(20)], npartitions=4)
    made = toolcall.dask.parse_bag(bag, tools=TOOLS).compute()
    assert [numbers(message) for message in made] == [[n] for n in range(20)]
    records = dask.bag.from_sequence([{"n": n, "output": text(n)} for n in range(20)], npartitions=4)
    read = toolcall.dask.parse_bag(records, text="output", tools=TOOLS).compute()
    assert [numbers(each["toolcall"]) for each in read] == [[each["n"]] for each in read] and len(read) == 20
    cut = toolcall.dask.parse_bag(dask.bag.from_sequence([text(1)[:40]]), finish_reason="length").compute()
    assert cut[0]["finish_reason"] == "length" and cut[0]["toolcall"]["incomplete"]


def test_a_data_frame(cluster):
    frame = pandas.DataFrame({"output": [text(n) for n in range(50)], "n": range(50)})
    read = toolcall.dask.parse_frame(dask.dataframe.from_pandas(frame, npartitions=5), text="output", tools=TOOLS)
    assert "toolcall_tool_calls" in read.columns
    made = read.compute()
    called = [json.loads(calls)[0]["function"]["arguments"] for calls in made["toolcall_tool_calls"]]
    assert called == ['{"n":%d}' % n for n in range(50)] and list(made["n"]) == list(range(50))


def test_mistakes_are_errors_before_anything_is_computed():
    bag = dask.bag.from_sequence(["x"])
    with pytest.raises(toolcall.SetupError):
        toolcall.dask.parse_bag(bag, dialect="hermess")
    frame = dask.dataframe.from_pandas(pandas.DataFrame({"text": ["x"]}), npartitions=1)
    with pytest.raises(toolcall.SetupError):
        toolcall.dask.parse_frame(frame, dialect="hermess")
