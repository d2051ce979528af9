// A run as text for a link: the numbers of its choices, separated by dots, repeated choices as "0x5". The number of the
// initial state stands in front ("2~0.1") unless it is the first.

function encodeChoices({ start, choices }) {
  const parts = [];
  for (let i = 0; i < choices.length;) {
    let end = i;
    while (end < choices.length && choices[end] === choices[i]) ++end;
    parts.push(end - i > 1 ? `${choices[i]}x${end - i}` : String(choices[i]));
    i = end;
  }
  return (start > 0 ? start + "~" : "") + parts.join(".");
}

// Returns null if the text is not a run.
function decodeChoices(text) {
  const match = /^(?:(\d{1,9})~)?((?:\d{1,9}(?:x\d{1,7})?(?:\.|$))*)$/.exec(text);
  if (!match) return null;
  const choices = [];
  for (const part of match[2].split(".").filter(Boolean)) {
    const [choice, count] = part.split("x").map(Number);
    if (choices.length + (count || 1) > 1000000) return null;
    for (let i = 0; i < (count === undefined ? 1 : count); ++i) choices.push(choice);
  }
  return { start: Number(match[1] || 0), choices };
}

// The parts of an address after "#": run, step.
function parseFragment(hash) {
  return new Map(
    hash
      .replace(/^#/, "")
      .split("&")
      .filter(Boolean)
      .map(part => part.split(/=(.*)/s).slice(0, 2)),
  );
}
