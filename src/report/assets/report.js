// The report page: picks a property, puts the components on the page, moves through the run by buttons, keys and the
// address (#step=17, or #property=NAME&step=17 if there are several properties). The data is in #data.
const report = JSON.parse(byId("data").textContent);
let property = null,
  run = null,
  step = 0;

const views = {
  runList: runList(byId("run-list"), { onSelect: goTo, failing: () => property.verdict === "violated" }),
  stateTree: stateTree(byId("state")),
  source: sourceView(byId("source"), report.sources, {
    unreached: report.unreached,
    counts: report.coverage?.statements,
  }),
  chart: chart(byId("chart"), { onSelect: goTo }),
  timeline: timeline(byId("timeline"), { onSelect: goTo }),
  automaton: automatonView(byId("automaton")),
};
const signs = { holds: "✓", violated: "✗", inconclusive: "?" };

function drawProperties() {
  byId("properties-panel").hidden = report.properties.length < 2;
  byId("properties").tBodies[0].replaceChildren(
    ...report.properties.map((one, i) =>
      element(
        "tr",
        { onclick: () => choose(i) },
        element("td", { class: "verdict " + one.verdict }, `${signs[one.verdict]} ${one.verdict}`),
        element("td", {}, element("button", { type: "button", class: "choose" }, one.name)),
        element(
          "td",
          { class: "wide-only" },
          one.formula ? element("code", {}, shorten(one.formula, 160)) : element("span", { class: "soft" }, one.kind),
        ),
        element(
          "td",
          { class: "number wide-only" },
          (one.stats.estimated ? "≈ " : "") + formatNumber(one.stats.states),
        ),
        element("td", { class: "number wide-only" }, formatSeconds(one.stats.seconds)),
      ),
    ),
  );
}

function drawAbout() {
  const engine = property.engine,
    stats = property.stats;
  byId("about").replaceChildren(
    element("h2", {}, property.name + " ", element("span", { class: property.verdict }, property.verdict)),
    property.formula ? element("code", { class: "formula" }, property.formula) : "",
    ...[property.reason].filter(Boolean).map(text => element("p", {}, text)),
    ...[...report.warnings, ...property.warnings].map(text => element("p", { class: "note" }, "Warning: " + text)),
    element(
      "p",
      { class: "soft" },
      [
        (stats.estimated ? "about " : "") + plural(stats.states, "state"),
        plural(stats.transitions, "transition"),
        "depth " + formatNumber(stats.depth),
        formatSeconds(stats.seconds),
        engine.translator && "translator " + engine.translator,
        engine.emptiness && "search " + engine.emptiness,
        engine.store && "store " + engine.store,
        engine.reduce.length ? "reductions " + engine.reduce.join(", ") : null,
        engine.fair && engine.fair !== "none" ? engine.fair + " fairness" : null,
      ]
        .filter(Boolean)
        .join(" · "),
    ),
  );
}

function choose(index, wanted = null) {
  property = report.properties[index];
  [...byId("properties").tBodies[0].rows].forEach((row, i) =>
    i === index ? row.setAttribute("aria-current", "true") : row.removeAttribute("aria-current"),
  );
  run =
    property.counterexample && property.counterexample.positions.length > 0 ? new Run(property.counterexample) : null;
  drawAbout();
  for (const id of ["stepper", "step", "run-panel", "state-panel"]) byId(id).hidden = !run;
  byId("views").classList.toggle("no-run", !run);
  byId("views").classList.toggle("no-source", report.sources.length === 0);
  byId("source-panel").hidden = report.sources.length === 0;
  byId("chart-panel").hidden = !run || !views.chart.useful(run);
  byId("timeline-panel").hidden = !run || !views.timeline.useful(run);
  byId("automaton-panel").hidden = !run || !property.automaton;
  const negated = property.kind === "ltl" && !["", "never", "hoa"].includes(property.engine.translator);
  byId("automaton-title").textContent = negated ? "Automaton of the negated formula" : "Automaton of the property";
  byId("chart-title").textContent = run && run.messages.length > 0 ? "Messages" : "Steps of each process";
  drawCoverage();
  if (!run) {
    views.source.show(null, 0);
    writeAddress();
    return;
  }
  byId("slider").max = run.last;
  goTo(wanted === null ? run.last : wanted);
}

function goTo(target) {
  if (!run) return;
  step = Math.max(0, Math.min(run.last, target));
  drawStep();
  for (const view of [views.runList, views.stateTree, views.source]) view.show(run, step);
  if (!byId("chart-panel").hidden) views.chart.show(run, step);
  if (!byId("timeline-panel").hidden) views.timeline.show(run, step);
  if (!byId("automaton-panel").hidden) {
    const states = k => [run.automatonState(k)].filter(s => s >= 0);
    views.automaton.show(property.automaton, states(step), step > 0 ? states(step - 1) : []);
  }
  writeAddress();
}

