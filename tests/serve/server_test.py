#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests weir serve: every request of the interface, who is refused, checks, changing files, signals.

usage: server_test.py WEIR SOURCE_FOLDER [TEST...]
"""
import http.client
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from server import PATIENCE, Server, write

WEIR = ROOT = None
SOON = 8  # seconds: much less than a request may wait for news (20), much more than a busy machine needs

MODEL = """\
byte x, y;
chan c = [1] of { byte };
active proctype P() {
  do
  :: x < 3 -> x++
  :: x == 3 -> c ! x; x = 0
  od
}
active proctype Q() {
  do
  :: c ? y
  od
}
ltl small { [] (x < 3) }
ltl fine { [] (x <= 3) }
"""
# A counter that takes long to explore.
LONG = "int a, b;\nactive [3] proctype P() { do :: a++ :: a-- :: b++ :: b-- od }\nltl never { [] (a != 1000000) }\n"


def in_state(state, name):
    return dict(map(tuple, state))[name]


class WithModel(unittest.TestCase):
    """A server of a small model for all tests of the class."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name)
        (cls.path / "m.pml").write_text(MODEL)
        (cls.path / "more.ltl").write_text("bounded: G (y <= 3)\n")
        cls.server = Server(WEIR, "m.pml", "more.ltl", "--no-open", folder=cls.path)

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()
        cls.folder.cleanup()

    def start(self):
        return self.server.get("model")["initial"][0]["node"]


