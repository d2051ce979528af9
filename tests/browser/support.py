# SPDX-License-Identifier: Apache-2.0
"""What the browser tests share: headless Chromium behind Selenium, expectations, the accessibility audit, screenshots.

A test is `main(test)`: it receives a Test and calls expect(); run(main) is its last line.
usage of a test: NAME_test.py WEIR SOURCE_DIR WORK_DIR     exit 77: Selenium or Chromium is not installed
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).parent.parent / "serve"))  # server.py

WIDTHS = (400, 900, 1600)
THEMES = ("light", "dark")
PATIENCE = 30  # seconds to wait for anything that must happen: the machine may be busy

# Runs before a page's own scripts. `underway` is the number of requests that the page waits for, without those that the
# server answers only when something happens. A request counts until what follows it had time to begin.
COUNT_REQUESTS = """
window.underway = 0;
const send = window.fetch;
window.fetch = async (address, ...more) => {
  if (/api\\/(changes|jobs)/.test(address)) return send(address, ...more);
  ++window.underway;
  try {
    const answer = await send(address, ...more);
    await answer.clone().arrayBuffer();
    return answer;
  } finally {
    setTimeout(() => --window.underway, 5);
  }
};
"""


class Browser:
    """Headless Chromium. `driver` is Selenium's, for what is not here; `work` is the folder of the audit's script."""

    def __init__(self, work=None):
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service
        from selenium.webdriver.common.keys import Keys

        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                         "--disable-background-networking", "--disable-component-update", "--disable-sync",
                         "--disable-dev-shm-usage"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.driver.set_script_timeout(4 * PATIENCE)
        self.count_requests()
        self.keys = Keys
        self.axe = axe_script(work) if work else None
        self.look(1600, "light")

    def close(self):
        self.driver.quit()

    def count_requests(self):
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": COUNT_REQUESTS})

    def new_tab(self):
        """Goes to a new tab; returns the handle of the current one."""
        handle = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        self.count_requests()
        return handle

    def look(self, width, theme="light", height=1000, motion="no-preference"):
        """Sets the size of the page, and what the system prefers."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                    {"features": [{"name": "prefers-color-scheme", "value": theme},
                                                  {"name": "prefers-reduced-motion", "value": motion}]})

    def open(self, address):
        """A file or an address; a change of only the part behind # loads the page again, too."""
        self.driver.get("about:blank")
        self.driver.get(address if "://" in address else "file://" + address)

    def find(self, selector):
        return self.driver.find_element("css selector", selector)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def text(self, selector):
        return self.find(selector).text

    def click(self, selector):
        self.find(selector).click()

    def press(self, *names):
        """Keys by Selenium's names (ARROW_RIGHT) or as characters, sent to the focused element."""
        from selenium.webdriver.common.action_chains import ActionChains
        for name in names:
            ActionChains(self.driver).send_keys(getattr(self.keys, name, name)).perform()

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def wait(self, script, seconds=PATIENCE):
        """Waits until the script returns something true; returns it, or the last answer."""
        end = time.monotonic() + seconds
        while True:
            answer = self.script("return " + script)
            if answer or time.monotonic() > end:
                return answer
            time.sleep(0.03)

    def rest(self):
        """Waits until no request is under way, nothing moves or changes its colour, and the page is drawn."""
        self.driver.execute_async_script("""
          const [seconds, done] = arguments, end = performance.now() + 1000 * seconds;
          // A page behind another tab draws no frames.
          const frame = () => new Promise(resolve => { requestAnimationFrame(() => setTimeout(resolve)); setTimeout(resolve, 300); });
          (async () => {
            do await frame();
            while ((window.underway > 0 || document.getAnimations().length > 0) && performance.now() < end);
            await frame();
          })().then(done);""", PATIENCE)

    def processor_seconds(self):
        """Processor time of the page's scripts, layout and drawing since the first call."""
        self.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
        metrics = self.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    def errors(self):
        """What the page complained about since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]


def axe_script(work):
    """The source of axe-core, installed into the build folder; None, with a message, if it cannot be had."""
    script = work / "node_modules/axe-core/axe.min.js"
    if not script.exists() and shutil.which("npm"):
        subprocess.run(["npm", "install", "--no-save", "--no-audit", "--no-fund", "--prefix", str(work), "axe-core@4"],
                       capture_output=True, timeout=120, check=False)
    if script.exists():
        return script.read_text(encoding="utf-8")
    print("SKIPPED: the accessibility audit; axe-core could not be installed with npm")
    return None


class Test:
    def __init__(self, weir, source, work, folder, browser):
        self.weir, self.source, self.work, self.folder, self.browser = weir, pathlib.Path(source), work, folder, browser
        self.failures = 0

    def expect(self, condition, sentence):
        if not condition:
            self.failures += 1
            print("FAILED:", sentence)

    def expect_equal(self, found, wanted, sentence):
        self.expect(found == wanted, f"{sentence}: {found!r}, not {wanted!r}")

    def run_weir(self, *arguments, code=None):
        answer = subprocess.run([self.weir, *map(str, arguments)], capture_output=True, text=True, errors="replace",
                                check=False)
        if code is not None and answer.returncode != code:
            self.expect(False, f"weir {arguments} exits with {answer.returncode}: {answer.stderr}")
        return answer

    def audit(self, where):
        """axe-core on the page at rest: no findings. While a colour changes gradually, its contrast means nothing."""
        self.browser.rest()
        if self.browser.axe is None:
            return
        self.browser.script(self.browser.axe)
        found = self.browser.driver.execute_async_script(
            "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']}).then(r => done(r.violations.map(v =>"
            " v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + ' ' + n.failureSummary.slice(0, 300)).join(' || '))))")
        for finding in found:
            self.expect(False, f"accessibility, {where}: {finding}")

    def fits(self, where):
        """The page never scrolls sideways as a whole."""
        self.browser.rest()
        wide, room = self.browser.script("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        self.expect(wide <= room, f"{where}: the page is {wide} pixels wide in a window of {room}")

    def picture(self, name):
        """A screenshot of the whole page in WORK_DIR, for looking at."""
        height = self.browser.script("return Math.min(4000, document.documentElement.scrollHeight)")
        width = self.browser.script("return innerWidth")
        self.browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        file = self.work / f"{name}.png"
        self.browser.driver.save_screenshot(str(file))
        self.expect(os.path.getsize(file) > 10000, f"the screenshot {name} is not an empty page")


def run(main):
    """Runs main(test) with a browser and a temporary folder, and exits."""
    try:
        import selenium  # noqa: F401
    except ImportError:
        print("SKIPPED: python3-selenium is missing")
        sys.exit(77)
    if not shutil.which("chromium") or not shutil.which("chromedriver"):
        print("SKIPPED: chromium or chromium-driver is missing")
        sys.exit(77)
    work = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else "build/browser").resolve()
    work.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(work)
        try:
            test = Test(sys.argv[1], sys.argv[2], work, pathlib.Path(folder), browser)
            main(test)
            for message in browser.errors():
                test.expect(False, "the page complains: " + message)
        finally:
            browser.close()
    print("the page works in Chromium" if test.failures == 0 else f"{test.failures} failures")
    sys.exit(1 if test.failures else 0)
