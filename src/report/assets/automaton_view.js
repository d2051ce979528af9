// Draws an automaton and marks the states it may be in. automatonView(host).show(automaton, currentStates,
// previousStates)
function automatonView(host) {
  let shown = null,
    circles = [],
    paths = [];
  const box = element("div", { class: "automaton scroll", tabindex: 0, role: "region", "aria-label": "automaton" });
  const legend = element("dl", { class: "legend" });
  host.replaceChildren(box, legend);

  function draw(automaton) {
    const layout = automatonLayout(automaton),
      { radius, line } = kAutomaton;
    const svg = element("svg:svg", { width: layout.width, height: layout.height, role: "img" });
    const start = layout.states[automaton.initial];
    if (start)
      svg.append(
        element("svg:path", { class: "edge", d: `M${start.x - radius - 26} ${start.y}h18` }),
        tip({ x: start.x - radius, y: start.y, turn: 0 }, ""),
      );
    paths = layout.edges.map(edge => {
      const group = element(
        "svg:g",
        {
          class: "automaton-edge" + (edge.accepting ? " accepting" : ""),
          "data-source": edge.source,
          "data-destination": edge.destination,
        },
        element("svg:title", {}, `${edge.source} to ${edge.destination}: ${edge.texts.join(" or ")}`),
        element("svg:path", { class: "edge", d: edge.path }),
        tip(edge.tip),
      );
      svg.append(group);
      return { ...edge, group };
    });
    for (const { box: place, texts, accepting } of layout.edges) {
      const text = element(
        "svg:text",
        { class: "mono", "text-anchor": "middle" },
        ...place.lines.map((words, i) =>
          element("svg:tspan", { x: place.x + place.width / 2, y: place.y + 3 + (i + 0.75) * line }, words),
        ),
      );
      svg.append(
        element(
          "svg:g",
          { class: "edge-label" + (accepting ? " accepting" : "") },
          element("svg:title", {}, texts.join(" or ")),
          element("svg:rect", { x: place.x, y: place.y, width: place.width, height: place.height, rx: 3 }),
          text,
        ),
      );
    }
    circles = layout.states.map(({ x, y }, s) => {
      const circle = element("svg:circle", { class: "state", cx: x, cy: y, r: radius });
      svg.append(
        element(
          "svg:g",
          { "data-state": s },
          element("svg:title", {}, `state ${automaton.states[s]}`),
          circle,
          element("svg:text", { x, y: y + 4, "text-anchor": "middle" }, shorten(automaton.states[s], 5)),
        ),
      );
      return circle;
    });
    box.replaceChildren(svg);
    legend.replaceChildren(
      ...layout.legend.flatMap(entry => [
        element("dt", {}, `(${entry.number})`),
        element(
          "dd",
          {},
          element("span", { class: "soft" }, `${entry.source} → ${entry.destination} `),
          element("code", {}, entry.lines.join("  or  ")),
        ),
      ]),
    );
    legend.hidden = layout.legend.length === 0;
  }

  function tip({ x, y, turn }) {
    return element("svg:path", { class: "tip", d: "M0 0l-9 -4v8z", transform: `translate(${x} ${y}) rotate(${turn})` });
  }

  return {
    show(automaton, current = [], previous = []) {
      if (automaton !== shown) {
        shown = automaton;
        draw(automaton);
      }
      circles.forEach((circle, s) => circle.classList.toggle("current", current.includes(s)));
      for (const edge of paths)
        edge.group.classList.toggle("taken", previous.includes(edge.source) && current.includes(edge.destination));
      const where =
        current.length === 0
          ? ""
          : `, now in ${current.length === 1 ? "state" : "states"} ${current.map(s => automaton.states[s]).join(", ")}`;
      box.firstElementChild.setAttribute(
        "aria-label",
        `automaton with ${plural(automaton.states.length, "state")}${where}`,
      );
      const circle = circles[current[0]];
      if (circle) reveal(Number(circle.getAttribute("cx")), Number(circle.getAttribute("cy")));
    },
  };

  function reveal(x, y) {
    if (x < box.scrollLeft + 40 || x > box.scrollLeft + box.clientWidth - 40) box.scrollLeft = x - box.clientWidth / 2;
    if (y < box.scrollTop + 40 || y > box.scrollTop + box.clientHeight - 40) box.scrollTop = y - box.clientHeight / 2;
  }
}
