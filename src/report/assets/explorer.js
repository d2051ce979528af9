// The page of `weir serve`: puts the views together. The run is held here (run_store.js); the server expands states,
// evaluates expressions and checks formulas. A step redraws what is visible and asks the server for one expansion.

const kExpansions = 5000; // expansions remembered
const kToBreakpoint = 100000; // random steps tried to reach a breakpoint
let model = null;
let expansions = new Map(); // node -> promise of its expansion
let kept = []; // {name, run, start, generation}
let tracks = new Map(); // formula -> MonitorTrack

let sayTimer = null;
// A message beside the model's name; it goes away by itself unless it must be seen.
function say(text, { stays = false } = {}) {
  byId("status").textContent = text;
  clearTimeout(sayTimer);
  if (!stays)
    sayTimer = setTimeout(() => {
      byId("status").textContent = "";
    }, 10000);
}
const announce = text => {
  byId("announce").textContent = text;
};
const fail = error => {
  if (error.name !== "AbortError")
    say(
      [error.message, ...(error.diagnostics || []).map(d => d.message)]
        .filter((t, i, all) => t && all.indexOf(t) === i)
        .join(" "),
    );
};
const attempt = work => Promise.resolve().then(work).catch(fail);

const api = new Api({ onStale: () => attempt(reload) });
const store = new RunStore(() => update());
const fileName = path => path.replace(/^.*[/\\]/, "");
const remember = (what, value) => pageMemory.write(`${what} ${model.path}`, value);

// The views.
let source = null,
  reloading = null;
const choices = choicesView(byId("choices"), { onTake: index => attempt(() => take(index)) });
const tree = stateTree(byId("state"), {
  pinned: pageMemory.read("pins") || [],
  onPin: names => pageMemory.write("pins", names),
});
const watches = watchesView(byId("watches"), { api, announce, onChange: list => remember("watches", list) });
const breakpoints = breakpointsView(byId("breakpoints"), {
  onChange: list => {
    if (!model) return;
    remember("breakpoints", list);
    if (source) source.mark(list.filter(b => b.line !== undefined).map(b => `${b.file}:${b.line}`));
  },
});
const runHistory = runList(byId("history"), { onSelect: k => store.goTo(k) });
const truth = timeline(byId("timeline"), { onSelect: k => store.goTo(k) });
const messages = chart(byId("chart"), { onSelect: k => store.goTo(k) });
const automaton = automatonPanel(
  { select: byId("automaton-of"), note: byId("automaton-note"), host: byId("automaton") },
  { track, current: () => store },
);
const graph = graphView(byId("graph"), {
  legend: byId("graph-legend"),
  detail: byId("graph-detail"),
  note: byId("graph-note"),
  api,
  current: () => store.run && { node: store.here.node, state: store.run.stateAt(store.position) },
  onGo: path => attempt(() => walkPath(path)),
});
const properties = propertyList(byId("properties"), byId("properties-summary"), {
  api,
  announce,
  onOpen: openCounterexample,
  onChoose: chooseProperty,
});
const formula = formulaBox(
  {
    input: byId("formula"),
    semantics: byId("semantics"),
    fair: byId("fair"),
    status: byId("formula-status"),
    openButton: byId("formula-open"),
    cancelButton: byId("formula-cancel"),
  },
  {
    api,
    announce,
    onOpen: openCounterexample,
    onFormula: () => {},
    onResult: (text, result) => {
      typed = { text, result };
      fillAutomata();
    },
  },
);
let typed = null; // the last formula that was checked: {text, result}
const comparison = compareView(
  {
    left: byId("compare-left"),
    right: byId("compare-right"),
    slider: byId("compare-slider"),
    where: byId("compare-where"),
    first: byId("compare-first"),
    table: byId("compare-table"),
    lists: [byId("compare-list-left"), byId("compare-list-right")],
    open: [byId("compare-open-left"), byId("compare-open-right")],
  },
  { runs: comparableRuns, onOpen: (option, position) => attempt(() => openKept(option, position)) },
);
const tabs = tabList(byId("tabs"), () => {
  if (store.run) showView();
});
const files = runFiles({
  api,
  store,
  fileInput: byId("file"),
  say,
  open: openRun,
  fileName: () => fileName(model.path) + ".run.json",
});
