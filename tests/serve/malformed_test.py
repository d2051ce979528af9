#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sends 10 000 malformed requests to weir serve: it still answers afterwards, and its memory does not grow without bound.

usage: malformed_test.py WEIR SOURCE_FOLDER [SEED]
"""
import json
import pathlib
import random
import socket
import sys
import tempfile
import threading
import time

from server import PATIENCE, Server

COUNT, CLIENTS = 10000, 8
MODEL = "byte x;\nactive [2] proctype P() { do :: x < 100 -> x++ :: x > 0 -> x-- od }\nltl small { [] (x < 50) }\n"
POSTS = ("expand", "states", "walk", "follow", "save", "evaluate", "monitor", "graph", "check", "jobs/1/cancel", "nothing")
TEXTS = ("x", "x +", "[] (x", "\0", "\u202e", "a" * 5000, "<script>", "[]" * 500, "((((" * 500, "!" * 3000, "X" * 3000, "x[9999999999]")
NUMBERS = (0, 1, -1, 2 ** 31, 2 ** 32, 2 ** 63, 2 ** 64, 10 ** 40, 0.5, -0.0, 1e308)


def value(rng, depth=0):
    kind = rng.randrange(9 if depth < 4 else 5)
    if kind == 0:
        return rng.choice(NUMBERS)
    if kind == 1:
        return rng.choice(TEXTS)
    if kind == 2:
        return rng.choice((None, True, False))
    if kind < 5:
        return rng.randrange(1000)
    if kind < 7:
        return [value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return arguments(rng, depth + 1)


def arguments(rng, depth=0):
    names = ("nodes", "node", "steps", "seed", "breakpoints", "choices", "start", "recording", "expressions", "formula", "from", "path",
             "radius", "limit", "whole", "color", "property", "semantics", "options", "fair", "time", "expression", "line", "generation")
    return {name: value(rng, depth) for name in rng.sample(names, rng.randrange(6))}


def plausible(rng):
    """Arguments of the right shape with wrong contents."""
    some = [rng.randrange(300) for _ in range(3)]
    return rng.choice((
        {"nodes": some}, {"nodes": [rng.choice(NUMBERS)]}, {"node": some[0], "steps": some[1], "breakpoints": [{"expression": rng.choice(TEXTS)}]},
        {"choices": some, "start": rng.randrange(3)}, {"recording": rng.choice(TEXTS)}, {"recording": json.dumps(value(rng))},
        {"expressions": [rng.choice(TEXTS)], "nodes": [0]}, {"formula": rng.choice(TEXTS), "path": [[0, some[0]]]}, {"node": 0, "radius": 2, "limit": some[0]},
        {"whole": True, "limit": 20, "color": rng.choice(TEXTS)}, {"formula": rng.choice(TEXTS), "from": some[0], "path": [[0, 0]]}))


def head(server, method, path, body, token, extra=""):
    return (f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nX-Weir-Token: {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n{extra}\r\n").encode("latin-1") + body


def malformed(rng, server):
    """The bytes of one request."""
    body = json.dumps(plausible(rng) if rng.random() < 0.5 else arguments(rng)).encode()
    path = "/api/" + rng.choice(POSTS)
    token = server.token if rng.random() < 0.9 else "wrong"
    kind = rng.randrange(12)
    if kind == 0:
        return rng.randbytes(rng.randrange(1, 2000))
    if kind == 1:  # truncated JSON
        return head(server, "POST", path, body[:rng.randrange(len(body))], token)
    if kind == 2:  # the connection ends early
        whole = head(server, "POST", path, body, token)
        return whole[:rng.randrange(len(whole))]
    if kind == 3:
        return head(server, "POST", path, b"[" * rng.randrange(1, 30000), token)
    if kind == 4:
        return head(server, "POST", path, rng.randbytes(rng.randrange(300)), token)
    if kind == 5:  # header fields
        return head(server, "POST", path, body, token, "".join(f"A{i}: {'b' * rng.randrange(300)}\r\n" for i in range(rng.randrange(300))))
    if kind == 6:
        return head(server, rng.choice(("GET", "PUT", "", "G" * 5000, "PRI")), path, body, token)
    if kind == 7:
        names = ("/", "/%", "/%00", "/a" * 4000, "/..//..//etc/passwd", "/?token=%ff", "/api/jobs/" + "9" * 50, "/api/model#", "?", "*")
        return head(server, "GET", rng.choice(names), b"", token)
    if kind == 8:
        extra = rng.choice(("Range: bytes=" + "0-," * 2000, "Expect: 100-continue\r\n", "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n",
                            "Content-Encoding: br\r\n", "Connection: upgrade\r\nUpgrade: websocket\r\n", ": empty\r\n", "no colon\r\n"))
        return head(server, "POST", path, body, token, extra)
    return head(server, "POST", path, body, token)


def send(server, data):
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
        try:
            client.sendall(data)
            client.shutdown(socket.SHUT_WR)
            while client.recv(65536):
                pass
        except (ConnectionError, BrokenPipeError):
            pass  # refused before it was read


def main():
    weir, seed = sys.argv[1], int(sys.argv[3]) if len(sys.argv) > 3 else 1
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        model = pathlib.Path(folder) / "m.pml"
        model.write_text(MODEL)
        with Server(weir, str(model), "--no-open", "--time", "1", "--memory", "200M") as server:
            def client(number):
                rng = random.Random(f"{seed} {number}")
                for _ in range(COUNT // CLIENTS):
                    data = malformed(rng, server)
                    try:
                        send(server, data)
                    except OSError as error:
                        problems.append(f"{error!r} after {data[:300]!r}")
                        return

            # Clients that send nothing, or a byte now and then, do not keep the others out.
            slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
            for half in range(2):
                threads = [threading.Thread(target=client, args=(2 * i + half,)) for i in range(CLIENTS // 2)]
                for thread in threads:
                    thread.start()
                while any(thread.is_alive() for thread in threads):
                    for connection in slow:
                        try:
                            connection.send(b"G")
                        except OSError:
                            pass  # the server has given up waiting
                    time.sleep(0.5)
                if half == 0:
                    middle = server.memory()
            for connection in slow:
                connection.close()
            if server.process.poll() is not None:
                problems.append(f"the server ended with {server.process.returncode}: {server.process.stderr.read()}")
            else:
                begin = time.monotonic()
                server.get("model")
                if time.monotonic() - begin > 8:
                    problems.append("a request after all takes too long")
                after = server.memory()
                if after > 300 or after > middle + 60:
                    problems.append(f"memory grew from {middle:.0f} MB in the middle to {after:.0f} MB")
                code, seconds = server.end()
                if code != 0 or seconds > 8:
                    problems.append(f"ended with {code} after {seconds:.1f} s: {server.process.stderr.read()}")
                print(f"{COUNT} requests, {middle:.0f} MB in the middle, {after:.0f} MB at the end")
    print("\n".join(problems) + f"\nseed {seed}" if problems else "no problems")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
