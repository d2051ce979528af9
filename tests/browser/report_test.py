#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the HTML report in headless Chromium, with real clicks and keys (WebDriver, standard library only).

usage: report_test.py WEIR SOURCE_DIR [SCREENSHOT.png]     exit 77: Chromium or its driver is not installed
"""
import base64
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

KEYS = {"Right": "\ue014", "Left": "\ue012", "Home": "\ue011", "End": "\ue010", "PageDown": "\ue00f"}


class Browser:
    def __init__(self, driver, chromium, folder):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.process = subprocess.Popen([driver, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
                     "--disable-component-update", "--disable-sync", f"--user-data-dir={folder}/profile", "--window-size=1280,1600"]
        for attempt in range(100):
            try:
                answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": {"binary": chromium, "args": arguments}}}})
                break
            except OSError:
                if attempt == 99:
                    raise
                time.sleep(0.1)
        self.base += "/session/" + answer["sessionId"]

    def call(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def open(self, path):
        self.call("POST", "/url", {"url": "file://" + path})

    def script(self, text):
        return self.call("POST", "/execute/sync", {"script": text, "args": []})

    def find(self, selector):
        return next(iter(self.call("POST", "/element", {"using": "css selector", "value": selector}).values()))

    def text(self, selector):
        return self.call("GET", f"/element/{self.find(selector)}/text")

    def click(self, selector):
        self.call("POST", f"/element/{self.find(selector)}/click", {})

    def key(self, name):
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": [
            {"type": "keyDown", "value": KEYS[name]}, {"type": "keyUp", "value": KEYS[name]}]}]})

    def screenshot(self):
        return base64.b64decode(self.call("GET", "/screenshot"))

    def close(self):
        try:
            self.call("DELETE", "")
        finally:
            self.process.terminate()


failures = 0


def expect(condition, sentence):
    global failures
    if not condition:
        failures += 1
        print("FAILED:", sentence)


def check_report(browser, page, screenshot):
    browser.open(page)
    expect("violated" in browser.text("#properties"), "the verdict is in the table of properties")
    last = int(browser.text("#where").split()[3])
    expect(browser.text("#where").startswith("step 1 of"), "the run starts at its first step")
    browser.key("Right")
    expect(browser.text("#where").startswith("step 2 of"), "the right arrow goes on")
    browser.click("#forward")
    expect(browser.text("#where").startswith("step 3 of"), "the button goes on")
    browser.key("Left")
    expect(browser.text("#where").startswith("step 2 of"), "the left arrow goes back")
    browser.key("End")
    expect(browser.text("#where").startswith(f"step {last} of"), "End goes to the last step")
    browser.key("Home")
    browser.script("const s = document.getElementById('slider'); s.value = 1; s.dispatchEvent(new Event('input'))")
    expect(browser.text("#where").startswith("step 2 of"), "the slider moves the run")
    expect(browser.script("return document.querySelectorAll('#state tr.changed').length") > 0, "changed variables are highlighted")
    expect(browser.script("return document.querySelectorAll('#source .current').length") == 1, "the current line is marked")
    for chart in ("timeline", "chart"):
        size = browser.script(f"const b = document.querySelector('#{chart} svg').getBoundingClientRect(); return [b.width, b.height]")
        expect(min(size) > 30, f"the {chart} is drawn")
    expect(browser.script("return document.querySelectorAll('#timeline rect.true, #timeline rect.false').length") > 0, "the timeline shows truth")
    expect(browser.script("return document.querySelectorAll('#chart circle, #chart .arrow').length") > 0, "the chart shows steps")
    expect(browser.script("return document.querySelectorAll('#automaton circle.state').length") >= 2, "the automaton is drawn")
    expect(browser.script("return document.querySelectorAll('#automaton circle.state.current').length") == 1, "its current state is marked")
    before = browser.script("return getComputedStyle(document.body).backgroundColor")
    browser.click("#theme")
    expect(browser.script("return getComputedStyle(document.body).backgroundColor") != before, "light and dark differ")
    browser.click("#theme")
    picture = browser.screenshot()
    expect(len(picture) > 20000, "the screenshot is not an empty page")
    if screenshot:
        with open(screenshot, "wb") as file:
            file.write(picture)


def check_long_run(browser, page):
    browser.open(page)
    total = int(browser.text("#where").split()[3])
    expect(total >= 10000, f"the run has ten thousand steps, not {total}")
    start = time.monotonic()
    browser.key("End")
    browser.key("Left")
    expect(browser.text("#where").startswith(f"step {total - 1} of"), "a long run can be stepped through")
    expect(time.monotonic() - start < 5, "a run of ten thousand steps stays usable")


def check_coverage(browser, page):
    browser.open(page)
    expect("1 statement never executed" in browser.text("#source-panel h2"), "the source says how much is never executed")
    marked = browser.script("return [...document.querySelectorAll('#source .row.unreached')].map(row => Number(row.dataset.line))")
    expect(marked == [4], f"line 4 is marked as never executed, not {marked}")


def main():
    weir, source = sys.argv[1], sys.argv[2]
    driver, chromium = shutil.which("chromedriver"), shutil.which("chromium")
    if not driver or not chromium:
        print("skipped: needs chromium and chromium-driver")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        short, long = f"{folder}/short.html", f"{folder}/long.html"
        run = subprocess.run([weir, "check", f"{source}/examples/peterson-bug.pml", "--property", "mutex", "--html", short], capture_output=True, text=True)
        if run.returncode != 1:
            print("weir check:", run.returncode, run.stdout, run.stderr)
            return 1
        with open(f"{folder}/count.pml", "w") as model:
            model.write("int n;\nactive proctype P() {\n  do\n  :: n < 10000 -> n++\n  :: else -> assert(false)\n  od\n}\n")
        subprocess.run([weir, "check", f"{folder}/count.pml", "--html", long], capture_output=True)
        with open(f"{folder}/dull.pml", "w") as model:
            model.write("byte x;\nactive proctype P() {\n  x = 1; goto done;\n  x = 2;\ndone: skip\n}\n")
        holds = f"{folder}/holds.html"
        subprocess.run([weir, "check", f"{folder}/dull.pml", "--html", holds], capture_output=True)
        browser = Browser(driver, chromium, folder)
        try:
            check_report(browser, short, sys.argv[3] if len(sys.argv) > 3 else None)
            check_long_run(browser, long)
            check_coverage(browser, holds)
        finally:
            browser.close()
    print("the report works in Chromium" if failures == 0 else f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