function drawStep() {
  const action = run.action(step),
    slider = byId("slider");
  const where = `step ${formatNumber(step)} of ${formatNumber(run.last)}`;
  slider.value = step;
  slider.setAttribute("aria-valuetext", where);
  byId("where").textContent = where;
  byId("first").disabled = byId("back").disabled = step === 0;
  byId("last").disabled = byId("forward").disabled = step === run.last;
  const place = action?.file ? action.file + (action.line ? ":" + action.line : "") : "";
  const cycle = !run.inCycle(step)
    ? ""
    : step === run.cycle
      ? "start of the cycle"
      : `cycle, step ${step - run.cycle} of ${run.last - run.cycle}`;
  byId("actor").textContent = [step === 0 ? "Start" : "Step " + formatNumber(step), action?.process, place, cycle]
    .filter(Boolean)
    .join(" · ");
  byId("event").textContent = action?.event || run.describe(step);
  byId("event").className = action?.event ? "mono" : "plain";
  byId("output").hidden = !action?.output;
  byId("output").lastElementChild.textContent = action?.output || "";
  drawWhy(action);
  const changes = run.changed(step).size;
  const effect = changes === 0 ? "Nothing changed." : plural(changes, "value") + " changed.";
  byId("announce").textContent = `${where}. ${run.describe(step)}. ${effect} ${action?.fault || ""}`;
}

// The last position says why the property fails there; the others say only their own faults.
function drawWhy(action) {
  const texts = [];
  if (action?.fault) texts.push(element("p", {}, element("strong", {}, action.fault)));
  if (step === run.last && property.verdict === "violated") {
    if (run.cycle !== null) {
      texts.push(
        element(
          "p",
          {},
          element("strong", {}, "The run never gets further: "),
          run.stutters(step)
            ? "no step is possible, and the state repeats for ever."
            : `this is the state after step ${run.cycle} again, and the steps since then repeat for ever.`,
        ),
      );
    }
    if (run.explanation && run.explanation !== action?.fault)
      texts.push(element("p", {}, ...withLinks(run.explanation)));
  }
  byId("why").hidden = texts.length === 0;
  byId("why").replaceChildren(...texts);
}

// The steps that a sentence mentions become links to them.
function withLinks(text) {
  return text
    .split(/\b(step \d+)\b/)
    .map((part, i) => (i % 2 === 0 ? part : element("a", { href: addressOf(Number(part.slice(5))) }, part)));
}

function drawCoverage() {
  const coverage = report.coverage,
    host = byId("coverage");
  byId("coverage-panel").hidden = !!run || !coverage;
  if (byId("coverage-panel").hidden || host.childElementCount > 0) return;
  const part = (name = "") => {
    const place = element("div", { class: name });
    host.append(place);
    return place;
  };
  const partial = coverage.complete || !coverage.reason ? "" : "Not all states were counted: " + coverage.reason;
  const whole = value => formatNumber(Math.round(value)),
    seconds = { label: "seconds", format: value => String(Number(value.toPrecision(3))) };
  if (coverage.states_by_depth.length > 0) {
    plot(part(), {
      title: "States by depth",
      x: { label: "depth", format: whole },
      y: { label: "states", format: whole },
      bars: true,
      note: partial,
      points: coverage.states_by_depth.map((count, depth) => [depth, count]),
    });
  }
  if (coverage.samples.length > 1) {
    plot(part(), {
      title: "States over time",
      x: seconds,
      y: { label: "states", format: whole },
      points: coverage.samples.map(one => [one.seconds, one.states]),
    });
    plot(part(), {
      title: "Memory over time",
      x: seconds,
      y: { label: "memory", format: formatBytes },
      points: coverage.samples.map(one => [one.seconds, one.memory]),
    });
  }
  if (coverage.statements.length > 0) {
    const rows = coverage.statements.map(one => ({
      place: [one.process, one.line ? "line " + one.line : ""].filter(Boolean).join(", "),
      label: one.statement,
      count: one.count,
    }));
    countTable(part("whole"), {
      title: "Statements by count",
      heads: ["Where", "Statement", "Steps"],
      rows,
      note: partial,
    });
  }
}

function addressOf(k) {
  const parts = report.properties.length > 1 ? ["property=" + encodeURIComponent(property.name)] : [];
  if (run) parts.push("step=" + k);
  return "#" + parts.join("&");
}

// The address follows the step a moment later: browsers limit how often it may change.
let writing = 0;
function writeAddress() {
  clearTimeout(writing);
  writing = setTimeout(() => history.replaceState(null, "", addressOf(step)), 120);
}

function readAddress() {
  const words = new URLSearchParams(location.hash.slice(1)),
    wanted = words.get("step");
  let index = report.properties.findIndex(one => one.name === words.get("property"));
  if (index < 0)
    index = Math.max(
      0,
      report.properties.findIndex(one => one.counterexample),
    );
  const number = wanted !== null && /^\d+$/.test(wanted) ? Number(wanted) : null;
  if (report.properties[index] === property && number !== null) goTo(number);
  else choose(index, number);
}

const help = byId("help");
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  if (event.key === "Escape" && isTyping(event.target)) {
    event.target.blur();
    return;
  }
  if (isTyping(event.target)) return;
  const moves = {
    ArrowRight: step + 1,
    ArrowLeft: step - 1,
    PageDown: step + 10,
    PageUp: step - 10,
    Home: 0,
    End: run ? run.last : 0,
  };
  if (run && event.key in moves) goTo(moves[event.key]);
  else if (event.key === "/" && run) views.stateTree.focusFilter();
  else if (event.key === "?") help.showModal();
  else return;
  event.preventDefault();
});
byId("slider").addEventListener("input", event => goTo(Number(event.target.value)));
byId("first").addEventListener("click", () => goTo(0));
byId("back").addEventListener("click", () => goTo(step - 1));
byId("forward").addEventListener("click", () => goTo(step + 1));
byId("last").addEventListener("click", () => goTo(run.last));
byId("help-button").addEventListener("click", () => help.showModal());
themeButton(byId("theme"));
window.addEventListener("hashchange", readAddress);
drawProperties();
if (report.properties.length > 0) readAddress();
