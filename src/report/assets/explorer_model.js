// Opens the model, at the start and after a change of its files: the run is followed again, checks are repeated.

function showBanner(diagnostics) {
  byId("banner").hidden = diagnostics.length === 0;
  if (diagnostics.length === 0) return byId("banner").replaceChildren();
  byId("banner").replaceChildren(
    element("strong", {}, "The file has errors; shown is the last version without."),
    element(
      "ul",
      {},
      ...diagnostics
        .slice(0, 20)
        .map(d =>
          element("li", {}, element("code", {}, [d.file, d.line, d.column].filter(Boolean).join(":")), " ", d.message),
        ),
    ),
  );
}

function reload() {
  if (!reloading)
    reloading = loadModel().finally(() => {
      reloading = null;
    });
  return reloading;
}

async function loadModel() {
  const answer = await api.get("model");
  const broken = answer.error || [];
  showBanner(broken);
  const fresh = answer.generation !== api.generation;
  api.generation = answer.generation;
  if (!fresh || (model && broken.length)) return;
  const first = model === null,
    old = first ? null : { ...store.choices(), position: store.position, origin: store.origin };
  model = answer;
  expansions = new Map();
  tracks = new Map();
  watches.reset();
  graph.reset();
  document.title = `${fileName(model.path)} – weir`;
  byId("model-name").textContent = fileName(model.path);
  byId("model-name").title = model.path;
  source = sourceView(byId("source"), model.sources, { onLine: (file, line) => breakpoints.toggleLine(file, line) });
  if (!first) breakpoints.restore(breakpoints.list);
  byId("start").hidden = model.initial.length < 2;
  byId("start").replaceChildren(
    ...model.initial.map((_, i) => element("option", { value: i }, `initial state ${i + 1}`)),
  );
  if (!byId("automaton-of").value) fillAutomata();
  if (first) {
    for (const text of pageMemory.read("watches " + model.path) || []) watches.add(text);
    breakpoints.restore(pageMemory.read("breakpoints " + model.path) || []);
    if (
      !(await files.followAddress().catch(error => {
        fail(error);
        return false;
      }))
    )
      startRun(0);
  } else {
    const followed = await api.post("follow", { start: old.start, choices: old.choices });
    openRun(followed, { position: old.position, start: old.start, origin: old.origin });
    say(
      followed.followed < followed.of
        ? `The model has changed; it follows ${followed.followed} of the ${followed.of} steps.`
        : "The model has changed; the run was followed again.",
    );
  }
  fillAutomata();
  properties.show(model.properties);
  if (!first) formula.again();
}

async function openProperty(name) {
  const result = await new CheckJob(api, { property: name, options: {} }).run(progress =>
    say("Checking " + name + ": " + describeProgress(progress)),
  );
  if (result && result.counterexample) openCounterexample(result);
  if (result) say(`${name}: ${describeResult(result)}`);
}
