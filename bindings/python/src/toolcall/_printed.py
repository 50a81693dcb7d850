"""What a model's chat template prints for conversations that were chosen (docs/learn.md)."""

import json
import re
from collections.abc import Sequence

from . import _sandbox
from ._comparing import common_end, common_start, pieces
from ._conversations import IDS, OTHER_TEXT, REASON, REASONING_KEYS, TEXT, WEATHER, Call, Manner, Said, conversation
from ._templates import LearnError, ModelTemplate

_EOS = "\ue000eos\ue001"
_WHY = {
    _sandbox.RAISES: "the template refuses a conversation: {}",
    _sandbox.SYNTAX: "the template is no Jinja: {}",
    _sandbox.ENDLESS: "the template takes too much time, memory or text for one conversation: {}",
    _sandbox.FILES: "the template wants another file, which is not read: {}",
    _sandbox.FORBIDDEN: "the template reaches for what Jinja's sandbox hides: {}",
    _sandbox.BROKEN: "the template fails: {}",
    _sandbox.UNSTEADY: "the template prints something else each time for the same conversation, so what it prints shows nothing: {}",
}


class Template:
    """What a model's chat template prints for turns of the model."""

    def __init__(self, of: ModelTemplate, manner: Manner) -> None:
        self.of, self.manner = of, manner
        self._base = self._head = ""
        self._text_turns: tuple[str, str] = ("", "")
        self.reasons = False

    @classmethod
    def begun(cls, of: ModelTemplate, as_json: bool) -> "Template":
        """Finds out what the template reads. Raises LearnError where it prints no calls."""
        tries = [Manner(ids=ids, as_text=as_text) for as_text in (False, True) for ids in IDS]
        asked = [conversation(), conversation(prompt=True)]
        asked += [conversation(each.turn(Said(calls=(WEATHER,)))) for each in tries]
        asked += [conversation(_as_given(each)) for each in tries[2:]]
        results = _rendered(of, asked)
        if "error" in results[0]:
            raise LearnError(_why(results[0]))
        found = None
        for number, each in enumerate(tries):
            text = results[2 + number].get("text", "")
            if _has_call(text[len(results[0]["text"]) :], results[0]["text"], text):
                found = each
                break
        if found is None or (found.as_text and not as_json):
            raw = [each.get("text", "") for each in results[2 + len(tries) :]]
            if any(_with_blanks(WEATHER) in text for text in raw):
                raise LearnError(
                    "the template prints arguments as the host gave them, as text, so it does not show how the model writes "
                    "them; with --as-json it is taken that they are JSON, as hosts give them"
                )
        if found is None:
            wrong = next((each for each in results[2:] if "error" in each), None)
            if wrong is not None:
                raise LearnError(_why(wrong))
            raise LearnError("the template prints no tool calls: neither the name nor the arguments of one stand in its text")
        if any(_is_request(each.get("text", "")) for each in results[2:]):
            raise LearnError(
                "the template prints the messages of the request as JSON, with their roles, so it does not show how the model writes calls"
            )
        made = cls(of, found)
        made._look(results)
        return made

    def _look(self, results: list[dict[str, str]]) -> None:
        plain = [Said(text=TEXT), Said(text=OTHER_TEXT)]
        asked = [conversation(self.manner.turn(each)) for each in plain]
        asked += [conversation(Manner(reasoning=each).turn(Said(text=TEXT, reasoning=REASON))) for each in REASONING_KEYS]
        rendered = _rendered(self.of, asked)
        texts = [each.get("text", "") for each in rendered[:2]]
        self._base = results[0]["text"]
        for each in [*texts, next(r["text"] for r in results[2:] if "text" in r)]:
            if each:
                self._base = common_start(self._base, each)
        prompt = results[1].get("text", "")
        self._head = prompt[len(self._base) :] if prompt.startswith(self._base) else ""
        if TEXT in texts[0] and OTHER_TEXT in texts[1]:
            before, _, after = texts[0][len(self._base) :].partition(TEXT)
            self._text_turns = before, after
        for name, result in zip(REASONING_KEYS, rendered[2:], strict=True):
            if REASON in result.get("text", ""):
                self.manner = Manner(reasoning=name, ids=self.manner.ids, as_text=self.manner.as_text)
                self.reasons = True
                break

    def turns(self, said: Sequence[Said]) -> list[str | None]:
        """What is printed for each, from the end of the turn before; None where it is refused."""
        asked = [conversation(self.manner.turn(each)) for each in said]
        made: list[str | None] = []
        for each in _rendered(self.of, asked):
            text = each.get("text")
            made.append(text[len(self._base) :] if text is not None and text.startswith(self._base) else None)
        return made

    def written(self, turn: str) -> str:
        """The part of a turn that the model writes: without its head, and without the mark at its end."""
        before, after = self._text_turns
        starts = [common_start(self._head, turn), common_start(before, turn)]
        if starts[1] != before:  # where a text would go on otherwise, words belong to what follows
            whole = bool(self._head) and starts[0] == self._head
            starts[1] = "" if whole else starts[1][: 1 + max(starts[1].rfind(each) for each in ">]\n")]
        opened = self._mark_of_reasoning(turn)
        if opened is not None:
            starts = [each if len(each) <= opened else each[:opened] for each in starts]
        head = max(starts, key=len)
        end = common_end(after, turn[len(head) :])
        made = turn[len(head) : len(turn) - len(end)]
        return made.replace(_EOS, "")

    def _mark_of_reasoning(self, turn: str) -> int | None:
        at = turn.find(REASON)
        if at < 0:
            return None
        before = turn[:at].rstrip()
        word = "[a-z]*" if turn[:at].endswith("\n") else ""  # alone in its line with the mark, it says what follows
        found = re.search(rf"(<[^<>\n]*>{word}|\[+[^\[\]\n]*\]+)$", before)
        return found.start() if found else None

    def calls_written(self, said: Sequence[Said]) -> list[str | None]:
        return [self.written(each) if each is not None else None for each in self.turns(said)]

    def think(self, turn: str) -> tuple[str, str] | None:
        """What stands around the reasoning in a turn with text."""
        at = self._mark_of_reasoning(turn)
        if at is None:
            return None
        before, _, after = turn.partition(REASON)
        opened = before[len(common_start(self._head, turn)) :]
        if len([each for each in pieces(opened) if each.startswith(("<", "["))]) > 1:
            at = len(before) - len(opened)
        found = re.match(r"\s*(<[^<>\n]*>|\[+/[^\[\]\n]*\]+)\s*", after)
        return (turn[at : turn.find(REASON)], found.group()) if found else None

    def answer(self, calls: str, think: tuple[str, str] | None) -> tuple[str, str] | None:
        """What stands around the text of a turn without calls, and does not stand before calls."""
        before, after = self._text_turns
        head = common_start(before, calls)
        opened = before[len(head) :].strip()
        if not re.fullmatch(r"<[^<>/]*>|\[[^\[\]/]*\]", opened) or (think and think[0].strip() in opened):
            return None
        closed = after[: len(after) - len(common_end(after, calls))].strip()
        return (opened, closed) if re.fullmatch(r"<[^<>]*>|\[[^\[\]]*\]", closed) else None

    def turn_mark(self) -> str:
        after = self._text_turns[1].replace(_EOS, "").strip()
        found = re.match(r"<[^<>\s/][^<>\s]*>|\[[A-Za-z/_~]\S{0,20}", after)
        return found.group() if found else ""

    def starts(self, think: tuple[str, str] | None) -> list[str]:
        if think is None or think[0].strip() not in self._head:
            return [""]
        return [self._head[self._head.rfind(think[0].strip()) :], ""]


