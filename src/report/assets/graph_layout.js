// Places the nodes of a state graph. Layers by distance from the root, left to right, suit a neighbourhood; the order
// within a layer follows the neighbours (barycentre heuristic: Sugiyama, Tagawa, Toda 1981) so that few edges cross. A
// whole state space starts from the layers and is relaxed by springs (Fruchterman, Reingold 1991), which shows its
// symmetries.

// nodes: ids; edges: [from, to]; returns Map id -> {layer, row} with the rows of a layer centred around 0.
function layeredLayout(nodes, edges, roots) {
  const next = new Map(nodes.map(node => [node, []])),
    previous = new Map(nodes.map(node => [node, []]));
  for (const [from, to] of edges) {
    if (!next.has(from) || !next.has(to) || from === to) continue;
    next.get(from).push(to);
    previous.get(to).push(from);
  }
  const layerOf = new Map(),
    layers = [];
  const place = (node, layer) => {
    layerOf.set(node, layer);
    (layers[layer] = layers[layer] || []).push(node);
  };
  // Nodes that the roots do not reach (predecessors of the current state) start further searches.
  for (const root of [...roots, ...nodes]) {
    if (layerOf.has(root) || !next.has(root)) continue;
    place(root, 0);
    const waiting = [root];
    for (let i = 0; i < waiting.length; ++i) {
      for (const successor of next.get(waiting[i])) {
        if (layerOf.has(successor)) continue;
        place(successor, layerOf.get(waiting[i]) + 1);
        waiting.push(successor);
      }
    }
  }
  const row = new Map();
  const number = layer => layer.forEach((node, i) => row.set(node, i - (layer.length - 1) / 2));
  layers.forEach(number);
  for (let sweep = 0; sweep < 8; ++sweep) {
    const forward = sweep % 2 === 0,
      neighbours = forward ? previous : next;
    for (let i = 0; i < layers.length; ++i) {
      const l = forward ? i : layers.length - 1 - i,
        side = forward ? -1 : 1;
      const centre = new Map(
        layers[l].map(node => {
          const near = neighbours.get(node).filter(other => layerOf.get(other) === l + side);
          return [
            node,
            near.length ? near.reduce((sum, other) => sum + row.get(other), 0) / near.length : row.get(node),
          ];
        }),
      );
      layers[l].sort((a, b) => centre.get(a) - centre.get(b));
      number(layers[l]);
    }
  }
  return new Map(nodes.map(node => [node, { layer: layerOf.get(node), row: row.get(node) }]));
}

// Moves the places ({x, y} each) so that edges are about `length` long and other nodes keep their distance.
function relax(places, edges, length) {
  const all = [...places.values()],
    pairs = edges
      .filter(([a, b]) => a !== b && places.has(a) && places.has(b))
      .map(([a, b]) => [places.get(a), places.get(b)]);
  const rounds = Math.max(30, Math.min(200, Math.floor(2e7 / (all.length * all.length + 1))));
  for (let round = 0; round < rounds; ++round) {
    const reach = length * (1 - round / rounds) + 1;
    for (const p of all) p.dx = p.dy = 0;
    for (let i = 0; i < all.length; ++i) {
      for (let j = i + 1; j < all.length; ++j) {
        const a = all[i],
          b = all[j];
        let x = a.x - b.x,
          y = a.y - b.y,
          square = x * x + y * y;
        if (square > 25 * length * length) continue;
        if (square < 0.01) {
          x = 0.1 * (i - j);
          y = 0.1;
          square = x * x + y * y;
        }
        const push = (length * length) / square;
        a.dx += x * push;
        a.dy += y * push;
        b.dx -= x * push;
        b.dy -= y * push;
      }
    }
    for (const [a, b] of pairs) {
      const x = a.x - b.x,
        y = a.y - b.y,
        pull = Math.hypot(x, y) / length;
      a.dx -= x * pull;
      a.dy -= y * pull;
      b.dx += x * pull;
      b.dy += y * pull;
    }
    for (const p of all) {
      const far = Math.hypot(p.dx, p.dy) || 1,
        move = Math.min(far, reach);
      p.x += (p.dx / far) * move;
      p.y += (p.dy / far) * move;
    }
  }
}
