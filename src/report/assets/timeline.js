// Where each subformula holds along the run: one row a subformula, one column a position. Only the cells in view exist.
// timeline(host, {onSelect}).show(run, k)
function timeline(host, options = {}) {
  const kColumn = 16,
    kRow = 24,
    kHead = 22;
  let run = null,
    k = 0,
    drawn = "";
  const names = element("div", { class: "timeline-names" }),
    space = element("div", { class: "timeline-space" });
  const box = element(
    "div",
    { class: "timeline scroll", tabindex: 0, role: "region", "aria-label": "truth of each subformula along the run" },
    element("div", { class: "timeline-body" }, names, space),
  );
  host.replaceChildren(box);
  box.addEventListener("scroll", () => draw(false), { passive: true });
  new ResizeObserver(() => draw(true)).observe(box);

  const truth = (row, i) => ({ 0: "false", 1: "true" })[run.timeline[row].values[i]];

  function drawNames() {
    names.replaceChildren(
      element("div", { class: "timeline-name head soft" }, "step"),
      ...run.timeline.map((row, r) => {
        const now = truth(r, k);
        return element(
          "div",
          { class: "timeline-name", title: row.subformula + (row.first_round ? " (later rounds of the cycle differ)" : "") },
          element("span", { class: "mono" }, row.subformula + (row.first_round ? " (first round)" : "")),
          element(
            "span",
            { class: "truth " + now },
            now === undefined ? "" : now === "true" ? "✓" : "✗",
            element("span", { class: "hidden" }, now === undefined ? "" : now),
          ),
        );
      }),
    );
  }

  function draw(force) {
    if (!run || box.clientWidth === 0) return;
    const left = names.offsetWidth,
      rows = run.timeline.length;
    const first = Math.max(0, Math.floor(box.scrollLeft / kColumn) - 8),
      end = Math.min(run.length, Math.ceil((box.scrollLeft + box.clientWidth - left) / kColumn) + 8);
    const top = Math.max(0, Math.floor((box.scrollTop - kHead) / kRow) - 4),
      bottom = Math.min(rows, Math.ceil((box.scrollTop + box.clientHeight) / kRow) + 4);
    if (!force && drawn === [first, end, top, bottom].join()) return;
    drawn = [first, end, top, bottom].join();
    const x = i => (i - first) * kColumn,
      height = kHead + rows * kRow;
    const svg = element("svg:svg", {
      width: Math.max(0, end - first) * kColumn,
      height,
      role: "img",
      "aria-label": summary(),
      style: { transform: `translateX(${first * kColumn}px)` },
    });
    for (let i = first; i < end; ++i) {
      svg.append(
        element("svg:rect", {
          class: "row" + (i === k ? " now" : run.inCycle(i) ? " loop" : ""),
          x: x(i),
          y: 0,
          width: kColumn,
          height,
          "data-step": i,
          onclick: () => options.onSelect?.(i),
        }),
      );
      if (i === k || (i % 5 === 0 && Math.abs(i - k) > 2))
        svg.append(
          element(
            "svg:text",
            { class: i === k ? "strong" : "soft", x: x(i) + kColumn / 2, y: 14, "text-anchor": "middle" },
            String(i),
          ),
        );
    }
    for (let r = top; r < bottom; ++r) {
      for (let i = first; i < end;) {
        const value = truth(r, i);
        let until = i + 1;
        while (until < end && truth(r, until) === value) ++until;
        if (value)
          svg.append(
            element("svg:rect", {
              class: "truth " + value,
              x: x(i) + 1,
              y: kHead + r * kRow + (value === "true" ? 6 : 11),
              width: (until - i) * kColumn - 2,
              height: value === "true" ? 12 : 2,
              rx: value === "true" ? 3 : 1,
            }),
          );
        i = until;
      }
    }
    space.replaceChildren(svg);
  }

  function summary() {
    const holds = run.timeline.filter((_, r) => truth(r, k) === "true").map(row => row.subformula);
    return (
      `At step ${k} ` +
      (holds.length === 0
        ? "no subformula holds"
        : holds.length > 8
          ? `${holds.length} subformulas hold`
          : "these hold: " + holds.join("; "))
    );
  }

  return {
    show(newRun, position) {
      const other = newRun !== run;
      run = newRun;
      k = position;
      drawNames();
      space.style.width = run.length * kColumn + 8 + "px";
      space.style.height = kHead + run.timeline.length * kRow + "px";
      if (other) box.scrollLeft = box.scrollTop = 0;
      const at = k * kColumn,
        room = box.clientWidth - names.offsetWidth;
      if (at < box.scrollLeft + 2 * kColumn) box.scrollLeft = at - 4 * kColumn;
      else if (at > box.scrollLeft + room - 4 * kColumn) box.scrollLeft = at - room + 6 * kColumn;
      draw(true);
    },
    useful: aRun => aRun.timeline.length > 0,
  };
}
