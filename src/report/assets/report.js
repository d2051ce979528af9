// The report's behaviour: pick a property, step through its counterexample. Plain DOM; the data is in #data.
"use strict";
const report = JSON.parse(document.getElementById("data").textContent);
const kWindow = 60;      // steps drawn around the current one, so that very long runs stay quick
const kKeyframe = 200;   // every so many steps the whole state is remembered
let property = null, step = 0, keyframes = [];

const byId = id => document.getElementById(id);
function element(tag, attributes = {}, ...children) {
  const node = tag.startsWith("svg:") ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4)) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter(child => child !== null));
  return node;
}
const show = value => typeof value === "string" ? value : JSON.stringify(value);
const trace = () => property.counterexample;
const length = () => trace().steps.length;
const inCycle = i => trace().cycle > 0 && i >= trace().prefix;
const shorten = (text, limit) => text.length > limit ? text.slice(0, limit - 1) + "…" : text;

// States are stored as differences; a state is rebuilt from the nearest remembered one.
function stateAt(i) {
  let from = Math.min(Math.floor(i / kKeyframe), keyframes.length - 1);
  let state = from >= 0 ? new Map(keyframes[from]) : new Map();
  for (let k = from < 0 ? 0 : from * kKeyframe + 1; k <= i; ++k) {
    for (const [name, value] of trace().steps[k].changes) state.set(name, value);
    for (const name of trace().steps[k].gone || []) state.delete(name);
    if (k % kKeyframe === 0 && k / kKeyframe === keyframes.length) keyframes.push(new Map(state));
  }
  return state;
}

function drawProperties() {
  const rows = report.properties.map((p, i) => element("tr", {
    tabindex: 0, role: "row", "aria-selected": "false", "data-index": i,
    onclick: () => choose(i), onkeydown: e => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); choose(i); } } },
    element("td", { class: "verdict " + p.verdict }, { holds: "✓ ", violated: "✗ ", inconclusive: "? " }[p.verdict] + p.verdict),
    element("td", {}, p.name), element("td", {}, p.kind), element("td", {}, element("code", {}, p.formula || "")),
    element("td", { class: "number" }, (p.stats.estimated ? "≈ " : "") + p.stats.states.toLocaleString("en")), element("td", { class: "number" }, p.stats.seconds.toFixed(2) + " s")));
  byId("properties").tBodies[0].replaceChildren(...rows);
}

function choose(index) {
  property = report.properties[index];
  keyframes = [];
  document.querySelectorAll("#properties tbody tr").forEach((row, i) => row.setAttribute("aria-selected", String(i === index)));
  const about = byId("about");
  about.replaceChildren(element("h2", {}, property.name + ": ", element("span", { class: property.verdict }, property.verdict)));
  if (property.reason) about.append(element("p", {}, property.reason));
  for (const warning of property.warnings) about.append(element("p", { class: "warning" }, "Warning: " + warning));
  const engine = property.engine;
  about.append(element("p", { class: "soft" }, [engine.translator && "translator " + engine.translator, engine.emptiness && "search " + engine.emptiness,
    "store " + engine.store, engine.reduce.length ? "reductions " + engine.reduce.join(", ") : null, engine.fair !== "none" ? engine.fair + " fairness" : null]
    .filter(Boolean).join(" · ")));
  byId("run").hidden = !trace();
  if (!trace()) { drawSource(null); return; }
  if (trace().explanation) about.append(element("p", { class: "why" }, trace().explanation));
  byId("slider").max = length() - 1;
  goTo(0);
}

function goTo(target) {
  if (!property || !trace()) return;
  step = Math.max(0, Math.min(length() - 1, target));
  const here = trace().steps[step];
  byId("slider").value = step;
  const where = `step ${step + 1} of ${length()}` + (inCycle(step) ? ` (cycle, ${step - trace().prefix + 1} of ${trace().cycle})` : "");
  byId("slider").setAttribute("aria-valuetext", where);
  byId("where").textContent = where;
  byId("event").textContent = here.stutters ? "stutters for ever" : here.last ? "the run ends here" : [here.process, here.event].filter(Boolean).join(": ");
  byId("fault").textContent = here.fault || "";
  byId("output").textContent = here.output ? "prints: " + here.output : "";
  drawState(); drawSource(here); drawTimeline(); drawChart(); drawAutomaton();
}

function drawState() {
  const now = stateAt(step), before = step > 0 ? stateAt(step - 1) : now;
  const onlyChanged = byId("only-changed").checked;
  const rows = [];
  for (const [name, value] of now) {
    const changed = step > 0 && show(before.get(name)) !== show(value);
    if (onlyChanged && !changed) continue;
    rows.push(element("tr", { class: changed ? "changed" : "" }, element("td", { class: "mono" }, name),
      element("td", { class: "mono" }, changed && before.has(name) ? element("span", { class: "was" }, show(before.get(name))) : null, show(value),
        changed ? element("span", { class: "hidden" }, " (changed)") : null)));
  }
  byId("state").replaceChildren(...rows);
}

