// The enabled steps of the current state, each with a preview of what it changes. Keys 1-9 take the first nine.

function choicesView(host, { onTake }) {
  const kPreview = 4; // changes shown per step
  const kShown = 200; // steps shown before "show all"
  let shown = [],
    all = false,
    lastKey = null;

  function change(name, before, value) {
    return element(
      "span",
      { class: "change" },
      element("span", { class: "name" }, name),
      " ",
      before === undefined ? null : element("span", { class: "was" }, shorten(showValue(before), 24)),
      before === undefined ? "= " : " → ",
      element("span", { class: "value" }, shorten(showValue(value), 32)),
    );
  }

  // Locations of processes ("line 20") matter less than values: they come last.
  function preview(successor, state) {
    const isPlace = ([name, value]) => typeof value === "string" && /^line \d+/.test(value) && !name.includes(":");
    const sorted = [...successor.changes.filter(c => !isPlace(c)), ...successor.changes.filter(isPlace)];
    const row = element(
      "span",
      { class: "preview" },
      ...sorted.slice(0, kPreview).map(([name, value]) => change(name, state.get(name), value)),
      ...(successor.gone || [])
        .slice(0, 2)
        .map(name => element("span", { class: "change" }, element("span", { class: "was" }, name), " ends")),
    );
    if (sorted.length > kPreview)
      row.append(element("span", { class: "soft" }, `and ${sorted.length - kPreview} more`));
    if (!row.childNodes.length) row.append(element("span", { class: "soft" }, "changes nothing"));
    return row;
  }

  function item(successor, index, state, isRedo) {
    const { action } = successor,
      fails = action.fault || successor.fault;
    return element(
      "li",
      {},
      element(
        "button",
        {
          type: "button",
          class: "choice" + (fails ? " fails" : "") + (isRedo ? " redo" : ""),
          "data-choice": index,
          "aria-keyshortcuts": index < 9 ? String(index + 1) : null,
          onclick: () => onTake(index),
        },
        element("span", { class: "digit", "aria-hidden": "true" }, index < 9 ? String(index + 1) : "·"),
        element(
          "span",
          { class: "what" },
          action.process ? element("span", { class: "process" }, action.process + " ") : null,
          element("code", {}, action.event || "step"),
          action.line ? element("span", { class: "soft line" }, " line " + action.line) : null,
          isRedo ? element("span", { class: "badge" }, "next in this run") : null,
          fails ? element("span", { class: "badge bad" }, action.fault || "fails") : null,
        ),
        preview(successor, state),
      ),
    );
  }

  function emptyText(expansion) {
    if (expansion.limit) return "The steps are not known: " + expansion.limit;
    return expansion.may_end ? "No step is enabled. The run ends here, and may." : "No step is enabled: deadlock.";
  }

  return {
    // Shows the expansion of the state of position k; null while it is being fetched.
    show(run, k, expansion) {
      if (!expansion) {
        host.setAttribute("aria-busy", "true");
        return;
      }
      host.removeAttribute("aria-busy");
      const state = run.stateAt(k),
        next = run.positions[k + 1],
        focused = host.contains(document.activeElement) ? document.activeElement.dataset.choice : undefined;
      shown = expansion.successors;
      if (lastKey !== expansion.node) {
        all = false;
        lastKey = expansion.node;
      }
      const visible = all ? shown : shown.slice(0, kShown);
      const rows = visible.map((successor, i) =>
        item(successor, i, state, next !== undefined && next.choice === i && next.node === successor.node),
      );
      if (rows.length === 0)
        rows.push(
          element(
            "li",
            { class: "empty" + (expansion.may_end || expansion.limit ? "" : " bad") },
            emptyText(expansion),
          ),
        );
      if (visible.length < shown.length) {
        rows.push(
          element(
            "li",
            {},
            element(
              "button",
              {
                type: "button",
                onclick: () => {
                  all = true;
                  this.show(run, k, expansion);
                },
              },
              `Show all ${shown.length} steps`,
            ),
          ),
        );
      }
      if (rows.length && expansion.limit && shown.length)
        rows.push(element("li", { class: "empty" }, "Incomplete: " + expansion.limit));
      host.replaceChildren(...rows);
      if (focused !== undefined) {
        const buttons = host.querySelectorAll("button");
        if (buttons.length) buttons[Math.min(Number(focused), buttons.length - 1)].focus({ preventScroll: true });
        else host.focus();
      }
    },
    // Moves the focus among the steps.
    move(by) {
      const buttons = [...host.querySelectorAll("button")];
      if (buttons.length)
        buttons[Math.max(0, Math.min(buttons.length - 1, buttons.indexOf(document.activeElement) + by))].focus();
    },
  };
}
