// A run: its positions, the state at each, and the messages that pass. Position k is the step k, what it changed and
// the state after it. Every variable keeps the list of its values with the positions where it took them, so a state
// is found by one binary search a variable, wherever it is in the run, and a run can grow and shrink at its end.
class Run {
  constructor(json = {}) {
    this.positions = [];
    this.cycle = json.cycle ?? null;
    this.processes = json.processes || [];
    this.timeline = json.timeline || [];
    this.explanation = json.explanation || "";
    this.history = new Map(); // name -> {at: [position...], values: [value or undefined...]}
    this.messages = []; // {channel, text, sender, receiver, send, receive}; a position is null if unknown
    this.queues = new Map(); // channel -> messages in it at the end of the run
    this.transits = []; // per kTransit positions: the messages under way there
    this.cached = { k: -1, state: null };
    for (const position of json.positions || []) this.append(position);
  }

  get length() {
    return this.positions.length;
  }
  get last() {
    return this.positions.length - 1;
  }
  action(k) {
    return this.positions[k]?.action || null;
  }
  inCycle(k) {
    return this.cycle !== null && k >= this.cycle;
  }
  stutters(k) {
    return !!this.positions[k]?.stutters;
  }
  automatonState(k) {
    return this.positions[k]?.automaton ?? -1;
  }

  append(position) {
    const k = this.positions.length;
    this.positions.push(position);
    for (const [name, value] of position.changes) this.record(name, k, value);
    for (const name of position.gone || []) this.record(name, k, undefined);
    const process = position.action?.process;
    if (process && !this.processes.includes(process)) this.processes.push(process);
    this.pass(position, k);
    if (this.cached.k >= k) this.cached.k = -1;
  }

  // Keeps the positions before `length`; what is left is a finite run without explanation.
  truncate(length) {
    for (const position of this.positions.splice(length)) {
      for (const name of [...position.changes.map(([name]) => name), ...(position.gone || [])]) {
        const entry = this.history.get(name);
        while (entry.at.length > 0 && entry.at[entry.at.length - 1] >= length) {
          entry.at.pop();
          entry.values.pop();
        }
      }
    }
    Object.assign(this, { cycle: null, explanation: "", messages: [], transits: [], cached: { k: -1, state: null } });
    this.queues.clear();
    this.positions.forEach((position, k) => this.pass(position, k));
  }

  record(name, k, value) {
    let entry = this.history.get(name);
    if (!entry) this.history.set(name, (entry = { at: [], values: [] }));
    entry.at.push(k);
    entry.values.push(value);
  }

