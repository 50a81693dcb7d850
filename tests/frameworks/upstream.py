"""A server of OpenAI's chat completions whose model writes its calls as text: it calls the first tool that it is offered, and
when the result is there it says it.

How it calls, the model's name says: ``whole``; ``cut``, broken off in a value, by the limit of tokens; ``own``, a call of
the server's, beside which the text has the same one.
"""

import contextlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CITY = "Zürich"


def said(asked):
    """The text, the server's own calls, and why it ends."""
    messages = asked["messages"]
    if not asked.get("tools") or any(each["role"] in ("tool", "function") for each in messages):
        result = next((each["content"] for each in reversed(messages) if each["role"] == "tool"), "nothing")
        return f"It says: {_text(result)}", [], "stop"
    name = asked["tools"][0]["function"]["name"]
    arguments = f'{{"city": "{CITY}", "days": "3"}}'
    call = f'<tool_call>\n{{"name": "{name}", "arguments": {arguments}}}\n</tool_call>'
    kind = asked["model"].rpartition("/")[2]
    if kind == "cut":
        return "I look. " + call[: call.index("rich")], [], "length"
    own = [{"index": 0, "id": "own1", "type": "function", "function": {"name": name, "arguments": arguments}}]
    return "I look. " + call, own if kind == "own" else [], "tool_calls" if kind == "own" else "stop"


def _text(content):
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.seen.append(asked)
        text, calls, reason = said(asked)
        head = {"id": "c1", "created": 1, "model": asked["model"]}
        if not asked.get("stream"):
            message = {"role": "assistant", "content": text, **({"tool_calls": calls} if calls else {})}
            choice = {"index": 0, "message": message, "finish_reason": reason}
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            self.answer("application/json", {**head, "object": "chat.completion", "choices": [choice], "usage": usage})
            return
        pieces = [text[at : at + 3] for at in range(0, len(text), 3)]
        deltas = [{"role": "assistant", "content": ""}, *({"content": piece} for piece in pieces)]
        deltas += [{"tool_calls": [call]} for call in calls]
        choices = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
        choices.append({"index": 0, "delta": {}, "finish_reason": reason})
        chunks = [{**head, "object": "chat.completion.chunk", "choices": [choice]} for choice in choices]
        lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks] + ["data: [DONE]\n\n"]
        self.answer("text/event-stream", "".join(lines))

    def answer(self, kind, body):
        text = body if isinstance(body, str) else json.dumps(body)
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())


class Upstream(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        """A client that goes away is no error."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen = []

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/v1"


@contextlib.contextmanager
def upstream():
    with Upstream() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
