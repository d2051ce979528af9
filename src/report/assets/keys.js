// The keyboard of a page: a table of [keys, description, action], which also is the text of the help dialog. Keys typed
// into a text field belong to the field; arrow keys in a list or slider belong to it.

function keyboard(table, { dialog, body }) {
  const actions = new Map();
  for (const { keys, action } of table) for (const key of keys) actions.set(key, action);
  body.replaceChildren(
    ...table
      .filter(row => row.text)
      .map(({ keys, shown, text }) =>
        element(
          "tr",
          {},
          element(
            "th",
            { scope: "row" },
            ...(shown || keys).flatMap((key, i) => [i ? " " : "", element("kbd", {}, keyName(key))]),
          ),
          element("td", {}, text),
        ),
      ),
  );

  function keyName(key) {
    return { ArrowLeft: "←", ArrowRight: "→", PageUp: "Page Up", PageDown: "Page Down", Escape: "Esc" }[key] || key;
  }

  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || dialog.open) return;
    if (isTyping(event.target)) {
      if (event.key === "Escape") {
        event.target.blur();
        event.preventDefault();
      }
      return;
    }
    if (event.target.type === "range" && /^(Arrow|Page|Home|End)/.test(event.key)) return;
    if ((event.key === "Enter" || event.key === " ") && event.target.closest("button, a, [role=button]")) return;
    const action = actions.get(event.key);
    if (!action) return;
    event.preventDefault();
    action(event);
  });
}
