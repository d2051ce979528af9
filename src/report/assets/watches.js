// Watches: expressions and formulas evaluated at every step. An expression has a value in a state; a formula has a
// verdict for the run so far. A strip of the last values shows when they changed.

// Values of expressions by node, fetched for a few positions around the current one.
class ExpressionTrack {
  constructor(api, expression) {
    this.api = api;
    this.expression = expression;
    this.values = new Map(); // node -> value
  }

  async fetch(nodes, signal) {
    const missing = [...new Set(nodes)].filter(node => !this.values.has(node));
    if (missing.length === 0) return;
    const {
      columns: [column],
    } = await this.api.post("evaluate", { expressions: [this.expression], nodes: missing }, signal);
    if (column.error) throw new RequestError(column.error, [], 400);
    missing.forEach((node, i) => this.values.set(node, column.values[i]));
  }
}

function watchesView(host, { api, onChange, announce }) {
  const kStrip = 32; // positions in the strip
  const verdictWords = { open: "open", satisfied: "satisfied", violated: "violated" };
  const showWatched = value => (value === undefined ? "…" : value === null ? "no value" : showValue(value));
  let watches = [],
    current = null,
    abort = new AbortController();

  // Decides between expression and formula: what is not an expression is tried as a formula.
  async function update(watch, run, k, signal) {
    const first = Math.max(0, k - kStrip + 1);
    const nodes = run.positions
      .slice(first, k + 1)
      .map(p => p.node)
      .filter(node => typeof node === "number");
    if (watch.kind === "neither") return;
    if (watch.kind !== "formula") {
      try {
        await watch.expression.fetch(nodes, signal);
        watch.kind = "expression";
        watch.error = null;
        return;
      } catch (error) {
        if (error.status !== 400 || watch.kind === "expression") throw error;
        watch.error = error.message;
      }
    }
    try {
      await watch.monitor.upTo(run, k, signal);
      watch.kind = "formula";
      watch.error = null;
    } catch (error) {
      if (error.status !== 400) throw error;
      watch.kind = "neither";
      if (/\[\]|<>|->|\b[GFXURWM]\b/.test(watch.text) || !watch.error) watch.error = error.message;
    }
  }

  const valueAt = (watch, run, i) => {
    const position = run.positions[i];
    if (watch.kind === "formula") {
      const state = watch.monitor.known(run, i);
      return state && verdictWords[String(state.verdict).toLowerCase()];
    }
    return watch.expression.values.get(position.node);
  };

  // Truth values as high and low bars, numbers as bars of their size, other values as a tick at each change.
  function strip(watch, run, k) {
    const first = Math.max(0, k - kStrip + 1),
      values = [];
    for (let i = first; i <= k; ++i) values.push(valueAt(watch, run, i));
    const numbers = values.filter(v => typeof v === "number"),
      low = Math.min(0, ...numbers),
      high = Math.max(1, ...numbers);
    const svg = element("svg:svg", { class: "strip", viewBox: `0 0 ${kStrip * 3} 14`, "aria-hidden": "true" });
    values.forEach((value, i) => {
      if (value === undefined) return;
      const height =
        value === true
          ? 12
          : value === false
            ? 2
            : typeof value === "number"
              ? 2 + (10 * (value - low)) / (high - low)
              : value === values[i - 1]
                ? 2
                : 12;
      const colour = value === "violated" ? "bad" : value === "satisfied" ? "good" : value === false ? "low" : "high";
      svg.append(
        element("svg:rect", { class: colour, x: (kStrip - values.length + i) * 3, y: 13 - height, width: 2, height }),
      );
    });
    return svg;
  }

  function row(watch, run, k) {
    const value = valueAt(watch, run, k),
      before = k > 0 ? valueAt(watch, run, k - 1) : undefined;
    const changed = before !== undefined && value !== undefined && before !== value;
    const cells = watch.error
      ? [element("td", { class: "bad", colspan: 2 }, watch.error)]
      : [
          element(
            "td",
            {
              class:
                "mono value" +
                (changed ? " changed" : "") +
                (watch.kind === "formula"
                  ? " " + (value === "violated" ? "bad" : value === "satisfied" ? "good" : "soft")
                  : ""),
            },
            changed ? element("span", { class: "was" }, shorten(showWatched(before), 20)) : null,
            shorten(showWatched(value), 60),
            changed ? element("span", { class: "hidden" }, " (changed)") : null,
          ),
          element("td", { class: "strip-cell" }, strip(watch, run, k)),
        ];
    return element(
      "tr",
      {},
      element("th", { scope: "row", class: "mono" }, watch.text),
      ...cells,
      element(
        "td",
        { class: "end" },
        element(
          "button",
          { type: "button", class: "quiet", "aria-label": "remove watch " + watch.text, onclick: () => remove(watch) },
          "×",
        ),
      ),
    );
  }

  function draw() {
    if (!current) return;
    host.hidden = watches.length === 0;
    host.tBodies[0].replaceChildren(...watches.map(watch => row(watch, current.run, current.k)));
  }

  function remove(watch) {
    watches = watches.filter(other => other !== watch);
    draw();
    onChange(watches.map(w => w.text));
  }

  return {
    add(text) {
      if (!text || watches.some(watch => watch.text === text)) return;
      watches.push({
        text,
        kind: null,
        error: null,
        expression: new ExpressionTrack(api, text),
        monitor: new MonitorTrack(api, text),
      });
      onChange(watches.map(w => w.text));
      if (current) this.show(current.run, current.k);
    },
    // Node numbers of another generation mean nothing: forget the values.
    reset() {
      for (const watch of watches)
        Object.assign(watch, {
          kind: null,
          error: null,
          expression: new ExpressionTrack(api, watch.text),
          monitor: new MonitorTrack(api, watch.text),
        });
    },
    async show(run, k) {
      current = { run, k };
      abort.abort();
      abort = new AbortController();
      const { signal } = abort;
      draw();
      await Promise.all(
        watches.map(watch =>
          update(watch, run, k, signal).catch(error => {
            if (error.name !== "AbortError") watch.error = error.message;
          }),
        ),
      );
      if (signal.aborted) return;
      draw();
      const news = watches
        .filter(w => !w.error && k > 0 && valueAt(w, run, k) !== valueAt(w, run, k - 1))
        .map(w => `${w.text} is ${showWatched(valueAt(w, run, k))}`);
      if (news.length) announce(news.join(", "));
    },
  };
}
