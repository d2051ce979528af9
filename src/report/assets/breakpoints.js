// Breakpoints: lines of the source, expressions that become true, formulas that become decided. A random run stops at
// them.

function breakpointsView(host, { onChange }) {
  let list = []; // {file, line} | {expression} | {formula}

  const describe = b =>
    b.line !== undefined ? `line ${b.line}` : b.expression !== undefined ? b.expression : b.formula;
  const kind = b => (b.line !== undefined ? "at" : b.expression !== undefined ? "when" : "when decided:");
  const same = (a, b) =>
    a.file === b.file && a.line === b.line && a.expression === b.expression && a.formula === b.formula;

  function draw() {
    host.hidden = list.length === 0;
    host.replaceChildren(
      ...list.map(b =>
        element(
          "li",
          {},
          element("span", { class: "dot", "aria-hidden": "true" }),
          element("span", { class: "soft" }, kind(b) + " "),
          element("code", {}, describe(b)),
          element(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-label": "remove breakpoint " + describe(b),
              onclick: () => remove(b),
            },
            "×",
          ),
        ),
      ),
    );
    onChange(list);
  }

  function remove(breakpoint) {
    list = list.filter(b => !same(b, breakpoint));
    draw();
  }

  return {
    get list() {
      return list;
    },
    describe,
    restore(saved) {
      list = saved;
      draw();
    },
    toggleLine(file, line) {
      const breakpoint = { file, line };
      if (list.some(b => same(b, breakpoint))) return remove(breakpoint);
      list = [...list, breakpoint];
      draw();
    },
    // Temporal operators make a formula of the text; anything else is an expression.
    addText(text) {
      const breakpoint = /\[\]|<>|(^|[^\w])[GFXURWM](?=[^\w]|$)/.test(text) ? { formula: text } : { expression: text };
      if (!text || list.some(b => same(b, breakpoint))) return;
      list = [...list, breakpoint];
      draw();
    },
  };
}