function drawSource(here) {
  const panel = byId("source-panel");
  panel.hidden = report.sources.length === 0;
  if (panel.hidden) return;
  const file = report.sources.find(s => here && s.name === here.file) || report.sources[0];
  const box = byId("source");
  if (box.dataset.file !== file.name) {
    const unreached = new Map(report.unreached.filter(u => u.file === file.name).map(u => [u.line, u.statement]));
    box.dataset.file = file.name;
    box.replaceChildren(...file.text.split("\n").map((text, i) => element("div", { class: "row" + (unreached.has(i + 1) ? " unreached" : ""), "data-line": i + 1 },
      element("span", { class: "number" }, String(i + 1)),
      element("span", { class: "flag", title: unreached.has(i + 1) ? "never executed" : null, "aria-label": unreached.has(i + 1) ? "never executed" : null }, unreached.has(i + 1) ? "○" : ""),
      element("span", { class: "text" }, text))));
    byId("source-name").textContent = file.name;
  }
  box.querySelectorAll(".current").forEach(row => row.classList.remove("current"));
  const row = here && here.file === file.name && here.line ? box.querySelector(`[data-line="${here.line}"]`) : null;
  if (row) { row.classList.add("current"); row.parentNode.parentNode.scrollTop = row.offsetTop - row.parentNode.parentNode.offsetTop - 120; }
}

const range = () => { const first = Math.max(0, Math.min(step - kWindow / 2, length() - kWindow)); return [first, Math.min(length(), first + kWindow)]; };
const clickable = i => ({ style: "cursor:pointer", onclick: () => goTo(i) });

function drawTimeline() {
  const rows = trace().timeline, [first, end] = range(), width = 16, left = 240, height = 20;
  const svg = element("svg:svg", { width: left + Math.max((end - first) * width, 60) + 200, height: rows.length * height + 34, role: "img", "aria-label": "truth of each subformula along the run" });
  for (let i = first; i < end; ++i) {
    const x = left + (i - first) * width;
    if (inCycle(i)) svg.append(element("svg:rect", { class: "loop", x, y: 16, width, height: rows.length * height + 4 }));
    if (i === step) svg.append(element("svg:rect", { class: "now", x, y: 0, width, height: rows.length * height + 30 }));
    if (i % 5 === 0 || i === step) svg.append(element("svg:text", { class: "soft", x: x + width / 2, y: 12, "text-anchor": "middle" }, String(i + 1)));
  }
  rows.forEach((row, r) => {
    const y = 18 + r * height;
    svg.append(element("svg:text", { class: "mono", x: left - 8, y: y + 14, "text-anchor": "end" }, element("svg:title", {}, row.subformula), shorten(row.subformula, 34)));
    for (let i = first; i < end; ++i) {
      const holds = row.values[i] === "1";
      svg.append(element("svg:rect", { class: String(holds), x: left + (i - first) * width + 2, y: y + (holds ? 3 : 12), width: width - 4, height: holds ? 14 : 3, ...clickable(i) },
        element("svg:title", {}, `${row.subformula} is ${holds} at step ${i + 1}`)));
    }
  });
  if (trace().cycle > 0 && end > trace().prefix) {
    const x = left + (Math.max(first, trace().prefix) - first) * width;
    svg.append(element("svg:text", { class: "soft", x, y: rows.length * height + 32 }, "↻ the cycle repeats for ever"));
  }
  byId("timeline").replaceChildren(svg);
  byId("timeline-panel").hidden = rows.length === 0;
}

