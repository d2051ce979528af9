# SPDX-License-Identifier: Apache-2.0
"""A small client of `weir lsp` for tests: sends requests, waits for their answers, and counts failed expectations."""
import json
import subprocess
import sys

failures = 0


def expect(what, condition, shown=None):
    global failures
    if not condition:
        failures += 1
        print(f"FAILED: {what}: {shown!r}")


def finish(about=""):
    """Ends the test with the number of failures."""
    print(f"{about}{failures} failures")
    sys.exit(failures > 0)


class Session:
    def __init__(self, weir, options=None):
        self.server = subprocess.Popen([weir, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0
        self.version = 0
        self.notifications = []
        self.capabilities = self.request("initialize", {"initializationOptions": options or {}})["capabilities"]
        self.notify("initialized", {})

    def send(self, message):
        body = json.dumps(dict(message, jsonrpc="2.0")).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.server.stdin.flush()

    def receive(self):
        length = 0
        while line := self.server.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if not length:
            raise EOFError("the server has ended")
        return json.loads(self.server.stdout.read(length))

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        """The whole response: `result` or `error`."""
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == self.last:
                return message
            self.notifications.append(message)

    def request(self, method, params):
        response = self.ask(method, params)
        if "error" in response:
            raise ValueError(response["error"]["message"])
        return response["result"]

    def open(self, uri, text, language="promela"):
        self.version += 1
        self.notify("textDocument/didOpen",
                    {"textDocument": {"uri": uri, "text": text, "version": self.version, "languageId": language}})

    def change(self, uri, text):
        self.version += 1
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": self.version},
                                               "contentChanges": [{"text": text}]})

    def diagnostics(self, uri):
        """The diagnostics of a document, which was the last one to be changed."""
        while True:
            while self.notifications:
                params = self.notifications.pop(0).get("params", {})
                if params.get("uri") == uri and params.get("version") == self.version:
                    return params["diagnostics"]
            self.notifications.append(self.receive())

    def about(self, method, uri, position=None, **more):
        params = dict(more, textDocument={"uri": uri})
        if position is not None:
            params["position"] = {"line": position[0], "character": position[1]}
        return self.request("textDocument/" + method, params)

    def refusal(self, method, uri, position, **more):
        """The message of a request that must be refused."""
        params = dict(more, textDocument={"uri": uri}, position={"line": position[0], "character": position[1]})
        return self.ask("textDocument/" + method, params).get("error", {}).get("message")

    def end(self):
        self.request("shutdown", {})
        self.notify("exit", {})
        self.server.stdin.close()
        return self.server.wait(20)


def offset_of(text, position):
    """The index in `text` of a position of the protocol (UTF-16 units)."""
    lines = text.splitlines(keepends=True) + [""]
    line = lines[position["line"]].encode("utf-16-le")[:2 * position["character"]].decode("utf-16-le")
    return sum(len(before) for before in lines[:position["line"]]) + len(line)


def apply(text, edits):
    """The text after the edits of the protocol, which do not overlap."""
    spans = sorted((offset_of(text, e["range"]["start"]), offset_of(text, e["range"]["end"]), e["newText"]) for e in edits)
    for begin, end, new in reversed(spans):
        text = text[:begin] + new + text[end:]
    return text
