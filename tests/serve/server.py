# SPDX-License-Identifier: Apache-2.0
"""A running `weir serve` for tests, and requests to it. Standard library only."""
import http.client
import json
import os
import pathlib
import signal
import subprocess
import time
import urllib.parse


PATIENCE = 60  # seconds to wait for anything that must happen: the machine may be busy


def write(path, text):
    """Writes a file in one step: a server that watches it never sees a part."""
    part = pathlib.Path(f"{path}.part")
    part.write_text(text)
    part.replace(path)


class Server:
    """weir serve, ended at the end of the `with` block."""

    def __init__(self, weir, *arguments, folder=None):
        environment = {**os.environ, "DISPLAY": "", "WAYLAND_DISPLAY": ""}
        self.process = subprocess.Popen([weir, "serve", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, cwd=folder, env=environment)
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise RuntimeError(self.process.stderr.read())
        parts = urllib.parse.urlsplit(self.address)
        self.port = parts.port
        self.token = urllib.parse.parse_qs(parts.query)["token"][0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()

    def request(self, method, path, body=None, headers=None, token=True, timeout=PATIENCE):
        """Returns (status, headers, body)."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        sent = {"X-Weir-Token": self.token} if token is True else {"X-Weir-Token": token} if token else {}
        if body is not None:
            sent["Content-Type"] = "application/json"
            body = body if isinstance(body, (str, bytes)) else json.dumps(body)
        try:
            connection.request(method, path, body, {**sent, **(headers or {})})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def json(self, method, path, body=None, expected=200, **more):
        status, _, text = self.request(method, path, body, **more)
        assert status == expected, f"{method} {path} {str(body)[:200]}: {status}, not {expected}: {text[:500]}"
        return json.loads(text)

    def get(self, path, expected=200, **more):
        return self.json("GET", "/api/" + path, None, expected, **more)

    def post(self, path, body, expected=200, **more):
        return self.json("POST", "/api/" + path, body, expected, **more)

    def finished(self, job, seconds=PATIENCE):
        """The last answer of a job."""
        end, since = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            answer = self.get(f"jobs/{job}?since={since}")
            if answer["done"]:
                return answer
            since = answer["since"]
        raise AssertionError(f"job {job} does not end")

    def memory(self):
        """Resident memory in megabytes."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024

    def processor_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            return sum(map(int, stat.read().split()[13:15])) / os.sysconf("SC_CLK_TCK")

    def end(self, how=signal.SIGINT, seconds=PATIENCE):
        """Sends a signal; returns (exit code, seconds it took)."""
        start = time.monotonic()
        self.process.send_signal(how)
        code = self.process.wait(seconds)
        return code, time.monotonic() - start
