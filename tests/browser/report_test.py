#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the HTML report in headless Chromium, with real clicks and keys."""
import support

COUNT = "int n;\nactive proctype P() {\n  do\n  :: n < 50000 -> n++\n  :: else -> assert(false)\n  od\n}\n"
WIDE = ("byte a[5000];\nint n;\nactive proctype P() {\n  do\n  :: n < 300 -> a[(n * 7) % 5000] = n % 250; n++\n"
        "  :: else -> assert(false)\n  od\n}\n")
STARVE = "byte x;\nactive proctype P() { do :: x = 0 -> x = 1 od }\nactive proctype Q() { end: do :: x = 2 od }\n"
UNREACHED = "byte x;\nactive proctype P() {\n  x = 1; goto done;\n  x = 2;\ndone: skip\n}\n"
# Buffered and synchronous messages; the third send is random-received before the second.
TALK = """chan queue = [3] of { byte };
chan direct = [0] of { byte };
active proctype Sender() { queue!1; queue!2; queue!3; direct!9 }
active proctype Receiver() { byte got; queue?got; queue??3; direct?got; queue?<got>; assert(false) }
"""
FORMULAS = ["G a", "F a", "a U b", "G F a", "F G a", "G (a -> F b)", "G (a -> X b)", "(a U b) U c", "G F a & G F b",
            "G F a -> G F b", "a W b", "G (a -> (b U c))", "F (a & F (b & F c))", "X X X a", "G (a | X (b | X c))",
            "G F a & G F b & G F c", "F G a | F G b", "(G F a -> G F b) & (G F b -> G F c)", "a U (b U (c U d))",
            "G (a -> F (b & F (c & F d)))", "!(a U b) & G F c", "G (a <-> X b)", "F a & F b & F c", "G a | G b | G c",
            "(a R b) & (c R d)", "F (a & X F b) & G (c -> F d)", "G (a & b & c & d -> X (a | b | c | d))",
            "G F (a & b & !c & !d) | F G (!a & !b & c & d)", "F G (a | b) & F G (c | d)", "X (a U X (b R X (c U d)))"]


def make(test, name, model, *options, code=1):
    """The report of a model, given by its text or its path in the sources."""
    path = test.source / model
    if "\n" in model:
        path = test.folder / f"{name}.pml"
        path.write_text(model)
    page = test.folder / f"{name}.html"
    test.run_weir("check", path, "--html", page, *options, code=code)
    return str(page)


def where(browser):
    return browser.text("#where")


def check_opening(test):
    """The page opens at the failure, and says there why."""
    browser = test.browser
    page = make(test, "mutex", "examples/peterson-bug.pml", "--property", "mutex")
    browser.open(page)
    last = browser.script("return run.last")
    test.expect_equal(where(browser), f"step {last} of {last}", "the page opens at the last step")
    test.expect("fails" in browser.text("#why"), "the last step says why")
    test.expect("inside++" in browser.text("#event"), "the last step shows its statement")
    changed = [row.text for row in browser.all("#state .state-row.changed")]
    test.expect(any("inside" in row and "2" in row for row in changed), f"the statement is shown with its effect: {changed}")
    test.expect_equal(len(browser.all("#run-list .run-row")), last + 1, "the whole run is beside it")
    test.expect_equal(browser.text("#source .source-line.current .text").strip(), "inside++;", "the line is marked")
    test.expect(len(browser.all("#source .at")) == 2, "the source shows where both processes are")
    test.expect("[] !(P[0]@crit && P[1]@crit)" in browser.text("#about"), f"the formula is the user's: {browser.text('#about')}")
    return page


