// A formula followed along the run: at each position the verdict so far and the states of the formula's automaton. A
// monitor state depends only on the positions before, so it is remembered with the position object.

class MonitorTrack {
  constructor(api, formula) {
    this.api = api;
    this.formula = formula;
    this.automaton = null;
    this.states = new WeakMap(); // position -> {id, automaton, verdict}
  }

  known(run, k) {
    return this.states.get(run.positions[k]);
  }

  // Fetches the states up to position k, in pieces; resolves to the state there, or null if the run leaves the model.
  async upTo(run, k, signal) {
    const positions = run.positions;
    while (k > 0 && positions[k].stutters) --k; // the model makes no step: the verdict stays
    let from = k;
    while (from >= 0 && !this.states.has(positions[from])) --from;
    if (from === k) return this.states.get(positions[k]);
    do {
      const path = [];
      for (let i = Math.max(from, 0); i < k && path.length < 20000; ++i) {
        if (typeof positions[i + 1].choice !== "number") return null;
        path.push([positions[i].node, positions[i + 1].choice]);
      }
      const start = Math.max(from, 0);
      const answer = await this.api.post(
        "monitor",
        {
          formula: this.formula,
          node: positions[0].node,
          ...(from < 0 ? {} : { from: this.states.get(positions[from]).id }),
          path,
        },
        signal,
      );
      if (answer.automaton) this.automaton = answer.automaton;
      answer.states.forEach((state, i) => this.states.set(positions[start + i], state));
      from = start + path.length;
    } while (from < k);
    return this.states.get(positions[k]);
  }
}
