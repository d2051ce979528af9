// The source text: the line of the action, and after its line the processes that are about to execute it. Lines are
// virtual. sourceView(host, sources, {onLine(file, line), unreached, counts}).show(run, k)
function sourceView(host, sources, options = {}) {
  const kRow = 21;
  let file = -1,
    lines = [],
    actionLine = 0,
    waiting = new Map(),
    marked = new Set(),
    flags = new Map(),
    counts = new Map();

  const choice = element(
    "select",
    {
      "aria-label": "source file",
      onchange: () => {
        open(Number(choice.value));
        list.redraw();
      },
    },
    ...sources.map((source, i) => element("option", { value: i }, source.name)),
  );
  const name = element("span", { class: "mono soft file-name" });
  const box = element("div", { class: "source scroll", tabindex: 0, role: "region", "aria-label": "source text" });
  host.replaceChildren(
    element("div", { class: "tools", hidden: sources.length === 0 }, sources.length > 1 ? choice : name),
    box,
  );
  const list = virtualList(box, kRow, drawLine);

  function open(index) {
    if (index === file || !sources[index]) return;
    file = index;
    choice.value = String(index);
    name.textContent = sources[index].name;
    lines = sources[index].text.split("\n");
    if (lines.length > 1 && lines[lines.length - 1] === "") lines.pop();
    flags = new Map(
      (options.unreached || []).filter(one => one.file === sources[index].name).map(one => [one.line, one.statement]),
    );
    counts = new Map();
    for (const one of options.counts || [])
      if (one.file === sources[index].name) counts.set(one.line, (counts.get(one.line) || 0) + one.count);
    box.scrollTop = 0;
    box.style.setProperty("--columns", String(Math.max(40, ...lines.map(line => line.length))));
    list.resize(lines.length);
  }

  function drawLine(i) {
    const line = i + 1,
      here = waiting.get(line) || [],
      flag = flags.has(line),
      stop = marked.has(sources[file].name + ":" + line);
    const number = options.onLine
      ? element(
          "button",
          {
            type: "button",
            class: "number",
            "aria-pressed": String(stop),
            "aria-label": `breakpoint at line ${line}`,
            onclick: () => options.onLine(sources[file].name, line),
          },
          String(line),
        )
      : element("span", { class: "number" }, String(line));
    return element(
      "div",
      {
        class:
          "source-line" +
          (line === actionLine ? " current" : "") +
          (flag ? " unreached" : "") +
          (stop ? " stop" : "") +
          (here.length ? " waiting" : ""),
        "data-line": line,
      },
      number,
      element(
        "span",
        { class: "flag", title: flag ? "never executed" : null },
        flag ? "○" : "",
        flag ? element("span", { class: "hidden" }, "never executed") : null,
      ),
      counts.size > 0
        ? element(
            "span",
            { class: "count", title: counts.has(line) ? `executed ${formatNumber(counts.get(line))} times` : null },
            counts.has(line) ? formatNumber(counts.get(line)) : "",
          )
        : null,
      element("span", { class: "text" }, ...indented(lines[i].replace(/\t/g, "    "))),
      ...here.slice(0, 4).map(process => element("span", { class: "at", title: `${process} is here` }, process)),
      here.length > 4 ? element("span", { class: "at" }, `+${here.length - 4}`) : null,
    );
  }

  // The indentation, and the rest as an element of its own, which may be underlined.
  function indented(text) {
    const start = text.search(/\S/);
    return start < 0 ? [" "] : [text.slice(0, start), element("span", {}, text.slice(start))];
  }

  // Where each process is: the location of a process is shown as "line 20".
  function locate(run, k) {
    waiting = new Map();
    for (const name of run.processes) {
      const line = /^line (\d+)/.exec(run.valueAt(name, k))?.[1];
      if (line !== undefined) waiting.set(Number(line), [...(waiting.get(Number(line)) || []), name]);
    }
  }

  open(0);
  return {
    show(run, k) {
      const action = run?.action(k);
      box.classList.toggle("counted", !run && counts.size > 0); // beside a run they would only distract
      const index = action?.file ? sources.findIndex(source => source.name === action.file) : -1;
      if (index >= 0) open(index);
      actionLine = index >= 0 ? action.line || 0 : 0;
      if (run && file === 0) locate(run, k);
      else waiting = new Map();
      list.redraw();
      if (actionLine > 0) list.reveal(actionLine - 1, 4);
    },
    // Lines with breakpoints, as "file:line".
    mark(stops) {
      marked = new Set(stops);
      list.redraw();
    },
    reveal(sourceName, line) {
      open(sources.findIndex(source => source.name === sourceName));
      list.reveal(line - 1, 4);
    },
  };
}
