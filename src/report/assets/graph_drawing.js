// Parts of the state graph's drawing: curves, colours with their legend, and where arrow keys lead.

// The curve of an edge: to a later layer as an S, otherwise bent aside, so that edges in both directions stay apart.
function edgePath(a, b, labelled) {
  if (a === b) return `M${a.x - 5} ${a.y - 8}C${a.x - 16} ${a.y - 30} ${a.x + 16} ${a.y - 30} ${a.x + 5} ${a.y - 9}`;
  const dx = b.x - a.x,
    dy = b.y - a.y,
    far = Math.hypot(dx, dy) || 1,
    r = 10;
  if (labelled && b.layer > a.layer) {
    const bend = Math.min(60, dx / 2);
    return `M${a.x + r} ${a.y}C${a.x + r + bend} ${a.y} ${b.x - r - bend} ${b.y} ${b.x - r} ${b.y}`;
  }
  const sag = labelled ? 26 : far / 10,
    mx = (a.x + b.x) / 2 - (dy / far) * sag,
    my = (a.y + b.y) / 2 + (dx / far) * sag;
  const ex = b.x - mx,
    ey = b.y - my,
    end = Math.hypot(ex, ey) || 1;
  return `M${a.x} ${a.y}Q${mx} ${my} ${b.x - (ex / end) * r} ${b.y - (ey / end) * r}`;
}

// Writes the legend of the nodes' values and returns the class of a node. Up to eight values have one colour each; more
// of them share eight steps of a scale.
function nodeColours(nodes, legend) {
  const values = [...new Set(nodes.map(node => node.color).filter(value => value !== undefined && value !== null))];
  const numeric = values.every(value => typeof value === "number");
  values.sort((a, b) => (numeric ? a - b : String(a) < String(b) ? -1 : 1));
  const many = values.length > 8;
  const index = value => {
    const place = values.indexOf(value);
    return place < 0 ? -1 : many ? Math.floor((place * 8) / values.length) : place;
  };
  const groups = new Map();
  for (const value of values) groups.set(index(value), [...(groups.get(index(value)) || []), value]);
  legend.replaceChildren(
    ...[...groups].map(([i, group]) =>
      element(
        "li",
        {},
        element("span", { class: "swatch hue-" + i, "aria-hidden": "true" }),
        group.length === 1
          ? shorten(showValue(group[0]), 24)
          : `${showValue(group[0])} … ${showValue(group[group.length - 1])}`,
      ),
    ),
  );
  return node => {
    const i = index(node.color);
    return i < 0 ? "" : " hue-" + i;
  };
}

// The nearest node in the direction of an arrow key, or null.
function nearestNode(places, from, key) {
  const a = places.get(from),
    [ux, uy] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key];
  let best = null,
    bestCost = Infinity;
  for (const [id, b] of places) {
    const along = (b.x - a.x) * ux + (b.y - a.y) * uy,
      across = Math.abs((b.x - a.x) * uy) + Math.abs((b.y - a.y) * ux);
    if (along > 1 && along + 2 * across < bestCost) {
      best = id;
      bestCost = along + 2 * across;
    }
  }
  return best;
}
