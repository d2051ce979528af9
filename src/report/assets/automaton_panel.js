// The automaton of a chosen formula, with the states that it may be in after the run so far.

function automatonPanel({ select, note, host }, { track, current }) {
  const view = automatonView(host);
  const words = {
    open: "The continuation of the run decides.",
    satisfied: "Satisfied, however the run continues.",
    violated: "Violated, however the run continues.",
  };

  async function show() {
    const text = select.value,
      { run, position } = current();
    host.hidden = !text;
    if (!text) {
      note.textContent = "The model states no formula. Type one, and its automaton is shown here.";
      return;
    }
    try {
      const followed = track(text),
        state = await followed.upTo(run, position),
        now = current();
      if (now.run !== run || now.position !== position || select.value !== text) return;
      const before = position > 0 ? followed.known(run, position - 1) : null;
      note.textContent = !state
        ? "The automaton cannot follow this run."
        : followed.automaton.states.length
          ? words[state.verdict]
          : words[state.verdict] + " The automaton is too large to be drawn.";
      host.hidden = followed.automaton.states.length === 0;
      if (!host.hidden) view.show(followed.automaton, state ? state.automaton : [], before ? before.automaton : []);
    } catch (error) {
      note.textContent = error.message;
      host.hidden = true;
    }
  }

  return {
    show,
    // Offers the formulas of the properties and the one that was typed.
    fill(properties, typed) {
      const before = select.value,
        named = properties
          .filter(p => p.parsed)
          .map(p => ({ text: p.parsed, written: p.formula, name: `${p.name}: ${p.formula}` }));
      if (typed && !named.some(p => p.text === typed)) named.push({ text: typed, written: typed, name: typed });
      select.replaceChildren(
        ...named.map(p => element("option", { value: p.text, "data-written": p.written }, shorten(p.name, 80))),
      );
      if (named.some(p => p.text === before)) select.value = before;
    },
    // A formula as it was written.
    choose(written) {
      const option = [...select.options].find(one => one.dataset.written === written);
      if (option) option.selected = true;
    },
  };
}
