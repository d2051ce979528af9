// A layered drawing of an automaton, from left to right. Labels of edges are boxes with a place of their own in columns
// between the columns of states, so that neither labels nor states can overlap; edges run straight through their column
// and bend only between columns. A label that is too long is a number, explained in a legend.
//
//   automatonLayout({states, edges, initial}) = {width, height, states: [{x, y}...], legend: [{number, lines}...],
//     edges: [{source, destination, path, tip: {x, y, left}, accepting, box: {x, y, width, height, lines}}...]}
const kAutomaton = { radius: 20, character: 7.2, line: 16, margin: 14, gap: 46, wrap: 30, lines: 5, crowded: 40 };

function automatonLayout(automaton) {
  const edges = mergedEdges(automaton),
    size = automaton.states.length,
    legend = [];
  for (const edge of edges) labelEdge(edge, legend, edges.length > kAutomaton.crowded);
  const layer = stateLayers(size, automaton.initial, edges);
  const ranks = [],
    nodes = [];
  const add = (rank, node) => {
    Object.assign(node, { rank, left: [], right: [], y: 0 });
    (ranks[rank] ||= []).push(node);
    nodes.push(node);
    return node;
  };
  const states = automaton.states.map((_, s) => {
    const loop = edges.find(edge => edge.source === s && edge.destination === s);
    const up = loop ? 30 + kAutomaton.radius + loop.height : kAutomaton.radius;
    return add(2 * layer[s], {
      state: s,
      width: Math.max(2 * kAutomaton.radius + 4, loop ? loop.width : 0),
      up,
      down: kAutomaton.radius,
    });
  });
  for (const edge of edges) {
    if (edge.source === edge.destination) continue;
    const backwards = layer[edge.source] > layer[edge.destination];
    const [from, to] = backwards ? [edge.destination, edge.source] : [edge.source, edge.destination];
    const middle = layer[from] + layer[to] - ((layer[from] + layer[to] + 1) % 2); // the rank of its label
    edge.chain = [states[from]];
    for (let rank = 2 * layer[from] + 1; rank < 2 * layer[to]; ++rank) {
      edge.chain.push(
        add(
          rank,
          rank === middle
            ? { edge, width: edge.width, up: edge.height / 2, down: edge.height / 2 }
            : { width: 1, up: 3, down: 3 },
        ),
      );
    }
    edge.chain.push(states[to]);
    edge.backwards = backwards;
    for (let i = 1; i < edge.chain.length; ++i) {
      edge.chain[i - 1].right.push(edge.chain[i]);
      edge.chain[i].left.push(edge.chain[i - 1]);
    }
  }
  for (let rank = 0; rank < ranks.length; ++rank) ranks[rank] ||= [];
  orderRanks(ranks);
  placeRanks(ranks);
  const width = placeColumns(ranks),
    height = Math.max(60, ...nodes.map(node => node.y + node.down)) + kAutomaton.margin;
  return {
    width,
    height,
    legend,
    states: states.map(node => ({ x: node.x, y: node.y })),
    edges: edges.map(edge => drawnEdge(edge, states)),
  };
}

// Edges between the same states are one, with several labels.
function mergedEdges(automaton) {
  const found = new Map();
  for (const { source, destination, label, marks } of automaton.edges) {
    const key = source + ">" + destination;
    if (!found.has(key)) found.set(key, { source, destination, texts: [], accepting: false });
    found.get(key).texts.push(label + (marks ? ` {${marks}}` : ""));
    if (marks) found.get(key).accepting = true;
  }
  return [...found.values()];
}