def check_moving(test, page):
    """Keys, buttons, slider, clicks and addresses move through the run, and every view follows."""
    browser = test.browser
    browser.open(page)
    last = browser.script("return run.last")
    steps = {"HOME": 0, "ARROW_RIGHT": 1, "PAGE_DOWN": min(11, last), "ARROW_LEFT": min(11, last) - 1, "PAGE_UP": 0, "END": last}
    for key, wanted in steps.items():
        browser.press(key)
        test.expect_equal(browser.script("return step"), wanted, f"the step after {key}")
    browser.click("#back")
    test.expect_equal(browser.script("return step"), last - 1, "the button goes back")
    browser.click("#first")
    browser.click("#forward")
    test.expect(where(browser).startswith("step 1 of"), "the buttons go to the start and on")
    test.expect(browser.find("#why").is_displayed() is False, "a step that does not fail says no reason")
    browser.script("const s = byId('slider'); s.value = 2; s.dispatchEvent(new Event('input'))")
    test.expect(where(browser).startswith("step 2 of"), "the slider moves the run")
    browser.all("#run-list .run-row")[3].click()
    test.expect(where(browser).startswith("step 3 of"), "a click on a step goes there")
    browser.press("ARROW_DOWN")
    test.expect(where(browser).startswith("step 4 of"), "the arrow keys move in the list")
    for view, selector in (("chart", "#chart .row.now"), ("timeline", "#timeline .row.now"), ("automaton", "#automaton .state.current"),
                           ("list", "#run-list .run-row.current[data-step='4']")):
        test.expect_equal(len(browser.all(selector)), 1, f"the {view} marks the step")
    test.expect_equal(browser.script("return document.querySelector('#timeline .row.now').dataset.step"), "4", "the timeline follows")
    test.expect("step 4" in browser.script("return byId('announce').textContent"), "screen readers hear the step")
    test.expect_equal(browser.wait("location.hash === '#step=4'"), True, "the address follows the step")
    browser.open(page + "#step=3")
    test.expect(where(browser).startswith("step 3 of"), "an address opens its step")
    browser.script("location.hash = 'step=5'")
    test.expect(browser.wait("step === 5"), "a changed address goes to its step")
    browser.open(page + "#step=99999999999")
    test.expect_equal(where(browser), f"step {last} of {last}", "an address behind the end is the end")
    browser.click("#why a")
    test.expect(browser.wait("location.hash.startsWith('#step=')"), "a step in the explanation is a link")


def check_filter_and_help(test, page):
    browser = test.browser
    browser.open(page)
    browser.press("/")
    test.expect(browser.script("return document.activeElement.classList.contains('filter')"), "/ goes to the filter")
    browser.press("t", "u", "r", "n")
    names = [row.get_attribute("data-name") for row in browser.all("#state .state-row[data-name]")]
    test.expect_equal(names, ["turn"], "the filter shows what matches")
    browser.press("ARROW_LEFT")
    test.expect_equal(browser.script("return step"), browser.script("return run.last"), "keys in the filter do not move the run")
    browser.press("ESCAPE", "ARROW_LEFT")
    test.expect_equal(browser.script("return step"), browser.script("return run.last - 1"), "Escape leaves the filter")
    browser.script("const f = document.querySelector('.filter'); f.value = ''; f.dispatchEvent(new Event('input'))")
    browser.click("#state .state-row[data-name=turn] .pin")
    test.expect_equal(browser.text("#state .state-row.pinned"), "Pinned", "a pinned variable is at the top")
    browser.click("#state .state-row.variables .fold")
    test.expect("wants[0]" not in browser.text("#state"), "a group can be folded")
    browser.click("#state-panel input[type=checkbox]")
    test.expect(all("changed" in row.get_attribute("class") for row in browser.all("#state .state-row[data-name]:not(.level1)")[1:]),
                "only what changed")
    browser.press("?")
    test.expect(browser.find("#help").is_displayed(), "? opens the help")
    test.audit("help")
    browser.press("ESCAPE")
    test.expect(not browser.find("#help").is_displayed(), "Escape closes it")


def check_lasso(test):
    browser = test.browser
    browser.open(make(test, "starve", STARVE, "--ltl", "F (x == 3)"))
    cycle, last = browser.script("return [run.cycle, run.last]")
    test.expect_equal(browser.script("return step"), last, "a lasso opens at the end of its cycle")
    test.expect(f"after step {cycle} again" in browser.text("#why"), "it says where the cycle starts")
    test.expect_equal(browser.text(f".run-row[data-step='{cycle}'] .badge"), "cycle starts", "the start of the cycle is marked")
    test.expect_equal(browser.script("return JSON.stringify([...run.stateAt(run.last)])"),
                      browser.script("return JSON.stringify([...run.stateAt(run.cycle)])"), "the last state is that of the start")
    browser.open(make(test, "stuck", "examples/leader.pml", "--ltl", "F (leaders == 2)"))
    test.expect("no step is possible" in browser.text("#why"), "a deadlock repeats for ever")


