"""A server of OpenAI's chat interface on this machine, and a client that reads it as the ``openai`` package does.

The package itself is not among Debian's. What its source shows (src/openai/_base_client.py, _streaming.py): it sends a
request through ``httpx.Client.send`` with ``stream=True`` where a stream was asked for, gives ``response.iter_bytes()``
to a reader of server-sent events, stops at ``[DONE]`` without reading on, and closes the response; a whole response it
reads as JSON.
"""

import contextlib
import gzip
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TEXT = 'Sure. <tool_call>{"name": "get_weather", "arguments": {"city": "Zürich", "days": "3"}}</tool_call>'
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "parameters": {"type": "object", "properties": {"days": {"type": "integer"}}},
        },
    }
]
WANTED = {"name": "get_weather", "arguments": '{"city":"Zürich","days":3}'}


def chunk(delta, finish_reason=None):
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    return {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}


def server_events(text):
    deltas = [{"role": "assistant", "content": ""}] + [{"content": each} for each in text]
    chunks = [chunk(delta) for delta in deltas] + [chunk({}, "stop")]
    lines = ["data: " + json.dumps(each, ensure_ascii=False) for each in chunks] + ["data: [DONE]"]
    return "".join(line + "\n\n" for line in lines).encode()


def completion(text):
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    made = {"id": "c1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    return json.dumps(made).encode()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.answer(200, "application/json", b'{"data": []}')

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.seen.append((self.headers, asked))
        how = asked.get("user", "")
        if how == "error":
            self.answer(429, "application/json", b'{"error": {"message": "' + TEXT[:5].encode() + b'"}}')
        elif how == "page":
            self.answer(200, "text/html", TEXT.encode())
        elif asked.get("stream"):
            self.stream(server_events(TEXT), cut=how == "cut")
        elif how == "gzip":
            self.answer(200, "application/json", gzip.compress(completion(TEXT)), ("content-encoding", "gzip"))
        else:
            self.answer(200, "application/json; charset=utf-8", completion(TEXT))

    def answer(self, status, kind, body, *headers):
        self.send_response(status)
        own = (("content-type", kind), ("content-length", str(len(body))), ("x-request-id", "r1"))
        for name, value in (*own, *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def stream(self, body, cut):
        """In pieces of seven bytes, which cut characters and lines; or up to the last bytes of the call alone."""
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        with contextlib.suppress(ConnectionError):  # a client may leave when it has what it wants
            for at in range(0, len(body) * 3 // 4 if cut else len(body), 7):
                piece = body[at : at + 7]
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            if not cut:
                self.wfile.write(b"0\r\n\r\n")
        self.close_connection = cut


@contextlib.contextmanager
def server():
    """A server that runs; ``.url`` is where, ``.seen`` are the headers and bodies of the requests."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as made:
        made.daemon_threads = True
        made.seen = []
        made.url = f"http://127.0.0.1:{made.server_address[1]}/v1"
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield made
        finally:
            made.shutdown()
            thread.join()


class Events:
    """The objects of server-sent events."""

    def __init__(self):
        self.held = b""
        self.done = False

    def feed(self, piece):
        self.held += piece
        *whole, self.held = self.held.split(b"\n\n")
        for event in whole:
            data = b"\n".join(line[5:].strip() for line in event.split(b"\n") if line.startswith(b"data:"))
            self.done = self.done or data.startswith(b"[DONE]")
            if data and not self.done:
                yield json.loads(data)


class Client:
    """What ``openai.OpenAI(http_client=…)`` does with a client of httpx."""

    def __init__(self, http, url):
        self.http, self.url = http, url

    def request(self, **body):
        return self.http.build_request("POST", self.url + "/chat/completions", json=body)

    def create(self, **body):
        response = self.http.send(self.request(**body))
        response.raise_for_status()
        return response.json()

    def stream(self, **body):
        response = self.http.send(self.request(**body, stream=True), stream=True)
        response.raise_for_status()
        events = Events()
        try:
            for piece in response.iter_bytes():
                yield from events.feed(piece)
                if events.done:
                    break
        finally:
            response.close()


class AsyncClient(Client):
    """What ``openai.AsyncOpenAI(http_client=…)`` does."""

    async def create(self, **body):
        response = await self.http.send(self.request(**body))
        response.raise_for_status()
        return response.json()

    async def stream(self, **body):
        response = await self.http.send(self.request(**body, stream=True), stream=True)
        response.raise_for_status()
        events = Events()
        try:
            async for piece in response.aiter_bytes():
                for event in events.feed(piece):
                    yield event
                if events.done:
                    break
        finally:
            await response.aclose()


def joined(chunks):
    """The message that chunks join to, by a client's rules."""
    made = {"content": "", "tool_calls": [], "finish_reason": None}
    for each in chunks:
        (choice,) = each["choices"]
        made["content"] += choice["delta"].get("content") or ""
        for call in choice["delta"].get("tool_calls", []):
            if call["index"] == len(made["tool_calls"]):
                made["tool_calls"].append({"name": call["function"]["name"], "arguments": ""})
            made["tool_calls"][call["index"]]["arguments"] += call["function"].get("arguments", "")
        made["finish_reason"] = choice["finish_reason"] or made["finish_reason"]
    return made
