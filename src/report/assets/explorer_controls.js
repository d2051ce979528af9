// Buttons, forms and keys of the explorer page, and its start.

function showPane(name) {
  document.body.dataset.pane = name;
  for (const button of document.querySelectorAll("#panes button"))
    button.setAttribute("aria-current", String(button.dataset.pane === name));
  if (name === "views" && store.run) showView();
}

function focusField(pane, id) {
  showPane(pane);
  byId(id).focus();
  byId(id).select();
}

const showTab = name => {
  showPane("views");
  tabs.select("view-" + name);
  byId("tab-" + name).focus({ preventScroll: true });
};
const randomSteps = () => walk(Math.max(1, Math.min(100000, Math.floor(Number(byId("random-count").value)) || 1)));
const onClick = (id, action) => byId(id).addEventListener("click", () => attempt(action));

function toggleHere() {
  const action = store.position > 0 ? store.run.action(store.position) : null;
  if (action && action.line) breakpoints.toggleLine(action.file, action.line);
}

function cancelAll() {
  if (formula.running) formula.cancel();
  else if (properties.running) properties.cancelAll();
}

onClick("first", () => store.goTo(0));
onClick("undo", () => store.goTo(store.position - 1));
onClick("redo", () => store.goTo(store.position + 1));
onClick("end", () => store.goTo(store.last));
onClick("random", randomSteps);
onClick("to-breakpoint", toBreakpoint);
onClick("keep", keep);
onClick("save", files.save);
onClick("load", () => byId("file").click());
onClick("link", files.copyLink);
onClick("check-all", () => properties.checkAll());
onClick("zoom-in", () => graph.zoom(1.4));
onClick("zoom-out", () => graph.zoom(1 / 1.4));
onClick("help-button", () => byId("help").showModal());
byId("slider").addEventListener("input", event => store.goTo(Number(event.target.value)));
byId("start").addEventListener("change", event => startRun(Number(event.target.value)));
byId("automaton-of").addEventListener("change", () => attempt(automaton.show));
byId("graph-mode").addEventListener("change", event => graph.setMode(event.target.value));
for (const [form, input, action] of [
  ["watch-form", "watch-input", text => watches.add(text)],
  ["breakpoint-form", "breakpoint-input", text => breakpoints.addText(text)],
  ["graph-form", "graph-color", text => graph.setColor(text)],
]) {
  byId(form).addEventListener("submit", event => {
    event.preventDefault();
    action(byId(input).value.trim());
    if (form !== "graph-form") byId(input).value = "";
  });
}
byId("panes").addEventListener("click", event => {
  const button = event.target.closest("button");
  if (button) showPane(button.dataset.pane);
});

keyboard(
  [
    { keys: ["ArrowLeft", "h"], text: "undo: one step back", action: () => store.goTo(store.position - 1) },
    { keys: ["ArrowRight", "l"], text: "redo: one step forward", action: () => store.goTo(store.position + 1) },
    {
      keys: ["PageUp", "PageDown"],
      text: "ten steps back, forward",
      action: event => store.goTo(store.position + (event.key === "PageUp" ? -10 : 10)),
    },
    { keys: ["Home"], text: "to the start", action: () => store.goTo(0) },
    { keys: ["End"], text: "to the end", action: () => store.goTo(store.last) },
    {
      keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
      shown: ["1", "…", "9"],
      text: "take this step",
      action: event => attempt(() => take(Number(event.key) - 1)),
    },
    {
      keys: ["j", "k"],
      text: "next, previous enabled step; Enter takes it",
      action: event => {
        showPane("steps");
        choices.move(event.key === "j" ? 1 : -1);
      },
    },
    { keys: ["r"], text: "take a random step", action: () => attempt(takeRandom) },
    { keys: ["R"], text: "run random steps, as many as the field says", action: () => attempt(randomSteps) },
    { keys: ["b"], text: "run to a breakpoint", action: () => attempt(toBreakpoint) },
    { keys: ["B"], text: "set or remove a breakpoint at the current line", action: toggleHere },
    {
      keys: ["n"],
      text: "add a breakpoint: expression or formula",
      action: () => focusField("source", "breakpoint-input"),
    },
    {
      keys: ["/"],
      text: "filter the state",
      action: () => {
        showPane("state");
        tree.focusFilter();
      },
    },
    { keys: ["w"], text: "add a watch", action: () => focusField("state", "watch-input") },
    { keys: ["f"], text: "type a formula", action: () => focusField("properties", "formula") },
    {
      keys: ["p"],
      text: "check all properties",
      action: () => {
        showPane("properties");
        properties.checkAll();
      },
    },
    { keys: ["Escape"], text: "leave a field; cancel a check", action: cancelAll },
    { keys: ["v"], text: "show the history", action: () => showTab("history") },
    { keys: ["c"], text: "show the messages", action: () => showTab("chart") },
    { keys: ["g"], text: "show the graph", action: () => showTab("graph") },
    { keys: ["a"], text: "show the automaton", action: () => showTab("automaton") },
    { keys: ["d"], text: "compare runs", action: () => showTab("compare") },
    { keys: ["m"], text: "keep this run", action: keep },
    { keys: ["s"], text: "save the run", action: () => attempt(files.save) },
    { keys: ["o"], text: "load a run", action: () => byId("file").click() },
    { keys: ["y"], text: "copy a link to the run", action: () => attempt(files.copyLink) },
    { keys: ["t"], text: "light or dark", action: () => byId("theme").click() },
    { keys: ["?"], text: "these keys", action: () => byId("help").showModal() },
  ],
  { dialog: byId("help"), body: byId("help-keys") },
);

themeButton(byId("theme"));
showPane("steps");
tabs.select("view-history");
attempt(async () => {
  const wanted = parseFragment(location.hash).get("property");
  try {
    await reload();
  } catch (error) {
    return say(error.message, { stays: true });
  }
  if (wanted) attempt(() => openProperty(decodeURIComponent(wanted)));
  watchModel(api, {
    onChange: reload,
    onLost: error => say(error.message, { stays: true }),
    onBack: () => {
      say("");
      return attempt(reload);
    },
  });
});