class Interface(WithModel):
    def test_model(self):
        model = self.server.get("model")
        self.assertEqual(model["generation"], 1)
        self.assertEqual(model["path"], "m.pml")
        self.assertEqual(model["sources"][0], {"name": "m.pml", "text": MODEL})
        self.assertIn("more.ltl", [source["name"] for source in model["sources"]])
        properties = {entry["name"]: entry for entry in model["properties"]}
        self.assertEqual(properties["small"]["kind"], "ltl")
        self.assertEqual(properties["small"]["line"], 14)
        self.assertIn("bounded", properties)
        self.assertEqual(len(model["initial"]), 1)
        self.assertEqual(in_state(model["initial"][0]["state"], "x"), 0)
        self.assertNotIn("error", model)

    def test_expand_and_states(self):
        start = self.start()
        answer = self.server.post("expand", {"nodes": [start]})
        self.assertEqual(answer["generation"], 1)
        [expansion] = answer["expansions"]
        self.assertEqual(expansion["node"], start)
        self.assertFalse(expansion["may_end"])
        [step] = expansion["successors"]
        self.assertEqual(step["action"]["process"], "P[0]")
        self.assertEqual(step["action"]["line"], 5)
        self.assertFalse(step["fault"])
        # Taking the same step twice leads to the same state.
        again = self.server.post("expand", {"nodes": [start]})["expansions"][0]["successors"][0]
        self.assertEqual(step["node"], again["node"])
        before, after = self.server.post("states", {"nodes": [start, step["node"]]})["states"]
        changed = {name: value for name, value in map(tuple, after) if (name, value) not in list(map(tuple, before))}
        self.assertEqual(changed, dict(map(tuple, step["changes"])))

    def test_walk(self):
        walk = self.server.post("walk", {"node": self.start(), "steps": 40, "seed": 3})
        self.assertEqual(len(walk["positions"]), 40)
        self.assertEqual(walk["why"], "steps")
        self.assertEqual(walk, self.server.post("walk", {"node": self.start(), "steps": 40, "seed": 3}))
        for breakpoint in ({"file": "m.pml", "line": 11}, {"line": 11}, {"expression": "y == 3"}, {"formula": "[] (y != 3)"}):
            walk = self.server.post("walk", {"node": self.start(), "steps": 10000, "seed": 1,
                                             "breakpoints": [{"expression": "x == 7"}, breakpoint]})
            self.assertEqual((walk["why"], walk["breakpoint"]), ("breakpoint", 1), breakpoint)
            self.assertEqual(in_state(self.server.post("states", {"nodes": [walk["positions"][-1]["node"]]})["states"][0], "y"), 3)

    def test_follow_and_save(self):
        walk = self.server.post("walk", {"node": self.start(), "steps": 30, "seed": 5})
        choices = [position["choice"] for position in walk["positions"]]
        run = self.server.post("follow", {"choices": choices})
        self.assertEqual(run["positions"][1:], walk["positions"])
        self.assertEqual((run["followed"], run["of"]), (30, 30))
        broken = self.server.post("follow", {"choices": choices[:7] + [99] + choices})
        self.assertEqual((broken["followed"], broken["of"]), (7, 38))
        status, _, recording = self.server.request("POST", "/api/save", {"choices": choices, "start": 0})
        self.assertEqual(status, 200)
        loaded = self.server.post("follow", {"recording": recording.decode()})
        self.assertEqual([p["node"] for p in loaded["positions"]], [p["node"] for p in run["positions"]])
        file = self.path / "run.json"
        file.write_bytes(recording)
        replay = subprocess.run([WEIR, "simulate", "m.pml", "--replay", file], cwd=self.path, capture_output=True, text=True)
        self.assertEqual(replay.returncode, 0, replay.stderr)
        self.assertIn("after 30 steps", replay.stdout)

    def test_evaluate(self):
        walk = self.server.post("walk", {"node": self.start(), "steps": 20, "seed": 2})
        nodes = [position["node"] for position in walk["positions"]]
        states = self.server.post("states", {"nodes": nodes})["states"]
        answer = self.server.post("evaluate", {"expressions": ["x + 1", "x > 1", "nonsense +", "no_such_name"], "nodes": nodes})
        plus, greater, wrong, unknown = answer["columns"]
        self.assertEqual(plus["values"], [in_state(state, "x") + 1 for state in states])
        self.assertEqual([bool(value) for value in greater["values"]], [in_state(state, "x") > 1 for state in states])
        self.assertIn("error", wrong)
        self.assertIn("no_such_name", unknown["error"])

    def test_monitor(self):
        start, path = self.start(), []
        for position in self.server.post("walk", {"node": start, "steps": 10000, "breakpoints": [{"expression": "x == 3"}]})["positions"]:
            path.append([start, position["choice"]])
            start = position["node"]
        answer = self.server.post("monitor", {"formula": "[] (x < 3)", "from": None, "path": path})
        states = answer["states"]
        self.assertEqual(len(states), len(path) + 1)
        self.assertEqual({state["verdict"] for state in states[:-1]}, {"open"})
        self.assertEqual(states[-1]["verdict"], "violated")
        self.assertGreater(len(answer["automaton"]["states"]), 0)
        # In two pieces; the formula has moved on by then.
        moves = "(<> (x == 1)) && [] (x < 3)"
        states = self.server.post("monitor", {"formula": moves, "from": None, "path": path})["states"]
        middle = next(i for i, state in enumerate(states) if state["id"] != states[0]["id"])
        half = self.server.post("monitor", {"formula": moves, "from": states[middle]["id"], "path": path[middle:]})["states"]
        self.assertEqual(half, states[middle:])
        self.assertGreater(len(path), 3)
        for broken in (path[:1] + path[2:], path[::-1], path[:1] * 2):
            self.assertIn("not a run", self.server.post("monitor", {"formula": "[] (x < 3)", "path": broken}, 404)["error"])
        wrong = self.server.post("monitor", {"formula": "[] (x <", "from": None, "path": []}, 400)
        self.assertGreater(wrong["diagnostics"][0]["column"], 0)

    def test_graph(self):
        near = self.server.post("graph", {"node": self.start(), "radius": 2, "limit": 100})
        self.assertEqual({node["depth"] for node in near["nodes"]}, {0, 1, 2})
        self.assertFalse(near["complete"])
        whole = self.server.post("graph", {"whole": True, "limit": 5000, "color": "x"})
        self.assertTrue(whole["complete"])
        count = subprocess.run([WEIR, "explore", "m.pml", "--reduce", "none"], cwd=self.path, capture_output=True, text=True).stdout
        self.assertIn(f"states       {len(whole['nodes'])}\n", count)
        numbers = {node["node"] for node in whole["nodes"]}
        self.assertTrue(all(edge[0] in numbers and edge[1] in numbers for edge in whole["edges"]))
        self.assertEqual({node["color"] for node in whole["nodes"]}, {0, 1, 2, 3})
        cut = self.server.post("graph", {"whole": True, "limit": 3})
        self.assertEqual((len(cut["nodes"]), cut["complete"]), (3, False))
        self.server.post("graph", {"whole": True, "color": "x +"}, 400)

    def test_check(self):
        answer = self.server.finished(self.server.post("check", {"property": "small"})["job"])
        result = answer["result"]
        self.assertEqual((result["verdict"], result["name"]), ("violated", "small"))
        positions = result["counterexample"]["positions"]
        self.assertTrue(all("node" in position for position in positions))
        # The counterexample can be left at any step: its choices are a run, and its nodes can be expanded.
        choices = [position["choice"] for position in positions[1:] if "choice" in position]
        run = self.server.post("follow", {"choices": choices, "start": result["counterexample"]["start"]})
        self.assertEqual(run["positions"][-1]["node"], [p["node"] for p in positions if "stutters" not in p][-1])
        self.server.post("expand", {"nodes": [position["node"] for position in positions]})
        holds = self.server.finished(self.server.post("check", {"formula": "[] (y <= 3)"})["job"])["result"]
        self.assertEqual((holds["verdict"], holds["formula"]), ("holds", "[] (y <= 3)"))
        starves = {"formula": "<> (y == 3)", "options": {"fair": "weak", "time": 5}}
        self.assertEqual(self.server.finished(self.server.post("check", starves)["job"])["result"]["verdict"], "holds")
        finite = self.server.finished(self.server.post("check", {"formula": "G (x <= 3)", "semantics": "ltlf"})["job"])
        self.assertEqual(finite["result"]["kind"], "ltlf")
        self.assertEqual(self.server.finished(self.server.post("check", {"property": "bounded"})["job"])["result"]["verdict"], "holds")
        job = self.server.post("check", {"formula": "[] (x <"})["job"]
        self.assertGreater(self.server.get(f"jobs/{job}?since=1", 400)["diagnostics"][0]["column"], 0)
        job = self.server.post("check", {"property": "no such"})["job"]
        self.assertIn("no such", self.server.get(f"jobs/{job}?since=1", 400)["error"])

    def test_counterexamples_are_runs(self):
        """The states of a counterexample's nodes are those that its positions describe."""
        lock = self.path / "lock.aut"
        lock.write_text('des (0,4,4)\n(0,"acquire",1)\n(1,"use",2)\n(2,"release",0)\n(2,"stop",3)\n')
        examples = pathlib.Path(ROOT) / "examples"
        for model, request, stays in ((lock, {"formula": "G (acquire -> F release)"}, True), (lock, {"formula": "G !stop", "semantics": "ltlf"}, False),
                                      (self.path / "m.pml", {"formula": "[] <> (y == 0)"}, True), (examples / "peterson-bug.pml", {"property": "mutex"}, False),
                                      (examples / "philosophers.pnml", {"property": "deadlock"}, False)):
            with Server(WEIR, str(model), "--no-open") as server:
                run = server.finished(server.post("check", request)["job"])["result"]["counterexample"]
                self.assertEqual(run["cycle"] is not None, stays, request)
                states = server.post("states", {"nodes": [position["node"] for position in run["positions"]]})["states"]
                shown = {}
                for position, state in zip(run["positions"], states):
                    shown.update(map(tuple, position["changes"]))
                    for name in position.get("gone", []):
                        del shown[name]
                    self.assertEqual(dict(map(tuple, state)), shown, (model, request))

    def test_changes_waits(self):
        self.assertEqual(self.server.get("changes?generation=0"), {"generation": 1})
        self.assertEqual(self.server.get("changes"), {"generation": 1})

    def test_mistakes(self):
        for path, body, expected in (
                ("expand", {"nodes": [4000000000]}, 404), ("expand", {"nodes": [2 ** 63]}, 404), ("expand", {"nodes": [-1]}, 400),
                ("expand", {"nodes": 7}, 400), ("expand", {}, 400), ("expand", [], 400), ("expand", {"nodes": ["0"]}, 400),
                ("states", {"nodes": [0.5]}, 400), ("walk", {"node": 0, "steps": 10 ** 9}, 400), ("walk", {"node": 0, "steps": None}, 200),
                ("walk", {"node": 0, "breakpoints": [{}]}, 400), ("walk", {"node": 0, "breakpoints": {}}, 400),
                ("follow", {"choices": [0], "start": 5}, 404), ("follow", {"recording": "{}"}, 400), ("follow", {"recording": "]"}, 400),
                ("save", {"choices": [99]}, 409), ("evaluate", {"expressions": ["x"], "nodes": [10 ** 8]}, 404),
                ("monitor", {"formula": "[] x", "path": [[0]]}, 400), ("monitor", {"formula": "[] x", "path": [[0, 77]]}, 404),
                ("graph", {"node": 0, "limit": 10 ** 6}, 400), ("graph", {"whole": 1}, 400), ("check", {}, 400),
                ("check", {"formula": "x", "semantics": "ctl"}, 400), ("check", {"formula": "x", "options": {"fair": "very"}}, 400),
                ("check", {"formula": "x", "options": {"time": -1}}, 400), ("jobs/77/cancel", {}, 404), ("nothing", {}, 404),
                ("model", {}, 405), ("expand", {"nodes": [0], "generation": 7}, 409)):
            answer = self.server.post(path, body, expected)
            self.assertTrue(expected == 200 or " " in answer["error"], answer)
        self.server.get("jobs/77", 404)
        self.server.get("jobs/99999999999999999999999", 404)
        self.server.get("expand", 405)


