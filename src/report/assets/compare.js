// Two runs side by side. Both follow one slider; the first position where they differ is marked; the table shows the
// variables that differ there.

function compareView({ left, right, slider, where, first, table, lists, open }, { runs, onOpen }) {
  const kAround = 6; // actions shown before and after the position
  let pair = [null, null],
    position = 0,
    difference = -1;

  const actionText = (run, k) => (k < run.length ? run.describe(k) : "");
  const sameChanges = (a, b) => JSON.stringify([a.changes, a.gone || []]) === JSON.stringify([b.changes, b.gone || []]);

  // Up to the first difference both runs are in the same states, so comparing the changes is enough.
  function firstDifference([a, b]) {
    const end = Math.min(a.length, b.length);
    for (let k = 0; k < end; ++k) {
      if (a.positions[k] === b.positions[k]) continue;
      if (actionText(a, k) !== actionText(b, k) || !sameChanges(a.positions[k], b.positions[k])) return k;
    }
    return a.length === b.length ? -1 : end;
  }

  function fill(select, options, wanted) {
    const value = select.value;
    select.replaceChildren(...options.map((option, i) => element("option", { value: i }, option.name)));
    select.value =
      value !== "" && Number(value) < options.length ? value : String(Math.min(wanted, options.length - 1));
  }

  function load() {
    const options = runs();
    pair = [left, right]
      .map(select => options[Number(select.value)])
      .map(option => (option ? new Run(option.run) : null));
    if (!pair[0] || !pair[1]) return;
    difference = firstDifference(pair);
    slider.max = Math.max(pair[0].length, pair[1].length) - 1;
    first.disabled = difference < 0;
    go(difference < 0 ? Math.min(position, Number(slider.max)) : difference);
  }

  function list(run, host, side) {
    const from = Math.max(0, position - kAround),
      to = Math.min(run.length - 1, position + kAround),
      rows = [];
    for (let k = from; k <= to; ++k) {
      const text = actionText(run, k);
      rows.push(
        element(
          "li",
          {
            class:
              (k === position ? "current" : "") +
              (k === difference ? " difference" : "") +
              (difference >= 0 && k > difference ? " after" : ""),
            value: k,
            "aria-current": k === position ? "step" : null,
          },
          element("span", { class: "number" }, String(k)),
          element("code", { title: text }, text),
          k === difference ? element("span", { class: "badge" }, "first difference") : null,
        ),
      );
    }
    if (position >= run.length) rows.push(element("li", { class: "soft" }, `ended after step ${run.length - 1}`));
    host.replaceChildren(element("ol", { "aria-label": `steps of run ${side}` }, ...rows));
  }

  function go(k) {
    position = k;
    slider.value = k;
    where.textContent =
      difference < 0
        ? `step ${k} of ${slider.max}; the runs are equal`
        : `step ${k} of ${slider.max}; first difference at step ${difference}`;
    slider.setAttribute("aria-valuetext", where.textContent);
    pair.forEach((run, i) => list(run, lists[i], "AB"[i]));
    const [a, b] = pair.map(run => run.stateAt(Math.min(position, run.length - 1)));
    const names = [...new Set([...a.keys(), ...b.keys()])].filter(name => a.get(name) !== b.get(name));
    const cell = value => element("td", { class: "mono" }, value === undefined ? "–" : shorten(showValue(value), 60));
    table.tBodies[0].replaceChildren(
      ...(names.length
        ? names
            .slice(0, 200)
            .map(name =>
              element(
                "tr",
                {},
                element("th", { scope: "row", class: "mono" }, name),
                cell(a.get(name)),
                cell(b.get(name)),
              ),
            )
        : [element("tr", {}, element("td", { colspan: 3, class: "soft" }, "The states are equal here."))]),
    );
  }

  left.addEventListener("change", load);
  right.addEventListener("change", load);
  slider.addEventListener("input", () => go(Number(slider.value)));
  first.addEventListener("click", () => go(difference));
  open.forEach((button, i) =>
    button.addEventListener("click", () => onOpen(runs()[Number([left, right][i].value)], position)),
  );

  return {
    show() {
      const options = runs();
      fill(left, options, 0);
      fill(right, options, 1);
      load();
    },
  };
}
