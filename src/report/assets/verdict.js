// How a verdict is shown in the list of properties and for a typed formula: its sign, its word, its figures.

const verdictSigns = { holds: "✓", violated: "✗", inconclusive: "?", running: "…", none: "○", error: "!" };

function verdictSign(verdict) {
  return element("span", { class: "sign " + verdict, "aria-hidden": "true" }, verdictSigns[verdict] || "?");
}

// "holds in 1 234 states, 0.02 s"
function describeResult(result) {
  const { stats = {} } = result,
    figures = [];
  if (stats.states !== undefined)
    figures.push(`${stats.estimated ? "about " : ""}${plural(stats.states, "state")}`);
  if (stats.seconds !== undefined) figures.push(`${stats.seconds.toFixed(2)} s`);
  return (
    result.verdict +
    (figures.length ? ` (${figures.join(", ")})` : "") +
    (result.reason && result.verdict === "inconclusive" ? `: ${result.reason}` : "")
  );
}