class Access(WithModel):
    def test_token(self):
        for token in (None, "", "0" * 32, self.server.token[:-1], self.server.token + "0", self.server.token.upper()):
            for path in ("model", "changes", "jobs/1"):
                self.server.get(path, 403, token=token)
            self.server.post("expand", {"nodes": [0]}, 403, token=token)
        # The interface takes the token from the header only.
        self.server.get("model?token=" + self.server.token, 403, token=None)

    def test_page(self):
        status, headers, body = self.server.request("GET", "/?token=" + self.server.token, token=None)
        self.assertEqual(status, 200)
        self.assertIn(b"<!doctype html>", body.lower())
        self.assertTrue(headers["Content-Type"].startswith("text/html"))
        for name, value in (("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store")):
            self.assertEqual(headers[name], value)
        self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
        for path in ("/", "/?token=", "/?token=wrong", "/?x=" + self.server.token):
            status, _, body = self.server.request("GET", path, token=None)
            self.assertEqual(status, 403, path)
            self.assertIn(b"weir serve", body)
            self.assertNotIn(self.server.token.encode(), body)
        for path in ("/explorer.js", "/explorer.css", "/entrance.js"):
            self.assertEqual(self.server.request("GET", path, token=None)[0], 200, path)
        for path in ("/etc/passwd", "/..%2f..%2fetc/passwd", "/m.pml", "//", "/api", "/api/", "/favicon.ico"):
            self.assertIn(self.server.request("GET", path)[0], (403, 404), path)

    def test_other_hosts(self):
        port = self.server.port
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", f"127.0.0.1.evil.example:{port}",
                     f"127.0.0.1:{port}.evil.example", "", f"2130706433:{port}"):
            self.server.get("model", 403, headers={"Host": host})
            self.assertEqual(self.server.request("GET", "/?token=" + self.server.token, headers={"Host": host})[0], 403, host)
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}"):
            self.server.get("model", headers={"Host": host})

    def test_other_origins(self):
        port = self.server.port
        for origin in ("http://evil.example", "null", f"https://127.0.0.1:{port}", "http://127.0.0.1", f"http://127.0.0.1:{port}/",
                       f"http://127.0.0.1:{port}.evil.example", f"http://evil.example:{port}", "file://"):
            self.server.get("model", 403, headers={"Origin": origin})
        self.server.get("model", headers={"Origin": f"http://127.0.0.1:{port}"})
        self.server.get("model", headers={"Origin": f"http://localhost:{port}"})

    def test_methods_and_bodies(self):
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
            self.assertIn(self.server.request(method, "/api/model")[0], (400, 405), method)
        body = '{"nodes":[0]}'
        for headers, expected in (({"Content-Type": "text/plain"}, 415), ({"Content-Encoding": "gzip"}, 411),
                                  ({"Transfer-Encoding": "chunked"}, 411), ({"Content-Length": "99999999999"}, 413),
                                  ({"Content-Length": "x"}, 411), ({"Content-Length": "-5"}, 411)):
            status, _, text = self.server.request("POST", "/api/expand", body, headers=headers)
            self.assertEqual(status, expected, (headers, text))
        self.assertEqual(self.server.request("POST", "/api/expand", "x" * (8 << 20))[0], 400)
        self.assertEqual(self.server.request("POST", "/api/expand", "[" * (8 << 20))[0], 400)
        self.assertEqual(self.server.request("GET", "/api/model", headers={"Range": "bytes=" + ",".join(["0-"] * 2000)})[0], 200)


