"""Many texts at once: in order, lazily, and with nothing lost to an error."""

import itertools

import pytest

import toolcall


def call(n):
    return '<tool_call>{"name": "f", "arguments": {"n": %d}}</tool_call>' % n


def numbers(messages):
    return [message.tool_calls[0].values()["n"] for message in messages]


@pytest.mark.parametrize("jobs", [None, 1, 3])
def test_messages_come_in_the_order_of_the_texts(jobs):
    assert numbers(toolcall.batch(map(call, range(1000)), jobs=jobs)) == list(range(1000))


def test_one_text_is_not_many():
    for wrong in ("abc", b"abc", bytearray(b"abc"), 5, None):
        with pytest.raises(toolcall.SetupError, match="^texts are an iterable of texts, such as a list, not "):
            toolcall.batch(wrong)


def test_nothing_gives_nothing():
    assert list(toolcall.batch([])) == []


def test_texts_without_end_are_read_as_messages_are_taken():
    asked = []

    def texts():
        for n in itertools.count():
            asked.append(n)
            yield call(n)

    messages = toolcall.batch(texts(), jobs=2)
    assert numbers(itertools.islice(messages, 500)) == list(range(500))
    messages.close()
    assert len(asked) < 1500


def test_a_text_may_say_why_it_ends():
    cut = call(1)[:30]
    first, second = toolcall.batch([(cut, "length"), call(2)])
    assert first.finish_reason == "length" and first.incomplete and second.finish_reason == "tool_calls"
    assert next(toolcall.batch([cut], finish_reason="length")).finish_reason == "length"


def test_an_error_of_the_source_comes_after_what_was_before_it():
    def texts():
        yield from map(call, range(100))
        raise OSError("the file ended")

    seen = []
    with pytest.raises(OSError):
        for message in toolcall.batch(texts(), jobs=2):
            seen.append(message)
    assert numbers(seen) == list(range(100))


@pytest.mark.parametrize(
    ("wrong", "kind", "said"),
    [
        (None, TypeError, "text 100: a text is a string or bytes, and None is neither"),
        (["a", "stop"], TypeError, "text 100: a text is a string or bytes, and \\['a', 'stop'\\] is neither"),
        (("a", 5), toolcall.SetupError, "text 100: finish_reason: 5 is not a string"),
        (("a", "stop", "b"), toolcall.SetupError, "text 100: a tuple is a text and its finish reason, and .* is not"),
    ],
)
def test_an_item_that_is_no_text_is_an_error_after_the_texts_before_it(wrong, kind, said):
    seen = []
    with pytest.raises(kind, match=f"^{said}"):
        for message in toolcall.batch([*map(call, range(100)), wrong, call(100)], jobs=2):
            seen.append(message)
    assert numbers(seen) == list(range(100))


def test_long_texts_are_shared_out_among_threads():
    asked = []

    def texts():
        for n in range(64):
            asked.append(n)
            yield "a " * 200_000 + call(n)

    messages = toolcall.batch(texts(), jobs=1)
    assert numbers([next(messages)]) == [0] and len(asked) < 10
    messages.close()


def test_mistakes_are_errors_at_once():
    with pytest.raises(toolcall.SetupError):
        toolcall.batch([], dialect="hermess")
    with pytest.raises(toolcall.SetupError):
        toolcall.batch([], options=toolcall.Options(without=("no_such_label",)))
    for jobs in (0, -1, 1.5, "2", True):
        with pytest.raises(toolcall.SetupError, match="^jobs must be an integer from 1 on, or None, and is"):
            toolcall.batch([], jobs=jobs)


def test_ids_with_a_seed_are_the_same_for_any_number_of_threads_and_differ_between_texts():
    def ids(jobs):
        options = toolcall.Options(seed=7)
        return [each.tool_calls[0].id for each in toolcall.batch([call(1)] * 200, options=options, jobs=jobs)]

    assert ids(1) == ids(4) and len(set(ids(2))) == 200


def test_seeds_begin_anew_after_the_last():
    def ids(seeds):
        return [toolcall.parse(call(1), options=toolcall.Options(seed=seed)).tool_calls[0].id for seed in seeds]

    found = toolcall.batch([call(1)] * 3, options=toolcall.Options(seed=2**64 - 1))
    assert [each.tool_calls[0].id for each in found] == ids([2**64 - 1, 0, 1])


def test_without_a_seed_ids_differ():
    assert len({each.tool_calls[0].id for each in toolcall.batch([call(1)] * 100)}) == 100


def test_a_batch_is_what_parse_says(examples):
    options = toolcall.Options(seed=0)
    texts = [example["text"] for example in examples]
    for n, (text, message) in enumerate(zip(texts, toolcall.batch(texts, options=options), strict=True)):
        if n % 20 == 0:
            assert message == toolcall.parse(text, options=toolcall.Options(seed=n))