function drawChart() {
  const processes = trace().processes;
  byId("chart-panel").hidden = processes.length === 0;
  if (processes.length === 0) return;
  const [first, end] = range(), gap = Math.max(120, Math.min(220, 900 / processes.length)), height = 24, top = 40;
  const x = name => 60 + processes.indexOf(name) * gap;
  const svg = element("svg:svg", { width: 120 + (processes.length - 1) * gap + 160, height: top + (end - first) * height + 20, role: "img", "aria-label": "message sequence chart" });
  svg.append(element("svg:defs", {}, element("svg:marker", { id: "tip", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" }, element("svg:path", { class: "tip", d: "M0 0L8 4L0 8z" }))));
  for (let i = first; i < end; ++i) {
    const y = top + (i - first) * height;
    if (inCycle(i)) svg.append(element("svg:rect", { class: "loop", x: 0, y, width: "100%", height }));
    if (i === step) svg.append(element("svg:rect", { class: "now", x: 0, y, width: "100%", height }));
  }
  for (const name of processes) {
    svg.append(element("svg:line", { class: "life", x1: x(name), x2: x(name), y1: 30, y2: top + (end - first) * height }),
      element("svg:rect", { class: "box", x: x(name) - 52, y: 6, width: 104, height: 24, rx: 3 }),
      element("svg:text", { x: x(name), y: 22, "text-anchor": "middle" }, shorten(name, 15)));
  }
  for (let i = first; i < end; ++i) {
    const here = trace().steps[i], y = top + (i - first) * height + height / 2, talk = here.communication;
    const from = talk && processes.includes(talk.sender) ? talk.sender : null, to = talk && processes.includes(talk.receiver) ? talk.receiver : null;
    const label = talk ? `${talk.channel}: ${talk.message}` : here.event;
    if (from && to && from !== to) {
      svg.append(element("svg:line", { class: "arrow", x1: x(from), x2: x(to), y1: y, y2: y, ...clickable(i) }),
        element("svg:text", { class: "mono", x: (x(from) + x(to)) / 2, y: y - 3, "text-anchor": "middle", ...clickable(i) }, shorten(label, 26)));
    } else if (here.process && processes.includes(here.process)) {
      svg.append(element("svg:circle", { class: "act", cx: x(here.process), cy: y, r: 4, ...clickable(i) }),
        element("svg:text", { class: "mono", x: x(here.process) + 8, y: y + 4, ...clickable(i) }, element("svg:title", {}, here.event), shorten((talk ? (talk.kind === "send" ? "! " : "? ") : "") + label, 30)));
    }
  }
  byId("chart").replaceChildren(svg);
}

function drawAutomaton() {
  const graph = property.automaton;
  byId("automaton-panel").hidden = !graph || graph.states.length === 0;
  if (byId("automaton-panel").hidden) return;
  // Layers by distance from the initial state; enough for the small automata of properties.
  const layer = graph.states.map(() => -1), waiting = [graph.initial];
  layer[graph.initial] = 0;
  while (waiting.length) {
    const s = waiting.shift();
    for (const e of graph.edges) if (e.source === s && layer[e.destination] < 0) { layer[e.destination] = layer[s] + 1; waiting.push(e.destination); }
  }
  const filled = [], place = graph.states.map((_, s) => { const l = Math.max(layer[s], 0); filled[l] = (filled[l] || 0) + 1; return { x: 70 + l * 190, y: 70 + (filled[l] - 1) * 110 }; });
  const svg = element("svg:svg", { width: 140 + Math.max(...place.map(p => p.x)), height: 80 + Math.max(...place.map(p => p.y)), role: "img", "aria-label": "automaton of the negated property" });
  svg.append(element("svg:defs", {}, element("svg:marker", { id: "tip2", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" }, element("svg:path", { class: "tip", d: "M0 0L8 4L0 8z" }))));
  const stacked = new Map();
  for (const e of graph.edges) {
    const a = place[e.source], b = place[e.destination], key = e.source + ">" + e.destination, text = shorten(e.label, 26) + (e.marks ? " {" + e.marks + "}" : "");
    const nth = stacked.get(key) || 0;
    stacked.set(key, nth + 1);
    if (e.source === e.destination) {
      if (nth === 0) svg.append(element("svg:path", { class: "edge", style: "marker-end:url(#tip2)", d: `M${a.x - 8} ${a.y - 16}C${a.x - 28} ${a.y - 52} ${a.x + 28} ${a.y - 52} ${a.x + 8} ${a.y - 17}` }));
      svg.append(element("svg:text", { class: "mono", x: a.x + 18, y: a.y - 34 + nth * 13 - 6 }, element("svg:title", {}, e.label), text));
    } else {
      const dx = b.x - a.x, dy = b.y - a.y, far = Math.hypot(dx, dy) || 1, bend = 22, mx = (a.x + b.x) / 2 - dy / far * bend, my = (a.y + b.y) / 2 + dx / far * bend;
      if (nth === 0) svg.append(element("svg:path", { class: "edge", style: "marker-end:url(#tip2)", d: `M${a.x + dx / far * 18} ${a.y + dy / far * 18}Q${mx} ${my} ${b.x - dx / far * 19} ${b.y - dy / far * 19}` }));
      svg.append(element("svg:text", { class: "mono", x: mx, y: my + nth * 13, "text-anchor": "middle" }, element("svg:title", {}, e.label), text));
    }
  }
  graph.states.forEach((name, s) => svg.append(element("svg:circle", { class: "state" + (s === trace().steps[step].automaton ? " current" : ""), cx: place[s].x, cy: place[s].y, r: 17 }, element("svg:title", {}, name)),
    element("svg:text", { x: place[s].x, y: place[s].y + 4, "text-anchor": "middle" }, String(s))));
  byId("automaton").replaceChildren(svg);
}

document.addEventListener("keydown", event => {
  if (!property || !trace() || event.ctrlKey || event.metaKey || event.altKey || /^(SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  const moves = { ArrowRight: step + 1, ArrowLeft: step - 1, PageDown: step + 10, PageUp: step - 10, Home: 0, End: length() - 1 };
  if (event.key in moves) { event.preventDefault(); goTo(moves[event.key]); }
});
byId("slider").addEventListener("input", event => goTo(Number(event.target.value)));
byId("back").addEventListener("click", () => goTo(step - 1));
byId("forward").addEventListener("click", () => goTo(step + 1));
byId("only-changed").addEventListener("change", drawState);
byId("theme").addEventListener("click", () => {
  const dark = getComputedStyle(document.documentElement).getPropertyValue("--paper").trim() === "#14181b";
  document.documentElement.dataset.theme = dark ? "light" : "dark";
});
drawProperties();
if (report.properties.length) choose(Math.max(0, report.properties.findIndex(p => p.counterexample)));