class Life(unittest.TestCase):
    """Files that change, checks that are cancelled, signals. Each test has its own server."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        self.model = self.path / "m.pml"

    def serve(self, text=MODEL, *arguments):
        write(self.model, text)
        server = Server(WEIR, str(self.model), "--no-open", *arguments)
        self.addCleanup(server.__exit__)
        return server

    @staticmethod
    def waiting_client(server):
        """A thread with a request that waits until the server ends or the model changes."""
        def wait():
            try:
                server.get("changes?generation=1")
            except OSError:
                pass

        thread = threading.Thread(target=wait)
        thread.start()
        return thread

    def test_file_changes(self):
        included = self.path / "part.h"
        write(included, "byte x;\n")
        server = self.serve('#include "part.h"\nactive proctype P() { x = 1 }\n')
        node = server.get("model")["initial"][0]["node"]
        write(self.model, '#include "part.h"\nactive proctype P() { x = 1; x = 2 }\n')
        self.assertEqual(server.get("changes?generation=1"), {"generation": 2})
        model = server.get("model")
        self.assertIn("x = 2", model["sources"][0]["text"])
        self.assertIn("has changed", server.post("expand", {"nodes": [node]}, 409)["error"])
        write(included, "byte x, y;\n")  # an included file
        self.assertEqual(server.get("changes?generation=2"), {"generation": 3})
        node = server.get("model")["initial"][0]["node"]
        write(self.model, "active proctype P() { nonsense")  # broken: the last model stays
        self.assertEqual(server.get("changes?generation=3"), {"generation": 4})
        model = server.get("model")
        self.assertEqual(model["error"][0]["line"], 1)
        server.post("expand", {"nodes": [node]})
        self.assertIn("diagnostics", server.post("check", {"formula": "[] true"}, 409))
        self.model.unlink()  # vanished
        self.assertEqual(server.get("changes?generation=4"), {"generation": 5})
        self.assertIn("m.pml", server.get("model")["error"][0]["message"])
        write(self.model, MODEL)
        self.assertEqual(server.get("changes?generation=5"), {"generation": 6})
        self.assertNotIn("error", server.get("model"))
        self.model.touch()  # the same content
        time.sleep(0.7)
        self.assertEqual(server.get("changes?generation=0"), {"generation": 6})

    def test_check_of_an_old_model(self):
        server = self.serve(LONG)
        job = server.post("check", {"property": "never"})["job"]
        write(self.model, MODEL)
        self.assertEqual(server.get("changes?generation=1"), {"generation": 2})
        self.assertIn("has changed", server.get(f"jobs/{job}?since=9999", 409)["error"])

    def test_cancel(self):
        server = self.serve(LONG)
        jobs = [server.post("check", {"property": "never"})["job"] for _ in range(4)]
        server.post("check", {"property": "never"}, 429)
        progress = server.get(f"jobs/{jobs[0]}?since=1")["progress"]
        self.assertGreater(progress["states"], 0)
        start = time.monotonic()
        for job in jobs:
            server.post(f"jobs/{job}/cancel", {})
        answer = server.get(f"jobs/{jobs[0]}")
        self.assertEqual((answer["done"], answer["cancelled"]), (True, True))
        job = server.post("check", {"formula": "[] (a != 3)"})["job"]  # there is room again
        self.assertLess(time.monotonic() - start, SOON)
        self.assertEqual(server.finished(job)["result"]["verdict"], "violated")
        # The cancelled checks stop using the processor.
        end, used = time.monotonic() + PATIENCE, 1
        while used > 0.1 and time.monotonic() < end:
            before = server.processor_seconds()
            time.sleep(0.5)
            used = server.processor_seconds() - before
        self.assertLess(used, 0.1)

    def test_time_limit(self):
        server = self.serve(LONG, "--time", "0.5")
        result = server.finished(server.post("check", {"property": "never"})["job"])["result"]
        self.assertEqual(result["verdict"], "inconclusive")
        self.assertIn("time limit", result["reason"])

    def test_signals(self):
        for how in (signal.SIGINT, signal.SIGTERM):
            server = self.serve(LONG)
            server.post("check", {"property": "never"})
            waiting = [self.waiting_client(server) for _ in range(3)]
            time.sleep(0.3)
            code, seconds = server.end(how)
            for thread in waiting:
                thread.join()
            self.assertEqual(code, 0)
            self.assertLess(seconds, SOON)
            self.assertEqual(server.process.stderr.read(), "")

    def test_two_clients(self):
        server = self.serve()
        start = server.get("model")["initial"][0]["node"]
        problems = []

        def walk(seed):
            try:
                run = server.post("walk", {"node": start, "steps": 50, "seed": seed})
                for _ in range(5):
                    again = server.post("walk", {"node": start, "steps": 50, "seed": seed})
                    if again != run:
                        problems.append((seed, "differs"))
                    server.post("expand", {"nodes": [p["node"] for p in run["positions"]]})
            except AssertionError as error:
                problems.append((seed, str(error)))

        threads = [threading.Thread(target=walk, args=(seed,)) for seed in range(1, 9)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(problems, [])
        # Many waiting clients do not keep others out.
        waiting = [self.waiting_client(server) for _ in range(20)]
        begin = time.monotonic()
        server.get("model")
        self.assertLess(time.monotonic() - begin, SOON)
        server.end()
        for thread in waiting:
            thread.join()

    def test_silent_clients(self):
        """Clients that send nothing, more than there are threads, do not keep others out."""
        server = self.serve()
        silent = []
        for i in range(100):
            silent.append(socket.create_connection(("127.0.0.1", server.port)))
            if i % 2:
                silent[i].send(b"GET / HTTP/1.1\r\n")
            time.sleep(0.005)  # the queue of the system is short
        time.sleep(0.5)
        begin = time.monotonic()
        for _ in range(20):
            server.get("model")
        self.assertLess(time.monotonic() - begin, SOON)
        for connection in silent:
            connection.close()

    def test_bad_starts(self):
        def refused(*arguments):
            run = subprocess.run([WEIR, "serve", "--no-open", *arguments], capture_output=True, text=True, timeout=PATIENCE, cwd=self.path)
            self.assertEqual((run.returncode, run.stdout), (2, ""), arguments)
            return run.stderr

        write(self.model, "active proctype P() { nonsense")
        self.assertIn("m.pml:1:", refused("m.pml"))
        self.assertIn("missing.pml", refused("missing.pml"))
        write(self.model, MODEL)
        self.assertIn("missing.ltl", refused("m.pml", "missing.ltl"))
        self.assertIn("must be a file", refused("-", "--from", "promela"))
        for port in ("0", "65536", "-1", "x"):
            self.assertIn("--port", refused("m.pml", "--port", port))
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = str(taken.getsockname()[1])
            self.assertIn(f"cannot listen on port {port}: Address already in use", refused("m.pml", "--port", port))
        server = self.serve()
        self.assertIn("already in use", refused("m.pml", "--port", str(server.port)))

    def test_port_and_loopback_only(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        server = self.serve(MODEL, "--port", str(port))
        self.assertEqual(server.port, port)
        with open("/proc/net/tcp", encoding="ascii") as table:
            listening = [line.split()[1] for line in table if line.split()[3] == "0A"]
        self.assertEqual([a for a in listening if int(a.split(":")[1], 16) == port], [f"0100007F:{port:04X}"])

    def test_browser_gets_a_ticket(self):
        opener = self.path / "xdg-open"
        opener.write_text('#!/bin/sh\nprintf %s "$1" > opened.part && mv opened.part opened\n')
        opener.chmod(0o755)
        write(self.model, MODEL)
        process = subprocess.Popen([WEIR, "serve", "m.pml"], cwd=self.path, stdout=subprocess.PIPE, text=True,
                                   env={**os.environ, "DISPLAY": ":9", "PATH": f"{self.path}:{os.environ['PATH']}"})
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)
        address = process.stdout.readline().strip()
        opened = self.path / "opened"
        end = time.monotonic() + PATIENCE
        while not opened.exists() and time.monotonic() < end:
            time.sleep(0.05)
        ticket = opened.read_text()
        token = address.split("token=")[1]
        self.assertNotIn(token, ticket)
        for expected in (303, 403):
            client = http.client.HTTPConnection(ticket.split("/")[2], timeout=PATIENCE)
            client.request("GET", "/" + ticket.split("/", 3)[3])
            answer = client.getresponse()
            self.assertEqual(answer.status, expected)
            if expected == 303:
                self.assertEqual(answer.headers["Location"], "/?token=" + token)
            client.close()


if __name__ == "__main__":
    WEIR, ROOT = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2]
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
