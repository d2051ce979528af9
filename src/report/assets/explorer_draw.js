// Draws the run at its current position. Hidden views are drawn when they are opened.

function update() {
  const { run, position, last } = store;
  byId("slider").max = last;
  byId("slider").value = position;
  byId("start").value = store.start;
  const cycle = run.inCycle(position) ? ", in the cycle" : "";
  const where = `step ${formatNumber(position)} of ${formatNumber(last)}${cycle}`;
  byId("where").textContent = where;
  byId("slider").setAttribute("aria-valuetext", where);
  for (const [id, off] of [
    ["first", position === 0],
    ["undo", position === 0],
    ["redo", position === last],
    ["end", position === last],
  ])
    byId(id).setAttribute("aria-disabled", String(off));
  drawAction();
  tree.show(run, position);
  if (source) source.show(run, position);
  drawChoices();
  watches.show(run, position);
  showView();
  files.writeAddress();
}

function drawAction() {
  const { run, position, last, origin } = store,
    action = position > 0 ? run.action(position) : null,
    here = store.here;
  const parts = [element("span", { class: "step-number" }, position === 0 ? "Start" : String(position))];
  if (here.stutters) parts.push("stutters for ever");
  else if (action)
    parts.push(
      action.process ? element("span", { class: "process" }, action.process) : null,
      element("code", {}, action.event || "step"),
      action.line ? element("span", { class: "soft" }, "line " + action.line) : null,
    );
  if (action && action.output)
    parts.push(element("span", { class: "output" }, "prints ", element("code", {}, shorten(action.output, 200))));
  if (action && action.fault) parts.push(element("strong", { class: "bad" }, action.fault));
  if (origin) parts.push(element("span", { class: "badge" }, origin));
  byId("action").replaceChildren(...parts.filter(Boolean));
  const explained = run.explanation && position === last && run.explanation !== (action && action.fault);
  byId("why").hidden = !explained;
  byId("why").textContent = explained ? run.explanation : "";
  announce(`step ${position} of ${last}: ${[run.describe(position), action?.fault].filter(Boolean).join(", ")}`);
}

function drawChoices() {
  const { run, position } = store,
    { node } = store.here;
  if (typeof node !== "number") {
    choices.show(run, position, { node, successors: [], may_end: true, limit: "this position repeats an earlier one" });
    return;
  }
  const show = found => {
    byId("steps-count").textContent = found.successors.length ? String(found.successors.length) : "";
    choices.show(run, position, found);
  };
  const pending = expansion(node);
  if (pending.value) return show(pending.value);
  choices.show(run, position, null);
  pending.then(found => {
    if (store.run === run && store.here.node === node) show(found);
  }, fail);
}

function showView() {
  const { run, position } = store;
  switch (tabs.shown) {
    case "view-history":
      byId("timeline").hidden = !run.timeline || run.timeline.length === 0;
      if (!byId("timeline").hidden) truth.show(run, position);
      runHistory.show(run, position);
      break;
    case "view-chart":
      messages.show(run, position);
      break;
    case "view-graph":
      graph.show();
      break;
    case "view-automaton":
      attempt(automaton.show);
      break;
    case "view-compare":
      comparison.show();
      break;
  }
}

function track(text) {
  if (!tracks.has(text)) tracks.set(text, new MonitorTrack(api, text));
  return tracks.get(text);
}

function fillAutomata() {
  automaton.fill(model.properties, typed && typed.text);
}

function selectAutomaton(text) {
  fillAutomata();
  automaton.choose(text);
  if (tabs.shown === "view-automaton") attempt(automaton.show);
}

function chooseProperty(property) {
  if (property.formula) {
    selectAutomaton(property.formula);
    tabs.select("view-automaton");
  }
  if (property.line && source && source.reveal) source.reveal(property.file, property.line);
}