def _with_blanks(call: Call) -> str:
    return '{ "city" :  ' + json.dumps(call.arguments["city"]) + ' ,"days":7 }'


def _as_given(manner: Manner) -> dict[str, object]:
    turn = manner.turn(Said(calls=(WEATHER,)))
    turn["tool_calls"][0]["function"]["arguments"] = _with_blanks(WEATHER)
    return turn


def _has_call(turn: str, base: str, text: str) -> bool:
    if not text.startswith(base):
        turn = text
    city = str(WEATHER.arguments["city"])
    python = repr(WEATHER.arguments)
    return WEATHER.name in turn and city in turn and python not in turn


def _is_request(text: str) -> bool:
    """Whether a message of the host is printed as it is."""
    return '"role"' in text and '"tool_calls"' in text


def _why(result: dict[str, str]) -> str:
    return _WHY[result["error"]].format(result["message"])


def _rendered(of: ModelTemplate, asked: list[dict[str, object]]) -> list[dict[str, str]]:
    variables = {"bos_token": "", "eos_token": _EOS, **of.variables}
    try:
        made = _sandbox.render_all(of.text, variables, asked)
    except ModuleNotFoundError:
        raise LearnError("learning from a template needs Jinja: pip install jinja2, or Debian's python3-jinja2") from None
    unsteady = next((each for each in made if each.get("error") == _sandbox.UNSTEADY), None)
    if unsteady is not None:
        raise LearnError(_why(unsteady))
    return made
