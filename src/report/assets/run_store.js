// The run on the page: its positions, the current one, and what lies ahead for redo. The server keeps no runs, so undo,
// redo and jumping are moves in this list.

class RunStore {
  constructor(onChange) {
    this.onChange = onChange;
    this.run = null;
    this.position = 0;
    this.start = 0; // index of the initial state
    this.origin = ""; // where the run comes from, for example "counterexample of mutex"
  }

  get last() {
    return this.run.length - 1;
  }
  get here() {
    return this.run.positions[this.position];
  }

  replace(json, { position = 0, start = 0, origin = "" } = {}) {
    this.run = new Run({
      ...json,
      processes: [...new Set([...RunStore.located(json.positions[0]), ...(json.processes || [])])],
    });
    for (const position of json.positions) this.meetProcesses(position);
    this.start = start;
    this.origin = origin;
    this.position = Math.max(0, Math.min(position, this.last));
    this.onChange();
  }

  goTo(position) {
    const target = Math.max(0, Math.min(position, this.last));
    if (target === this.position) return;
    this.position = target;
    this.onChange();
  }

  // Takes one step. If the run goes on with this very step, the rest of the run stays.
  take(choice, successor) {
    const next = this.run.positions[this.position + 1];
    if (next && next.choice === choice && next.node === successor.node) return this.goTo(this.position + 1);
    const { node, changes, gone, action } = successor;
    this.append([
      {
        node,
        choice,
        changes,
        gone,
        action: successor.fault && !action.fault ? { ...action, fault: "failed" } : action,
      },
    ]);
  }

  // Continues from the current position; what lay ahead is dropped.
  append(positions) {
    if (positions.length === 0) return;
    if (this.position < this.last || this.run.cycle !== null || this.run.explanation) {
      this.run.truncate(this.position + 1);
      this.run.timeline = [];
      if (this.position === 0) this.origin = "";
      else if (this.origin && !this.origin.startsWith("left"))
        this.origin = `left the ${this.origin} at step ${this.position}`;
    }
    for (const position of positions) {
      this.run.append(position);
      this.meetProcesses(position);
    }
    this.position = this.last;
    this.onChange();
  }

  // Processes whose location changes: a variable P[3] whose value is a line.
  static located(position) {
    return position.changes
      .filter(([name, value]) => typeof value === "string" && /^line \d+/.test(value) && /\[\d+\]$/.test(name))
      .map(([name]) => name);
  }

  // Also processes that have not acted yet are shown.
  meetProcesses(position) {
    for (const name of RunStore.located(position))
      if (!this.run.processes.includes(name)) this.run.processes.push(name);
  }

  // The choices that lead from the initial state to `position`; null if the run has steps that are not the model's own
  // (a finite run that stutters at its end keeps the choices before).
  choices(position = this.last) {
    const choices = [];
    for (let i = 1; i <= position; ++i) {
      const { choice } = this.run.positions[i];
      if (choice === undefined || choice === null) break;
      choices.push(choice);
    }
    return { start: this.start, choices };
  }

  // A copy that later steps do not change.
  snapshot() {
    const { cycle, processes, timeline, explanation } = this.run;
    return { positions: this.run.positions.slice(), cycle, processes: [...processes], timeline, explanation };
  }
}
