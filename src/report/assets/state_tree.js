// The state as a tree: variables, channels, processes with their locals. What the step changed is marked, with the
// value before. Rows are virtual, so that thousands of variables stay quick. stateTree(host, {onPin}).show(run, k)
function stateTree(host, options = {}) {
  const kRow = 28,
    kLongArray = 12;
  const closed = new Set(),
    opened = new Set(),
    pinned = new Set(options.pinned || []);
  let run = null,
    k = 0,
    rows = [],
    groups = { run: null, size: -1, list: [] };

  const filter = element("input", {
    type: "search",
    class: "filter",
    placeholder: "Filter",
    "aria-label": "filter variables",
    oninput: () => build(),
  });
  const only = element("input", { type: "checkbox", onchange: () => build() });
  const empty = element("p", { class: "soft empty", hidden: true });
  const grid = element("div", { class: "state-tree scroll", role: "treegrid", "aria-label": "state", tabindex: 0 });
  host.replaceChildren(
    element("div", { class: "tools" }, filter, element("label", {}, only, " only what changed")),
    grid,
    empty,
  );
  const list = virtualList(grid, kRow, drawRow);

  // Consecutive elements of one array become one row if there are many.
  function parts(names) {
    const found = [];
    for (let i = 0; i < names.length;) {
      const array = /^(.*)\[\d+\]$/.exec(names[i])?.[1];
      let end = i + 1;
      while (
        array !== undefined &&
        end < names.length &&
        names[end].startsWith(array + "[") &&
        names[end].lastIndexOf("[") === array.length
      )
        ++end;
      if (end - i >= kLongArray) found.push({ array, names: names.slice(i, end) });
      else found.push(...names.slice(i, end).map(name => ({ name })));
      i = end;
    }
    return found;
  }

  function grouped() {
    if (groups.run !== run || groups.size !== run.history.size) {
      const list = groupState(run, [...run.history.keys()]).map(group => ({ ...group, parts: parts(group.names) }));
      groups = { run, size: run.history.size, list };
    }
    return groups.list;
  }

  function build() {
    if (!run) return;
    const state = run.stateAt(k),
      changed = run.changed(k),
      words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = name =>
      (state.has(name) || changed.has(name)) &&
      (!only.checked || changed.has(name)) &&
      words.every(
        word =>
          name.toLowerCase().includes(word) ||
          showValue(state.get(name) ?? "")
            .toLowerCase()
            .includes(word),
      );
    const row = (name, level, group) => ({
      name,
      level,
      group,
      value: state.get(name),
      changed: changed.has(name),
      before: changed.get(name),
    });
    rows = [];
    const pins = [...pinned].filter(name => run.history.has(name));
    if (pins.length > 0)
      rows.push({ title: "Pinned", level: 1, kind: "pinned", open: true }, ...pins.map(name => row(name, 2, "Pinned")));
    for (const group of grouped()) {
      const inside = [];
      let marks = 0;
      for (const part of group.parts) {
        if (part.name !== undefined) {
          if (!wanted(part.name)) continue;
          inside.push(row(part.name, 2, group.title));
          if (changed.has(part.name)) ++marks;
          continue;
        }
        const elements = part.names.filter(wanted);
        if (elements.length === 0) continue;
        const key = group.title + " " + part.array,
          open = opened.has(key) || words.length > 0 || only.checked;
        const changes = elements.filter(name => changed.has(name));
        marks += changes.length;
        const first = state.get(elements[0]),
          same = elements.every(name => state.get(name) === first);
        inside.push({
          title: `${part.array}[${elements.length}]`,
          level: 2,
          kind: "array",
          key,
          open,
          note: same && first !== undefined ? "all " + showValue(first) : "",
          marks: changes.length,
        });
        inside.push(...(open ? elements : changes).map(name => row(name, 3, group.title)));
      }
      if (inside.length === 0) continue;
      const open = !closed.has(group.title) || words.length > 0;
      const note = group.kind === "process" && state.has(group.title) ? showValue(state.get(group.title)) : "";
      rows.push({ title: group.title, level: 1, kind: group.kind, key: group.title, open, marks, note });
      if (open) rows.push(...inside);
    }
    grid.setAttribute("aria-rowcount", rows.length);
    empty.hidden = rows.length > 0;
    empty.textContent = words.length > 0 || only.checked ? "Nothing matches." : "The state has no variables.";
    list.resize(rows.length);
  }

  function drawRow(i) {
    const row = rows[i],
      place = { role: "row", "aria-rowindex": i + 1, "aria-level": row.level };
    if (row.title !== undefined) {
      return element(
        "div",
        {
          class: `state-row ${row.kind} level${row.level}${row.marks ? " holds-changes" : ""}`,
          ...place,
          "aria-expanded": String(row.open),
        },
        element(
          "span",
          { role: "rowheader", class: "name" },
          row.kind === "pinned"
            ? row.title
            : element(
                "button",
                { type: "button", class: "fold", "aria-expanded": String(row.open), onclick: () => toggle(row) },
                row.title,
              ),
        ),
        element(
          "span",
          { role: "gridcell", class: "value soft" },
          row.note || "",
          row.marks ? element("span", { class: "badge" }, `${row.marks} changed`) : null,
        ),
      );
    }
    const isPinned = pinned.has(row.name),
      local =
        /^[:.]/.test(row.name.slice(row.group.length)) && row.name.startsWith(row.group)
          ? row.name.slice(row.group.length + 1)
          : row.name;
    const gone = row.value === undefined;
    return element(
      "div",
      { class: `state-row level${row.level}${row.changed ? " changed" : ""}`, ...place, "data-name": row.name },
      element(
        "span",
        { role: "rowheader", class: "name mono", title: row.name },
        local === row.group ? "location" : local,
      ),
      element(
        "span",
        { role: "gridcell", class: "value mono", title: gone ? null : showValue(row.value) },
        row.changed && row.before !== undefined ? element("s", { class: "was" }, showValue(row.before)) : null,
        row.changed && row.before !== undefined ? element("span", { class: "hidden" }, " became ") : null,
        gone
          ? element("span", { class: "soft" }, "gone")
          : element(row.changed ? "strong" : "span", {}, showValue(row.value)),
        row.changed ? element("span", { class: "hidden" }, " (changed)") : null,
      ),
      element(
        "span",
        { role: "gridcell", class: "pin-cell" },
        element(
          "button",
          {
            type: "button",
            class: "pin",
            "aria-pressed": String(isPinned),
            "aria-label": `pin ${row.name}`,
            title: isPinned ? "unpin" : "keep at the top",
            onclick: () => pin(row.name),
          },
          isPinned ? "★" : "☆",
        ),
      ),
    );
  }

  function toggle(row) {
    const set = row.kind === "array" ? opened : closed;
    if (!set.delete(row.key)) set.add(row.key);
    build();
  }
  function pin(name) {
    if (!pinned.delete(name)) pinned.add(name);
    options.onPin?.([...pinned]);
    build();
  }
  return {
    show(newRun, position) {
      run = newRun;
      k = position;
      build();
    },
    focusFilter() {
      filter.focus();
      filter.select();
    },
    pinned: () => [...pinned],
  };
}
