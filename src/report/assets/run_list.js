// All steps of the run, the current one marked, the cycle bracketed. runList(host, {onSelect}).show(run, k)
function runList(host, options = {}) {
  const kRow = 30,
    id = "run-list-" + ++runList.made;
  let run = null,
    k = 0;
  const box = element("div", {
    class: "run-list scroll",
    role: "listbox",
    tabindex: 0,
    "aria-label": "steps of the run",
    onkeydown: key,
  });
  host.replaceChildren(box);
  const list = virtualList(box, kRow, drawRow);

  function key(event) {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey || !run) return;
    event.preventDefault();
    event.stopPropagation();
    options.onSelect?.(Math.max(0, Math.min(run.last, k + move)));
  }

  function drawRow(i) {
    const action = run.action(i),
      failing = !!action?.fault || (i === run.last && options.failing?.(run));
    const cycle =
      run.cycle === null
        ? ""
        : i === run.cycle
          ? " cycle-start"
          : i === run.last
            ? " cycle-end"
            : i > run.cycle
              ? " cycle"
              : "";
    const note =
      run.cycle === null ? "" : i === run.cycle ? "cycle starts" : i === run.last ? "back to " + run.cycle : "";
    return element(
      "div",
      {
        class: "run-row" + (i === k ? " current" : "") + (i > k ? " later" : "") + cycle + (failing ? " failing" : ""),
        role: "option",
        id: `${id}-${i}`,
        "aria-selected": String(i === k),
        "aria-posinset": i + 1,
        "aria-setsize": run.length,
        "data-step": i,
        onclick: () => options.onSelect?.(i),
      },
      element("span", { class: "number" }, formatNumber(i)),
      element("span", { class: "bracket", "aria-hidden": "true" }),
      action?.process ? element("span", { class: "process" }, action.process) : null,
      element(
        "span",
        { class: "event mono" + (action?.event ? "" : " plain"), title: run.describe(i) },
        action?.event || run.describe(i),
      ),
      note ? element("span", { class: "badge" }, note) : null,
      action?.fault ? element("span", { class: "badge bad" }, "fails") : null,
    );
  }

  return {
    show(newRun, position) {
      const other = newRun !== run;
      run = newRun;
      k = position;
      if (other || list.count !== run.length) list.resize(run.length);
      list.count = run.length;
      list.reveal(k);
      list.redraw();
      if (byId(`${id}-${k}`)) box.setAttribute("aria-activedescendant", `${id}-${k}`);
      else box.removeAttribute("aria-activedescendant");
    },
  };
}
runList.made = 0;
