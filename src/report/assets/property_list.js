// The properties stated in the model or the properties file, with their verdicts. Each can be checked alone or with all
// others, one after another, so that a large model does not run several searches at once.

function propertyList(host, summary, { api, onOpen, onChoose, announce }) {
  let rows = []; // {property, verdict, text, result, job}
  let queue = [],
    busy = false;

  function draw() {
    const focused = host.contains(document.activeElement)
      ? [document.activeElement.closest("li").dataset.index, document.activeElement.dataset.role]
      : null;
    host.replaceChildren(
      ...rows.map((row, i) => {
        const { property } = row,
          waiting = row.verdict === "running";
        return element(
          "li",
          { "data-index": i, "data-verdict": row.verdict },
          verdictSign(row.verdict),
          element(
            "button",
            {
              type: "button",
              class: "name",
              "data-role": "name",
              title: "show its automaton and line",
              onclick: () => onChoose(property),
            },
            property.name,
          ),
          element("span", { class: "text" }, row.text || property.kind),
          element(
            "span",
            { class: "buttons" },
            row.result && row.result.counterexample
              ? element(
                  "button",
                  {
                    type: "button",
                    class: "primary",
                    "data-role": "open",
                    "aria-label": "open the counterexample of " + property.name,
                    onclick: () => onOpen(row.result),
                  },
                  "Open",
                )
              : null,
            waiting
              ? element(
                  "button",
                  {
                    type: "button",
                    "data-role": "check",
                    "aria-label": "cancel " + property.name,
                    onclick: () => cancel(row),
                  },
                  "Cancel",
                )
              : element(
                  "button",
                  {
                    type: "button",
                    "data-role": "check",
                    "aria-label": "check " + property.name,
                    onclick: () => check([row]),
                  },
                  "Check",
                ),
          ),
          property.formula ? element("code", { class: "formula", title: property.formula }, property.formula) : null,
        );
      }),
    );
    const count = verdict => rows.filter(row => row.verdict === verdict).length;
    const parts = [
      ["holds", "hold"],
      ["violated", "violated"],
      ["inconclusive", "inconclusive"],
      ["running", "running"],
    ]
      .filter(([v]) => count(v))
      .map(([v, word]) => `${count(v)} ${word}`);
    summary.textContent = parts.length
      ? parts.join(", ")
      : rows.length === 1
        ? "1 property"
        : `${rows.length} properties`;
    if (focused) {
      const item = host.querySelector(`li[data-index="${focused[0]}"]`);
      const target = item && (item.querySelector(`[data-role="${focused[1]}"]`) || item.querySelector("button"));
      if (target) target.focus({ preventScroll: true });
    }
  }

  function check(wanted) {
    for (const row of wanted) {
      if (row.verdict === "running") continue;
      Object.assign(row, { verdict: "running", text: "waiting", result: null });
      queue.push(row);
    }
    draw();
    if (!busy) work();
  }

  async function work() {
    busy = true;
    const started = rows;
    while (queue.length) {
      const row = queue.shift();
      if (!rows.includes(row) || row.verdict !== "running") continue;
      row.job = new CheckJob(api, { property: row.property.name, options: {} });
      row.text = "checking";
      draw();
      try {
        const result = await row.job.run(progress => {
          row.text = "holds so far: " + describeProgress(progress);
          draw();
        });
        if (result) Object.assign(row, { verdict: result.verdict, text: describeResult(result), result });
      } catch (error) {
        Object.assign(row, { verdict: "error", text: error.message });
      }
      row.job = null;
      if (rows.includes(row)) draw();
    }
    busy = false;
    if (rows === started && rows.some(row => row.result)) announce("properties: " + summary.textContent);
  }

  function cancel(row) {
    queue = queue.filter(other => other !== row);
    if (row.job) row.job.cancel();
    Object.assign(row, { verdict: "none", text: "cancelled", job: null });
    draw();
  }

  return {
    get running() {
      return rows.some(row => row.verdict === "running");
    },
    // Results with a counterexample, for comparing runs.
    counterexamples: () => rows.filter(row => row.result && row.result.counterexample).map(row => row.result),
    // Shows the properties of a model. Those that had been checked are checked again.
    show(properties) {
      const again = new Set(rows.filter(row => row.verdict !== "none").map(row => row.property.name));
      for (const row of rows) if (row.job) row.job.cancel();
      queue = [];
      rows = properties.map(property => ({ property, verdict: "none", text: "", result: null, job: null }));
      draw();
      check(rows.filter(row => again.has(row.property.name)));
    },
    checkAll: () => check(rows),
    cancelAll() {
      for (const row of rows) if (row.verdict === "running") cancel(row);
    },
  };
}
