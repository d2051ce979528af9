// What the explorer page does with its run: steps, random walks, counterexamples, kept runs.

function expansion(node) {
  let found = expansions.get(node);
  if (found) return found;
  if (expansions.size > kExpansions) expansions = new Map();
  found = api.post("expand", { nodes: [node] }).then(answer => answer.expansions[0]);
  found.then(
    value => {
      found.value = value;
    },
    () => expansions.delete(node),
  );
  expansions.set(node, found);
  return found;
}

async function take(index) {
  const { node } = store.here;
  if (typeof node !== "number") return;
  const { successors } = await expansion(node);
  if (store.here.node === node && successors[index]) store.take(index, successors[index]);
}

async function takeRandom() {
  const { successors } = await expansion(store.here.node);
  if (successors.length) await take(Math.floor(Math.random() * successors.length));
}

const whyStopped = {
  ended: "The run has ended.",
  deadlock: "The run ends in a deadlock.",
  fault: "The last step fails.",
  interrupted: "Interrupted.",
};

// Breakpoints as the server takes them: a formula with its state at the current position.
function placed(stops) {
  return Promise.all(
    stops.map(async stop => {
      if (stop.formula === undefined) return stop;
      const state = await track(stop.formula).upTo(store.run, store.position);
      return state ? { ...stop, from: state.id } : stop;
    }),
  );
}

// Takes random steps, in pieces, so that a long walk shows its progress. Any other step of the user ends it.
async function walk(steps, stops = []) {
  const kPiece = 5000;
  let count = 0,
    answer;
  do {
    const from = store.here,
      breakpoints = await placed(stops);
    say(count ? `Running … ${formatNumber(count)} steps. Undo stops it.` : "Running …");
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    answer = await api.post("walk", { node: from.node, steps: Math.min(kPiece, steps - count), seed, breakpoints });
    if (store.here !== from) return;
    store.append(answer.positions);
    count += answer.positions.length;
  } while (answer.why === "steps" && answer.positions.length && count < steps);
  say(
    answer.why === "breakpoint"
      ? `Stopped after ${formatNumber(count)} steps: ${breakpoints.describe(stops[answer.breakpoint])}.`
      : `${formatNumber(count)} random steps. ${whyStopped[answer.why] || answer.message || (stops.length ? "No breakpoint was met." : "")}`,
  );
  announce(byId("status").textContent);
}

function toBreakpoint() {
  if (breakpoints.list.length) return walk(kToBreakpoint, breakpoints.list);
  say("There is no breakpoint. Click a line number in the source, or add a condition below it.");
}

// Goes along nodes of the graph; the choices are found in the expansions.
async function walkPath(path) {
  const positions = [];
  for (let i = 1; i < path.length; ++i) {
    const { successors } = await expansion(path[i - 1]),
      choice = successors.findIndex(s => s.node === path[i]);
    if (choice < 0) throw new RequestError("This state can no longer be reached.");
    const { node, changes, gone, action } = successors[choice];
    positions.push({ node, choice, changes, gone, action });
  }
  store.append(positions);
}

function openRun(json, { position, start, origin }) {
  store.replace(json, { position, origin, start: start ?? json.start ?? 0 });
}

function openCounterexample(result) {
  openRun(result.counterexample, {
    position: result.counterexample.positions.length - 1,
    origin: "counterexample of " + (result.name || result.formula),
  });
  if (result.formula) selectAutomaton(result.formula);
  announce(`counterexample with ${store.last} steps. ${result.counterexample.explanation || ""}`);
}

function startRun(index) {
  const { node, state } = model.initial[index];
  store.replace(
    { positions: [{ node, changes: state }], cycle: null, processes: [], timeline: [], explanation: "" },
    { start: index },
  );
}

function keep() {
  const name = `run ${kept.length + 1}, ${store.last} steps${store.origin ? ", " + store.origin : ""}`;
  kept.push({ name, run: store.snapshot(), start: store.start, generation: api.generation });
  say(`Kept as ${name}.`);
  if (tabs.shown === "view-compare") comparison.show();
}

function comparableRuns() {
  const found = [
    { name: "current run", run: store.snapshot(), start: store.start, generation: api.generation },
    ...kept,
  ];
  const results = [...properties.counterexamples(), ...(typed && typed.result.counterexample ? [typed.result] : [])];
  for (const result of results)
    found.push({
      name: "counterexample of " + (result.name || result.formula),
      run: result.counterexample,
      start: result.counterexample.start,
      generation: api.generation,
    });
  return found;
}

async function openKept(option, position) {
  if (!option) return;
  let json = option.run;
  if (option.generation !== api.generation) {
    const old = json.positions
      .slice(1)
      .map(p => p.choice)
      .filter(choice => typeof choice === "number");
    json = await api.post("follow", { start: option.start || 0, choices: old });
    files.report(json);
  }
  openRun(
    { ...json, positions: json.positions.slice() },
    { position, origin: option.name === "current run" ? store.origin : option.name },
  );
}