// Breaks a label at its connectives.
function wrapLabel(text) {
  const lines = [];
  let line = "";
  for (const word of text.split(/(?<= [&|] )|(?<=\s)(?=\{)/)) {
    if (line !== "" && line.length + word.trimEnd().length > kAutomaton.wrap) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += word;
  }
  return [...lines, line.trimEnd()];
}

function labelEdge(edge, legend, crowded) {
  let lines = edge.texts.flatMap((text, i) =>
    wrapLabel(text).map((line, j) => (i > 0 && j === 0 ? "or " + line : line)),
  );
  if (crowded || lines.length > kAutomaton.lines || lines.some(line => line.length > kAutomaton.wrap + 6)) {
    legend.push({ number: legend.length + 1, lines: edge.texts, source: edge.source, destination: edge.destination });
    lines = [`(${legend.length})`];
  }
  Object.assign(edge, {
    lines,
    width: Math.max(...lines.map(line => [...line].length)) * kAutomaton.character + 12,
    height: lines.length * kAutomaton.line + 6,
  });
}

// Longest paths from the initial state over the edges that do not close a cycle. No recursion: automata may be deep.
function stateLayers(size, initial, edges) {
  const out = Array.from({ length: size }, () => []),
    status = new Array(size).fill(0),
    order = [],
    forward = [];
  for (const edge of edges) if (edge.source !== edge.destination) out[edge.source].push(edge.destination);
  const roots = [initial, ...out.keys()];
  for (const root of roots) {
    if (status[root] !== 0) continue;
    const stack = [[root, 0]];
    status[root] = 1;
    while (stack.length > 0) {
      const top = stack[stack.length - 1],
        next = out[top[0]][top[1]++];
      if (next === undefined) {
        status[top[0]] = 2;
        order.push(top[0]);
        stack.pop();
        continue;
      }
      if (status[next] !== 1) forward.push([top[0], next]);
      if (status[next] === 0) {
        status[next] = 1;
        stack.push([next, 0]);
      }
    }
  }
  const layer = new Array(size).fill(0),
    bySource = Array.from({ length: size }, () => []);
  for (const [a, b] of forward) bySource[a].push(b);
  for (const s of order.reverse()) for (const next of bySource[s]) layer[next] = Math.max(layer[next], layer[s] + 1);
  return layer;
}

// Fewer crossings: each column is sorted by the mean place of its neighbours, forth and back a few times.
function orderRanks(ranks) {
  const number = () =>
    ranks.forEach(rank =>
      rank.forEach((node, i) => {
        node.index = i;
      }),
    );
  number();
  for (let round = 0; round < 12; ++round) {
    const side = round % 2 === 0 ? "left" : "right";
    for (const rank of round % 2 === 0 ? ranks : [...ranks].reverse()) {
      for (const node of rank) {
        const near = node[side];
        node.wish = near.length > 0 ? near.reduce((sum, other) => sum + other.index, 0) / near.length : node.index;
      }
      rank.sort((a, b) => a.wish - b.wish || a.index - b.index);
      rank.forEach((node, i) => {
        node.index = i;
      });
    }
  }
}

// Heights: every node as near to its neighbours as its column allows. Pushing down and pushing up both keep the nodes
// of a column apart, so their mean does, too.
function placeRanks(ranks) {
  const apart = (above, below) => above.down + below.up + kAutomaton.margin;
  for (const rank of ranks)
    rank.forEach((node, i) => {
      node.y = i === 0 ? node.up : rank[i - 1].y + apart(rank[i - 1], node);
    });
  for (let round = 0; round < 20; ++round) {
    for (const rank of round % 2 === 0 ? ranks : [...ranks].reverse()) {
      const wish = rank.map(node => {
        const near = [...node.left, ...node.right];
        return near.length > 0 ? near.reduce((sum, other) => sum + other.y, 0) / near.length : node.y;
      });
      const down = [],
        up = [];
      rank.forEach((node, i) => {
        down[i] = i === 0 ? wish[i] : Math.max(wish[i], down[i - 1] + apart(rank[i - 1], node));
      });
      for (let i = rank.length - 1; i >= 0; --i)
        up[i] = i === rank.length - 1 ? wish[i] : Math.min(wish[i], up[i + 1] - apart(rank[i], rank[i + 1]));
      rank.forEach((node, i) => {
        node.y = (down[i] + up[i]) / 2;
      });
    }
  }
  const all = ranks.flat(),
    top = Math.min(...all.map(node => node.y - node.up));
  for (const node of all) node.y += kAutomaton.margin - top;
}

function placeColumns(ranks) {
  let x = 40;
  for (const rank of ranks) {
    const width = Math.max(0, ...rank.map(node => node.width));
    for (const node of rank) Object.assign(node, { x: x + width / 2, from: x, to: x + width });
    x +=
      width +
      (rank.length > 4 ? 1.4 : 1) *
        kAutomaton.gap *
        (rank.some(node => node.state !== undefined || node.edge) ? 1 : 0.3);
  }
  return x - kAutomaton.gap + kAutomaton.margin + 20;
}

function drawnEdge(edge, states) {
  const { source, destination, accepting, lines, width, height, texts } = edge,
    r = kAutomaton.radius;
  const drawn = { source, destination, accepting, texts };
  if (source === destination) {
    const { x, y } = states[source];
    drawn.path = `M${x - 9} ${y - r + 2}C${x - 24} ${y - r - 34} ${x + 24} ${y - r - 34} ${x + 9} ${y - r}`;
    drawn.tip = { x: x + 9, y: y - r + 2, turn: 108 };
    drawn.box = { x: x - width / 2, y: y - r - 29 - height, width, height, lines };
    return drawn;
  }
  // Ends leave the circles a little towards where they go, so that several edges of a state are told apart.
  const end = (node, next, side) => {
    const dy = Math.max(-13, Math.min(13, (next.y - node.y) * 0.2)) + (edge.backwards ? 5 : -2);
    return { x: node.x + side * Math.sqrt(r * r - Math.min(dy * dy, r * r * 0.8)), y: node.y + dy };
  };
  const chain = edge.chain,
    first = end(chain[0], chain[1], 1),
    last = end(chain[chain.length - 1], chain[chain.length - 2], -1);
  const gap = edge.backwards ? { start: 9, stop: 0 } : { start: 0, stop: 9 };
  const points = [[first.x + gap.start, first.y, chain[0].to, first.y]];
  for (const node of chain.slice(1, -1)) points.push([node.from, node.y, node.to, node.y]);
  points.push([chain[chain.length - 1].from, last.y, last.x - gap.stop, last.y]);
  let path = "";
  points.forEach(([x1, y1, x2, y2], i) => {
    if (i === 0) path = `M${x1} ${y1}H${Math.max(x1, x2)}`;
    else {
      const before = points[i - 1],
        bend = (x1 - before[2]) / 2;
      path += `C${before[2] + bend} ${before[3]} ${x1 - bend} ${y1} ${x1} ${y1}H${x2}`;
    }
  });
  drawn.path = path;
  drawn.tip = edge.backwards ? { x: first.x, y: first.y, turn: 180 } : { x: last.x, y: last.y, turn: 0 };
  const label = chain.find(node => node.edge === edge);
  drawn.box = { x: label.x - width / 2, y: label.y - height / 2, width, height, lines };
  return drawn;
}