def check_chart(test):
    browser = test.browser
    browser.open(make(test, "talk", TALK, "--shortest"))
    heads = [text.text for text in browser.all(".chart-head text")]
    test.expect_equal(heads, ["Sender[0]", "Receiver[1]", "queue"], "lifelines of processes and of the buffered channel")
    messages = browser.script("return run.messages.map(m => [m.channel, m.text, m.send === null ? '' : run.action(m.send).event,"
                              " m.receive === null ? '' : run.action(m.receive).event])")
    received = {text: receive for channel, text, send, receive in messages if channel == "queue" and send}
    test.expect(received.get("3") == "queue??3" and received.get("1") == "queue?got", f"receives match their sends: {messages}")
    test.expect_equal(received.get("2"), "", "looking at a message does not receive it")
    test.expect_equal(len(browser.all("#chart .message.rendezvous")), 1, "a rendezvous is a straight arrow")
    boxes = browser.script("""return [...document.querySelectorAll('#chart .message.buffered')].map(p => {
      const n = p.getAttribute('d').match(/-?[\\d.]+/g).map(Number); return [p.dataset.send, p.dataset.receive, n[1], n[n.length - 2] ]})""")
    test.expect(any(receive and float(receive) > float(send) for send, receive, *_ in boxes if send), "arrows go from send to receive")
    browser.press("HOME")
    test.expect(len(browser.all("#chart .message.later")) > 0, "messages that are not sent yet are faint")


def check_properties(test):
    """Several properties: the table chooses, the address names the property."""
    browser = test.browser
    page = make(test, "several", "examples/peterson-bug.pml")
    browser.open(page)
    rows = browser.all("#properties tbody tr")
    test.expect_equal(len(rows), 3, "every property has a row")
    rows[2].find_element("css selector", "button").click()
    test.expect(browser.text("#about h2").startswith("mutex"), "a click chooses a property")
    test.expect(browser.wait("location.hash.startsWith('#property=mutex&step=')"), "the address names the property")
    browser.open(page + "#property=mutex&step=2")
    test.expect(browser.text("#about h2").startswith("mutex") and where(browser).startswith("step 2"), "an address opens both")
    rows = browser.all("#properties tbody tr")
    rows[1].click()
    test.expect(not browser.find("#run-panel").is_displayed(), "a property that holds has no run")


def check_coverage(test):
    browser = test.browser
    browser.open(make(test, "dull", UNREACHED, code=0))
    test.expect("1 statement never executed" in browser.text("#source-panel h2"), "the source says how much is never executed")
    marked = browser.script("return [...document.querySelectorAll('.source-line.unreached')].map(row => Number(row.dataset.line))")
    test.expect_equal(marked, [4], "the line that is never executed")
    page = make(test, "holds", "examples/peterson.pml", code=0)
    browser.open(page)
    test.expect(browser.find("#coverage-panel").is_displayed(), "a page where everything holds shows what was covered")
    captions = [caption.text for caption in browser.all("#coverage figcaption")]
    test.expect("States by depth" in captions and "Statements by count" in captions, f"the plots: {captions}")
    depth = browser.script("return report.coverage.states_by_depth.reduce((a, b) => a + b, 0)")
    test.expect(depth > 10, f"states are counted by depth: {depth}")
    browser.script("document.querySelectorAll('#coverage details').forEach(d => d.open = true)")
    test.expect(len(browser.all("#coverage details tbody tr")) > 3, "plots have tables")
    return page


def check_automata(test):
    """The labels of an automaton overlap neither each other nor states."""
    browser = test.browser
    model = "bool a, b, c, d;\nactive proctype P() { do :: a = !a :: b = !b :: c = !c :: d = !d od }\n"
    options = [option for formula in FORMULAS for option in ("--ltl", formula)]
    browser.open(make(test, "automata", model, *options))
    drawn = browser.script("return report.properties.filter(p => p.automaton).length")
    test.expect(drawn >= 25, f"most formulas have an automaton to draw: {drawn}")
    overlaps = browser.script("""
      const host = document.createElement("div"), found = [];
      document.body.append(host);
      for (const property of report.properties.filter(p => p.automaton)) {
        automatonView(host).show(property.automaton, [property.automaton.initial]);
        const boxes = [...host.querySelectorAll(".edge-label text, circle.state")].map(node => {
          const { left, right, top, bottom } = node.getBoundingClientRect();
          return { left, right, top, bottom, name: node.textContent || "state" };
        });
        const area = host.querySelector("svg").getBoundingClientRect();
        for (let i = 0; i < boxes.length; ++i) {
          const a = boxes[i];
          if (a.left < area.left || a.top < area.top || a.right > area.right || a.bottom > area.bottom) found.push(property.formula + " cuts off " + a.name);
          for (const b of boxes.slice(i + 1)) {
            if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) found.push(`${property.formula}: ${a.name} and ${b.name}`);
          }
        }
      }
      host.remove();
      return found;""")
    test.expect(overlaps == [], f"labels overlap: {overlaps[:5]}")


