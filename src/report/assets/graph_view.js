// The state graph: the neighbourhood of the current state, which grows on click, or a small state space whole. Nodes
// can be coloured by the value of an expression. A chosen node says how it differs from the current state and can be
// gone to.

function graphView(host, { legend, detail, note, api, current, onGo }) {
  const kWhole = 600; // states of a whole space
  const kNear = 200; // neighbours of one state
  const kGrown = 300; // states of a neighbourhood before it is begun again
  const kDrawn = 1500; // nodes drawn at most
  let nodes = new Map(),
    edges = new Map(); // id -> {label, deadlock, color}; "from>to" -> {from, to, labels}
  let mode = "near",
    color = "",
    root = null,
    chosen = null,
    expanded = new Set(),
    places = new Map();
  let zoom = 1,
    drawn = { scale: 1 },
    loads = 0;

  function merge(answer) {
    for (const node of answer.nodes) nodes.set(node.node, { ...nodes.get(node.node), ...node });
    for (const [from, to, label] of answer.edges) {
      const key = from + ">" + to,
        known = edges.get(key);
      if (!known) edges.set(key, { from, to, labels: [label] });
      else if (!known.labels.includes(label)) known.labels.push(label);
    }
  }

  async function load() {
    const wanted = current(),
      mine = ++loads;
    if (!wanted) return;
    try {
      const answer = await api.post("graph", {
        ...(mode === "whole" ? { whole: true, limit: kWhole } : { node: wanted.node, radius: 1, limit: kNear }),
        ...(color ? { color } : {}),
      });
      if (mine !== loads) return;
      clear();
      root = wanted.node;
      merge(answer);
      expanded.add(root);
      draw();
      note.textContent =
        mode === "near"
          ? "A click on a state adds its neighbours."
          : answer.complete
            ? `The whole state space: ${plural(nodes.size, "state")}.`
            : `The first ${plural(nodes.size, "state")}; the space is larger.`;
    } catch (error) {
      fail(error);
    }
  }

  function clear() {
    nodes = new Map();
    edges = new Map();
    expanded = new Set();
    places = new Map();
    chosen = null;
    detail.replaceChildren();
  }

  function fail(error) {
    if (error.name !== "AbortError") note.replaceChildren(element("span", { class: "bad" }, error.message));
  }

  async function grow(id) {
    if (mode === "near" && !expanded.has(id)) {
      const mine = loads;
      try {
        const answer = await api.post("graph", { node: id, radius: 1, limit: kNear, ...(color ? { color } : {}) });
        if (mine !== loads) return;
        merge(answer);
        expanded.add(id);
      } catch (error) {
        return fail(error);
      }
      chosen = id;
      draw();
    }
    choose(id);
  }

  async function choose(id) {
    chosen = id;
    mark();
    const here = current();
    detail.replaceChildren();
    if (id === here.node) {
      detail.append(element("p", { class: "soft" }, "The current state."));
      return;
    }
    try {
      const {
        states: [state],
      } = await api.post("states", { nodes: [id] });
      if (chosen !== id) return;
      const now = here.state,
        differing = state.filter(([name, value]) => now.get(name) !== value);
      detail.append(
        element(
          "p",
          {},
          `State ${id} differs in `,
          differing.length ? "" : "nothing shown",
          ...differing
            .slice(0, 8)
            .flatMap(([name, value], i) => [
              i ? ", " : "",
              element("code", {}, `${name} = ${shorten(showValue(value), 24)}`),
            ]),
          differing.length > 8 ? ` and ${differing.length - 8} more` : "",
          ". ",
        ),
        element("button", { type: "button", class: "primary", id: "graph-go", onclick: () => go(id) }, "Go there"),
      );
    } catch (error) {
      fail(error);
    }
  }

  // A path along known edges from the current state; onGo turns it into steps.
  function go(id) {
    const from = current().node,
      cameFrom = new Map([[from, null]]),
      waiting = [from];
    const next = new Map();
    for (const edge of edges.values()) next.set(edge.from, [...(next.get(edge.from) || []), edge.to]);
    for (let i = 0; i < waiting.length && !cameFrom.has(id); ++i) {
      for (const to of next.get(waiting[i]) || [])
        if (!cameFrom.has(to)) {
          cameFrom.set(to, waiting[i]);
          waiting.push(to);
        }
    }
    if (!cameFrom.has(id)) {
      note.textContent = "No path from the current state to this one is shown.";
      return;
    }
    const path = [];
    for (let node = id; node !== null; node = cameFrom.get(node)) path.unshift(node);
    onGo(path);
  }

  // Chooses the places of the nodes. A neighbourhood has room for the step that leads to each state beside it.
  function place(shown, pairs, labelled) {
    const wide = labelled ? 210 : 46,
      high = labelled ? 36 : 46;
    places = layeredLayout(shown, pairs, [mode === "whole" ? shown[0] : root]);
    for (const p of places.values()) {
      p.x = p.layer * wide;
      p.y = p.row * high;
    }
    if (!labelled) relax(places, pairs, 46);
    const all = [...places.values()],
      left = Math.min(...all.map(p => p.x)),
      top = Math.min(...all.map(p => p.y));
    for (const p of all) {
      p.x += 26 - left;
      p.y += 30 - top;
    }
    return {
      width: Math.max(...all.map(p => p.x)) + (labelled ? 200 : 30),
      height: Math.max(...all.map(p => p.y)) + 34,
    };
  }

  function draw() {
    const here = current().node,
      shown = [...nodes.keys()].slice(0, kDrawn),
      hadFocus = host.contains(document.activeElement);
    if (shown.length === 0) return host.replaceChildren();
    const drawnEdges = [...edges.values()].filter(e => nodes.has(e.from) && nodes.has(e.to));
    const labelled = mode === "near" && shown.length <= 80;
    const { width, height } = place(
      shown,
      drawnEdges.map(e => [e.from, e.to]),
      labelled,
    );
    // A whole space is made to fit, but not so small that its states can no longer be clicked.
    const scale = labelled
      ? 1
      : Math.max(0.4, Math.min(1, host.clientWidth / width, host.clientHeight / height)) * zoom;
    const svg = element("svg:svg", {
      width: Math.floor(width * scale),
      height: Math.floor(height * scale),
      viewBox: `0 0 ${width} ${height}`,
      role: "group",
      "aria-label": mode === "whole" ? "state space" : "neighbourhood of the current state",
    });
    svg.append(
      element(
        "svg:defs",
        {},
        element(
          "svg:marker",
          { id: "graph-tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto" },
          element("svg:path", { class: "tip", d: "M0 0L8 4L0 8z" }),
        ),
      ),
    );
    for (const edge of drawnEdges) {
      const a = places.get(edge.from),
        b = places.get(edge.to);
      if (a && b)
        svg.append(
          element(
            "svg:path",
            { class: "edge", "data-from": edge.from, d: edgePath(a, b, labelled), "marker-end": "url(#graph-tip)" },
            element("svg:title", {}, edge.labels.slice(0, 6).join("\n")),
          ),
        );
    }
    const hue = nodeColours([...nodes.values()], legend);
    for (const id of shown)
      svg.append(
        drawNode(
          id,
          hue,
          labelled && drawnEdges.find(e => e.to === id && places.get(e.from).layer < places.get(id).layer),
        ),
      );
    host.replaceChildren(svg);
    drawn = { scale };
    mark();
    centre(chosen ?? here);
    if (hadFocus) host.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
  }

  function drawNode(id, hue, arrival) {
    const node = nodes.get(id),
      { x, y } = places.get(id);
    const coloured = color && node.color !== undefined && node.color !== null;
    const name = [
      `state ${id}`,
      node.deadlock && "deadlock",
      node.end && "end",
      coloured && `${color} = ${showValue(node.color)}`,
    ]
      .filter(Boolean)
      .join(", ");
    return element(
      "svg:g",
      {
        class: "node" + (node.deadlock ? " dead" : "") + (mode === "near" && !expanded.has(id) ? " open" : ""),
        role: "button",
        tabindex: -1,
        "data-node": id,
        "aria-label": name + (arrival ? ", after " + arrival.labels[0] : ""),
      },
      element("svg:title", {}, [name, node.label].filter(Boolean).join("\n")),
      element("svg:circle", { class: "ring", cx: x, cy: y, r: 12 }),
      element("svg:circle", { class: "dot" + hue(node), cx: x, cy: y, r: 8 }),
      arrival ? element("svg:text", { class: "mono", x: x + 14, y: y - 7 }, shorten(arrival.labels[0], 26)) : null,
    );
  }

  // Marks the current and the chosen state in what is drawn.
  function mark() {
    const here = current().node,
      focusable = chosen !== null && places.has(chosen) ? chosen : places.has(here) ? here : [...places.keys()][0];
    for (const g of host.querySelectorAll(".node")) {
      const id = Number(g.dataset.node);
      g.classList.toggle("current", id === here);
      g.classList.toggle("chosen", id === chosen);
      g.setAttribute("tabindex", id === focusable ? 0 : -1);
      if (id === here) g.setAttribute("aria-current", "true");
      else g.removeAttribute("aria-current");
    }
    for (const edge of host.querySelectorAll(".edge")) edge.classList.toggle("out", Number(edge.dataset.from) === here);
  }

  function centre(id) {
    const place = places.get(id);
    if (place)
      host.scrollTo({
        left: place.x * drawn.scale - host.clientWidth * (mode === "near" ? 0.2 : 0.5),
        top: place.y * drawn.scale - host.clientHeight / 2,
      });
  }

  host.addEventListener("click", event => {
    const g = event.target.closest("[data-node]");
    if (g) {
      g.focus({ preventScroll: true });
      grow(Number(g.dataset.node));
    }
  });
  host.addEventListener("dblclick", event => {
    const g = event.target.closest("[data-node]");
    if (g) go(Number(g.dataset.node));
  });
  host.addEventListener("keydown", event => {
    const g = event.target.closest("[data-node]");
    if (!g) return;
    const id = Number(g.dataset.node);
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      if (chosen === id && id !== current().node) go(id);
      else grow(id);
    } else if (/^Arrow/.test(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      const target = nearestNode(places, id, event.key);
      if (target === null) return;
      const to = host.querySelector(`[data-node="${target}"]`);
      g.setAttribute("tabindex", -1);
      to.setAttribute("tabindex", 0);
      to.focus();
    }
  });

  return {
    // Follows the current state: a state that is already drawn is only marked.
    show() {
      const here = current();
      if (!here || typeof here.node !== "number") {
        host.replaceChildren();
        note.textContent = "This position is not a state of the model's own.";
        return;
      }
      // A neighbourhood that has grown long is begun again; a whole space is loaded once.
      if (mode === "near" ? !nodes.has(here.node) || nodes.size > kGrown : nodes.size === 0) return load();
      chosen = null;
      detail.replaceChildren();
      if (mode === "near" && !expanded.has(here.node)) return grow(here.node);
      mark();
      centre(here.node);
    },
    reset() {
      ++loads;
      clear();
      host.replaceChildren();
    },
    zoom(factor) {
      zoom = Math.max(0.25, Math.min(6, zoom * factor));
      if (nodes.size) draw();
    },
    setMode(wanted) {
      mode = wanted;
      return load();
    },
    setColor(expression) {
      color = expression;
      return load();
    },
  };
}
