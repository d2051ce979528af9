// Plots with a table of their numbers beside them, for those who cannot see the picture.
//   plot(host, {title, x, y, points, bars, note}): points [[x, y]...]; x and y are {label, format}
//   countTable(host, {title, rows}): rows [{label, detail, count}...] with a bar each
function plot(host, { title, x, y, points, bars = false, note = "" }) {
  const kWidth = Math.max(300, Math.min(560, host.clientWidth || 560)),
    kHeight = 220,
    left = 62,
    right = 14,
    top = 12,
    bottom = 34,
    kMost = 160;
  const width = kWidth - left - right,
    height = kHeight - top - bottom;
  const shown = points.length > kMost ? thinned(points, kMost, bars) : points;
  const maxX = Math.max(...shown.map(p => p[0]), bars ? 0 : 1e-9);
  const maxY = Math.max(...shown.map(p => p[1]), 1e-9);
  const slots = bars ? maxX + 1 : maxX;
  const px = value => left + (value / slots) * width,
    py = value => top + height - (value / maxY) * height;
  const svg = element("svg:svg", {
    viewBox: `0 0 ${kWidth} ${kHeight}`,
    class: "plot",
    role: "img",
    "aria-label": `${title}. ${summary()}`,
  });
  function summary() {
    const highest = points.reduce((best, p) => (p[1] > best[1] ? p : best));
    return `${plural(points.length, "value")}, highest ${y.format(highest[1])} at ${x.label} ${x.format(highest[0])}`;
  }
  for (const tick of ticks(maxY)) {
    svg.append(
      element("svg:line", { class: "grid-line", x1: left, x2: kWidth - right, y1: py(tick), y2: py(tick) }),
      element("svg:text", { class: "soft", x: left - 8, y: py(tick) + 4, "text-anchor": "end" }, y.format(tick)),
    );
  }
  const step = bars ? width / slots : 0;
  for (const tick of ticks(maxX, bars, 6)) {
    svg.append(
      element(
        "svg:text",
        { class: "soft", x: px(tick) + step / 2, y: kHeight - bottom + 16, "text-anchor": "middle" },
        x.format(tick),
      ),
    );
  }
  svg.append(
    element("svg:text", { class: "soft", x: left + width / 2, y: kHeight - 3, "text-anchor": "middle" }, x.label),
  );
  if (bars) {
    const wide = step * (shown.length > 1 ? shown[1][0] - shown[0][0] : 1),
      gap = wide > 6 ? 2 : 0;
    for (const [value, count, until] of shown) {
      svg.append(
        element(
          "svg:rect",
          {
            class: "bar",
            x: px(value) + gap / 2,
            y: py(count),
            width: Math.max(wide - gap, 0.8),
            height: Math.max(height + top - py(count), count > 0 ? 1 : 0),
          },
          element(
            "svg:title",
            {},
            `${x.label} ${x.format(value)}${until > value ? "–" + x.format(until) : ""}: ${y.format(count)}`,
          ),
        ),
      );
    }
  } else {
    const path = shown.map(([a, b], i) => `${i === 0 ? "M" : "L"}${px(a).toFixed(1)} ${py(b).toFixed(1)}`).join("");
    svg.append(
      element("svg:path", { class: "area", d: `${path}V${top + height}H${px(shown[0][0]).toFixed(1)}z` }),
      element("svg:path", { class: "curve", d: path }),
    );
    if (shown.length < 40)
      for (const [a, b] of shown)
        svg.append(
          element(
            "svg:circle",
            { class: "dot", cx: px(a), cy: py(b), r: 2.5 },
            element("svg:title", {}, `${x.format(a)}: ${y.format(b)}`),
          ),
        );
  }
  host.append(
    element(
      "figure",
      {},
      element("figcaption", {}, title),
      svg,
      note ? element("p", { class: "soft" }, note) : null,
      element(
        "details",
        {},
        element("summary", {}, "as a table"),
        element(
          "div",
          { class: "scroll", tabindex: 0, role: "region", "aria-label": `${title} as a table` },
          element(
            "table",
            {},
            element(
              "thead",
              {},
              element(
                "tr",
                {},
                element("th", { scope: "col" }, x.label),
                element("th", { scope: "col", class: "number" }, y.label),
              ),
            ),
            element(
              "tbody",
              {},
              ...shown.map(([a, b, until]) =>
                element(
                  "tr",
                  {},
                  element("td", {}, x.format(a) + (until > a ? "–" + x.format(until) : "")),
                  element("td", { class: "number" }, y.format(b)),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

// At most `most` points: of curves every so many, of bars the sums of neighbours.
function thinned(points, most, sum) {
  const each = Math.ceil(points.length / most),
    kept = [];
  for (let i = 0; i < points.length; i += each) {
    const part = points.slice(i, i + each);
    kept.push(
      sum ? [part[0][0], part.reduce((total, p) => total + p[1], 0), part[part.length - 1][0]] : part[part.length - 1],
    );
  }
  if (!sum && kept[0] !== points[0]) kept.unshift(points[0]);
  return kept;
}

// Round numbers from 0 to `max`.
function ticks(max, whole = false, count = 5) {
  let step = 10 ** Math.floor(Math.log10(Math.max(max, 1e-9) / count));
  step *= [1, 2, 5, 10].find(factor => max / (step * factor) <= count) || 10;
  if (whole) step = Math.max(1, Math.round(step));
  const found = [];
  for (let i = 0; i * step <= max * 1.0001; ++i) found.push(Number((i * step).toPrecision(12)));
  return found;
}

function countTable(host, { title, heads, rows, note = "" }) {
  const most = Math.max(1, ...rows.map(row => row.count));
  host.append(
    element(
      "figure",
      {},
      element("figcaption", {}, title),
      note ? element("p", { class: "soft" }, note) : null,
      element(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": title },
        element(
          "table",
          { class: "counts" },
          element(
            "thead",
            {},
            element(
              "tr",
              {},
              ...heads.map((head, i) =>
                element("th", { scope: "col", class: i === heads.length - 1 ? "number" : null }, head),
              ),
              element("td", {}),
            ),
          ),
          element(
            "tbody",
            {},
            ...rows.map(row =>
              element(
                "tr",
                { class: row.count === 0 ? "never" : null },
                element("td", { class: "soft" }, row.place),
                element("td", { class: "mono statement" }, row.label),
                element("td", { class: "number" }, row.count === 0 ? "never" : formatNumber(row.count)),
                element(
                  "td",
                  { class: "bar-cell", "aria-hidden": "true" },
                  element("span", {
                    class: "bar",
                    style: { width: (row.count === 0 ? 0 : Math.max(1, (100 * row.count) / most)) + "%" },
                  }),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