  // The index of the last value that a variable took at or before position k; -1 if there is none.
  static indexAt(entry, k) {
    let low = 0,
      high = entry.at.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (entry.at[middle] <= k) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  valueAt(name, k) {
    const entry = this.history.get(name);
    const i = entry ? Run.indexAt(entry, k) : -1;
    return i < 0 ? undefined : entry.values[i];
  }

  // The state after step k, as a Map in a constant order.
  stateAt(k) {
    if (this.cached.k === k) return this.cached.state;
    const state = new Map();
    for (const [name, entry] of this.history) {
      const i = Run.indexAt(entry, k);
      if (i >= 0 && entry.values[i] !== undefined) state.set(name, entry.values[i]);
    }
    this.cached = { k, state };
    return state;
  }

  // What step k changed: name -> the value before it, or undefined if there was none.
  changed(k) {
    const changed = new Map();
    if (k <= 0 || k >= this.length) return changed;
    for (const [name] of this.positions[k].changes) changed.set(name, this.valueAt(name, k - 1));
    for (const name of this.positions[k].gone || []) changed.set(name, this.valueAt(name, k - 1));
    return changed;
  }

  // Matches receives with sends. A channel is a queue; a sorted send or a random receive takes the first message with
  // the same text. A receive that leaves its channel unchanged only looked, a send that does so was lost.
  pass(position, k) {
    const talk = position.action?.communication;
    if (talk) this.exchange(position, talk, k);
    if (k % Run.kTransit === 0) this.transits.push([...this.queues.values()].flat());
  }

  exchange(position, talk, k) {
    const message = {
      channel: talk.channel,
      text: talk.message,
      sender: talk.sender || null,
      receiver: talk.receiver || null,
      send: k,
      receive: k,
    };
    const queue = this.queues.get(talk.channel) || [];
    const shown = this.history.has(talk.channel),
      changes = position.changes.some(([name]) => name === talk.channel);
    if (talk.kind === "send") {
      message.sender = talk.sender || position.action.process || null;
      message.receive = null;
      message.lost = shown && !changes;
      message.slot = 0; // where it waits in a drawing, beside the others in the channel
      while (queue.some(one => one.slot === message.slot)) ++message.slot;
      if (!message.lost) this.queues.set(talk.channel, [...queue, message]);
    } else if (talk.kind === "receive") {
      const receiver = talk.receiver || position.action.process || null;
      const peeks = shown && !changes;
      const found = Math.max(
        0,
        queue.findIndex(one => one.text === talk.message),
      );
      if (queue.length > 0 && !peeks) {
        queue[found].receive = k;
        queue[found].receiver = receiver;
        this.queues.set(
          talk.channel,
          queue.filter((_, i) => i !== found),
        );
        return;
      }
      Object.assign(message, { receiver, send: null, peeks });
    }
    this.messages.push(message);
  }

  // The messages that are sent, received or under way in positions first..end-1.
  messagesIn(first, end) {
    const low = this.firstMessage(first),
      found = [];
    for (const message of this.transits[Math.floor(first / Run.kTransit)] || []) {
      if (message.send < first && (message.receive === null || message.receive >= first)) found.push(message);
    }
    for (
      let i = this.firstMessage(Math.floor(first / Run.kTransit) * Run.kTransit + 1);
      i < this.messages.length;
      ++i
    ) {
      const message = this.messages[i],
        at = message.send ?? message.receive;
      if (at >= end) break;
      if (i >= low || (message.receive === null && !message.lost) || message.receive >= first) found.push(message);
    }
    return found;
  }

  // The first message that appears at or after position k.
  firstMessage(k) {
    let low = 0,
      high = this.messages.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.messages[middle].send ?? this.messages[middle].receive) < k) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // The channels whose messages wait in them.
  bufferedChannels() {
    const names = new Set(
      this.messages.filter(message => message.send !== message.receive).map(message => message.channel),
    );
    return [...names].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  }

  // A short sentence for position k, for lists and screen readers.
  describe(k) {
    const action = this.action(k);
    if (k === 0 && !action) return "initial state";
    if (this.stutters(k)) return "deadlocked: the state repeats for ever";
    return [action?.process, action?.event].filter(Boolean).join(": ") || "step";
  }
}
Run.kTransit = 256;

// A state's variables by process and channel: [{title, kind, names}...]. A local is called PROCESS:NAME or
// PROCESS.NAME, the location of a process PROCESS.
function groupState(run, names) {
  const known = new Set(names),
    processes = new Set(run.processes);
  const prefix = (name, separator) => (name.indexOf(separator) > 0 ? name.slice(0, name.indexOf(separator)) : null);
  const owner = name => {
    if (processes.has(name)) return name;
    const before = prefix(name, ":") ?? prefix(name, ".");
    return processes.has(before) ? before : null;
  };
  for (const name of names) {
    if (isLocation(run, name)) processes.add(name);
    if (prefix(name, ":")) processes.add(prefix(name, ":"));
    const record = prefix(name, ".");
    if (known.has(record) && typeof firstValue(run, record) === "string" && !isChannel(run, record))
      processes.add(record);
  }
  const variables = { title: "Variables", kind: "variables", names: [] },
    channels = { title: "Channels", kind: "channels", names: [] };
  const byProcess = new Map();
  for (const name of names) {
    const process = owner(name);
    if (process === null) {
      (isChannel(run, name) ? channels : variables).names.push(name);
      continue;
    }
    if (!byProcess.has(process)) byProcess.set(process, { title: process, kind: "process", names: [] });
    const group = byProcess.get(process).names;
    if (name === process) group.unshift(name);
    else group.push(name);
  }
  return [variables, channels, ...byProcess.values()].filter(group => group.names.length > 0);
}
const firstValue = (run, name) => run.history.get(name)?.values.find(value => value !== undefined);
const isLocation = (run, name) => /^line \d+/.test(firstValue(run, name)) && /\[\d+\]$/.test(name);
const isChannel = (run, name) => String(firstValue(run, name)).startsWith("[");