def check_speed(test):
    """A step of a long run and of a wide state takes less than 50 ms; on a busy machine, of processor time."""
    browser = test.browser
    for name, model in (("long", COUNT), ("wide", WIDE)):
        browser.open(make(test, name, model))
        if name == "long":
            test.expect(browser.script("return run.last") >= 100000, "the run has 100 000 steps")
        else:
            test.expect(browser.script("return run.stateAt(0).size") >= 5000, "the state has 5 000 variables")
            browser.click("#state .state-row.array .fold")
        before = browser.processor_seconds()
        times, steps = browser.script("""
          const times = [];
          let steps = 0;
          for (const k of [0, 1, 2, 100, 101, run.last >> 1, (run.last >> 1) + 1, run.last - 1, run.last]) {
            let best = Infinity;   // of a few: the machine may be busy
            for (let i = 0; i < 12 && best >= 50; ++i) {
              goTo(k === 0 ? 1 : k - 1);
              const start = performance.now();
              goTo(k);
              document.body.getBoundingClientRect();
              best = Math.min(best, performance.now() - start);
              steps += 2;
            }
            times.push(Math.floor(best));
          }
          return [times, steps];""")
        used = (browser.processor_seconds() - before) * 1000 / steps
        print(f"{name} run: {times} ms, {used:.1f} ms of the processor a step")
        test.expect(min(max(times), used) < 50, f"steps of the {name} run take {times} ms")
        test.expect(len(browser.all("#run-list .run-row")) < 100, "only the rows in view exist")
        browser.press("HOME", "END", "ARROW_LEFT")
        test.expect_equal(browser.script("return step"), browser.script("return run.last - 1"), f"the {name} run follows the keys")


def check_hostile(test):
    """Names, labels, strings and file names with markup and control characters are shown as text."""
    browser = test.browser
    evil = "<img src=x onerror=window.hacked=1></script><script>window.hacked=2</script>\u202e&amp;\x1b[31m"
    labels = test.folder / "<b onclick=window.hacked=3>&\"'\x1b.aut"
    labels.write_text(f'des (0, 3, 3)\n(0, "{evil}", 1)\n(1, "--><svg onload=window.hacked=4>", 2)\n(2, "go", 2)\n')
    page = test.folder / "labels.html"
    test.run_weir("check", labels, "--ltl", 'F "<script>window.hacked=5</script>"', "--html", page)
    model = test.folder / "strings.pml"
    model.write_text('active proctype P() { printf("<img src=x onerror=window.hacked=6>\\n\x1b[31m</script>"); assert(false) }\n/* </script><script>window.hacked=7</script> */\n')
    strings = test.folder / "strings.html"
    test.run_weir("check", model, "--html", strings, code=1)
    for file in (page, strings):
        browser.open(str(file))
        for key in ("HOME", "ARROW_RIGHT", "ARROW_RIGHT", "END"):
            browser.press(key)
        test.expect(browser.script("return window.hacked === undefined"), f"{file.name}: nothing of the model is executed")
        test.expect_equal(browser.script("return document.querySelectorAll('body img, body b, main script, svg svg').length"), 0,
                          f"{file.name}: the model makes no elements")
        controls = browser.script("return document.body.innerText.match(/[\\u0000-\\u0008\\u000b-\\u001f\\u007f\\u202a-\\u202e]/)")
        test.expect(controls is None, f"{file.name}: no control characters are shown")
    browser.open(str(page))
    test.expect("onerror" in browser.text("#run-list"), "the label is readable")


def check_looks(test, pages):
    """Three widths, light and dark: the page fits, and axe-core finds nothing."""
    browser = test.browser
    for name, page in pages.items():
        for width in support.WIDTHS:
            browser.look(width)
            browser.open(page)
            for theme in support.THEMES:
                browser.look(width, theme)
                test.fits(f"{name} at {width} pixels")
                test.audit(f"{name}, {width} pixels, {theme}")
                test.picture(f"report-{name}-{width}-{theme}")
    browser.look(1600)
    browser.open(pages["mutex"])
    before = browser.script("return getComputedStyle(document.body).backgroundColor")
    toggle = "byId('theme').click(); return document.getAnimations().length"
    test.expect(browser.script(toggle) > 0, "colours change gradually")
    browser.look(1600, motion="reduce")
    browser.rest()
    test.expect_equal(browser.script(toggle), 0, "nothing moves for those who prefer it so")
    browser.look(1600)
    browser.click("#theme")
    test.expect(browser.script("return getComputedStyle(document.body).backgroundColor") != before, "the button changes the theme")


def main(test):
    page = check_opening(test)
    check_moving(test, page)
    check_filter_and_help(test, page)
    check_lasso(test)
    check_chart(test)
    check_properties(test)
    holds = check_coverage(test)
    check_automata(test)
    check_speed(test)
    check_hostile(test)
    check_looks(test, {"mutex": page, "talk": str(test.folder / "talk.html"), "holds": holds})


if __name__ == "__main__":
    support.run(main)
