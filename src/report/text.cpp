// SPDX-License-Identifier: Apache-2.0
#include "report/text.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include <fmt/format.h>
#include <weir/catalogue.h>

#include "base/text/printable.h"
#include "base/text/value_text.h"
#include "report/changes.h"
#include "report/words.h"

namespace weir {
namespace {

enum class Colour { Plain, Bold, Red, Green, Yellow, Dim };

class Painter {
 public:
  explicit Painter(bool colours) : colours_(colours) {}
  std::string operator()(Colour colour, const std::string& text) const {
    static const char* const codes[] = {"", "1", "1;31", "1;32", "1;33", "2"};
    if (!colours_ || colour == Colour::Plain) return text;
    return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<int>(colour)], text);
  }

 private:
  bool colours_;
};

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, " ");
  return digits;
}

std::string bytes_text(std::uint64_t bytes) {
  const char* const units[] = {"B", "kB", "MB", "GB", "TB"};
  double amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; amount >= 1024 && unit + 1 < std::size(units); ++unit) amount /= 1024;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", amount, units[unit]);
}

/// `1 state`, `2 states`.
std::string counted(std::uint64_t number, const char* what) {
  return fmt::format("{} {}{}", grouped(number), what, number == 1 ? "" : "s");
}

/// The differences from the previous state. Runs of equal array elements are shown as one range.
std::string changes(const std::vector<Variable>& before, const std::vector<Variable>& now) {
  constexpr std::size_t kShownSingly = 8;
  const std::vector<const Variable*> changed = changed_variables(before, now);
  std::string text;
  for (std::size_t i = 0; i < changed.size();) {
    std::size_t length = equal_elements(changed, i);
    std::string name = changed[i]->name;
    if (length > kShownSingly) {
      const std::string last = changed[i + length - 1]->name;
      name.insert(name.size() - 1, ".." + last.substr(last.rfind('[') + 1, last.size() - last.rfind('[') - 2));
    } else {
      length = 1;
    }
    text +=
        fmt::format("{}{} = {}", text.empty() ? "" : ", ", printable(name), printable(value_text(changed[i]->value)));
    i += length;
  }
  return text;
}

std::string atoms_text(const std::vector<AtomValue>& atoms) {
  std::string text;
  for (const AtomValue& atom : atoms) {
    // Names, array elements, locations (P[0]@crit) and calls need no brackets; other expressions do.
    const bool name = atom.atom.find_first_of(" \t<>=!&|+-*/%^?~") == std::string::npos;
    const std::string shown = name ? atom.atom : "(" + atom.atom + ")";
    text += fmt::format("{}{}{}{}", text.empty() ? "" : " ", atom.value ? "" : "!", printable(shown),
                        atom.defined ? "" : "?");
  }
  return text;
}

std::string step_text(const TraceStep& step) {
  if (step.stutters) return "(deadlocked: the state repeats for ever)";
  if (step.last) return "(end)";
  std::string text = step.step.process.empty() ? "" : printable(step.step.process) + ": ";
  text += printable(step.step.event);
  if (!step.step.file.empty()) text += fmt::format("   [{}:{}]", printable(step.step.file), step.step.line);
  if (!step.step.output.empty()) text += fmt::format("   prints \"{}\"", printable(step.step.output));
  if (!step.step.fault.empty()) text += fmt::format("   {}", printable(step.step.fault));
  return text;
}

struct Lines {
  const Painter& paint;
  std::string text;
  std::size_t number = 0;
  const TraceStep* before = nullptr;

  void add(const TraceStep& step, const std::string& margin) {
    static const TraceStep nothing;
    const std::string change = changes((before == nullptr ? nothing : *before).state, step.state);
    if (!change.empty()) text += fmt::format("  {}      {}\n", margin, paint(Colour::Dim, change));
    std::string line = fmt::format("  {}{:>4}  {}", margin, ++number, step_text(step));
    if (!step.atoms.empty()) {
      line += fmt::format("{:{}}{}", "", line.size() < 56 ? 56 - line.size() : 2,
                          paint(Colour::Dim, "{ " + atoms_text(step.atoms) + " }"));
    }
    text += line + "\n";
    before = &step;
  }
};

std::string verdict_text(const PropertyResult& property, const Painter& paint) {
  switch (property.verdict) {
    case Verdict::Holds:
      return paint(Colour::Green, "holds") + (property.certified                      ? " (certified)"
                                              : property.engine.store == Store::Cache ? " (exhaustive)"
                                                                                      : "");
    case Verdict::Violated: return paint(Colour::Red, "violated");
    case Verdict::Inconclusive: break;
  }
  if (const std::string promise = guarantee(property); !promise.empty())
    return paint(Colour::Yellow, "no error found") + " (" + promise + ")";
  return paint(Colour::Yellow, "inconclusive");
}

std::string engine_text(const EngineChoice& engine) {
  if (!engine.store && engine.emptiness.empty()) return "nothing was searched";
  const std::string translation = engine.translator.empty() ? ""
                                  : engine.automaton.empty()
                                      ? engine.translator + " translation, "
                                      : fmt::format("{} translation ({}), ", engine.translator, engine.automaton);
  const std::string store = engine.store ? name_of(engine.store) + " store, " : "";
  std::string text = fmt::format("{}{} search, {}{} thread{}, fairness {}", translation, engine.emptiness, store,
                                 engine.threads, engine.threads == 1 ? "" : "s", name_of(engine.fair));
  if (!engine.executor.empty()) text += ", run by " + engine.executor;
  if (!engine.reduce.empty()) text += fmt::format(", reduced by {}", fmt::join(names_of(engine.reduce), ", "));
  if (engine.guided) text += ", por guided by the automaton";
  return text;
}

std::string statistics_text(const PropertyResult& property, bool everything) {
  const Statistics& stats = property.stats;
  std::string text = fmt::format("{}{}, {}, depth {}, {:.2f} s", stats.states_estimated ? "about " : "",
                                 counted(stats.states, "state"), counted(stats.transitions, "transition"),
                                 grouped(stats.max_depth), stats.seconds);
  if (!property.hunt.empty()) {
    text += fmt::format(", {} generated", grouped(stats.states_generated));
  } else if (stats.states_generated > stats.states || property.engine.store == Store::Cache) {
    text +=
        fmt::format(", {} generated, {} stored at most", grouped(stats.states_generated), grouped(stats.stored_peak));
  }
  if (!everything) return text;
  text += fmt::format(", {}", bytes_text(stats.memory_bytes));
  if (stats.automaton_states > 0) text += ", " + counted(stats.automaton_states, "automaton state");
  text += "\n  " + engine_text(property.engine);
  for (const HuntRecord& record : property.hunt) {
    text += fmt::format("\n  {}: {}, {} expanded, depth {}{}", record.strategy,
                        fmt::format("{} search{}", grouped(record.searches), record.searches == 1 ? "" : "es"),
                        counted(record.states, "state"), grouped(record.max_depth),
                        record.found ? ", found the error" : "");
  }
  for (const std::string& reason : property.engine.left_out) text += "\n  no " + printable(reason);
  if (property.certified && property.verdict == Verdict::Holds)
    text += "\n  certified by " + engine_text(property.confirmation);
  return text;
}

/// Joins a formula of several lines into one.
std::string formula_line(std::string formula) {
  std::replace_if(
      formula.begin(), formula.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return printable(formula);
}

std::string title(const PropertyResult& property) {
  const std::string name = printable(property.name);
  if (property.formula.empty() || property.formula == property.name) return name;
  return fmt::format("{}: {}", name, formula_line(property.formula));
}

/// "1, 4-7": the steps at which a row is true, numbered as displayed.
std::string steps_text(const std::vector<bool>& values) {
  constexpr int kRanges = 10;
  std::string text;
  int ranges = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i]) continue;
    const std::size_t first = i;
    while (i + 1 < values.size() && values[i + 1]) ++i;
    if (++ranges > kRanges) return text + ", ...";
    text += fmt::format("{}{}", text.empty() ? "" : ", ", first + 1);
    if (i > first) text += fmt::format("{}{}", i == first + 1 ? ", " : "-", i + 1);
  }
  return text;
}

/// The positions where each subformula is true, operands first.
std::string subformulas_text(const Counterexample& run) {
  if (run.timeline.size() < 2) return {};
  constexpr std::size_t kWidest = 48;
  std::size_t width = 0;
  for (const TruthRow& row : run.timeline) width = std::max(width, std::min(printable(row.subformula).size(), kWidest));
  std::string text = "\n  Where each subformula holds:\n";
  for (const TruthRow& row : run.timeline) {
    const std::string steps = steps_text(row.values);
    const bool always = std::all_of(row.values.begin(), row.values.end(), [](bool value) { return value; });
    const std::string where =
        steps.empty() ? "never"
        : always      ? "always"
                      : (std::all_of(steps.begin(), steps.end(), [](char c) { return c >= '0' && c <= '9'; }) ? "step "
                                                                                                              : "steps ") +
                       steps;
    text += fmt::format("    {:<{}}  {}\n", printable(row.subformula), width, where);
  }
  return text;
}

/// The statements that were never executed, shown at the end if nothing else was found.
std::string unreached_text(const CheckResult& result, const Painter& paint, bool everything) {
  constexpr std::size_t kShown = 12;
  const std::size_t count = result.unreached.size();
  if (count == 0) return {};
  std::string text = fmt::format("{} {} never executed:\n", paint(Colour::Yellow, "warning:"),
                                 count == 1 ? "1 statement is" : fmt::format("{} statements are", count));
  const std::size_t shown = everything || count <= kShown ? count : kShown;
  for (std::size_t i = 0; i < shown; ++i) {
    const UnreachedStatement& statement = result.unreached[i];
    text += fmt::format("  {}:{}: {}   ({})\n", printable(statement.file), statement.line,
                        printable(statement.statement), printable(statement.process));
  }
  if (shown < count) text += fmt::format("  ... and {} more; -v shows them all\n", count - shown);
  return text;
}

}  // namespace

std::string text_counterexample(const Counterexample& counterexample, const TextStyle& style) {
  const Painter paint(style.colours);
  Lines lines{paint, {}};
  for (const TraceStep& step : counterexample.prefix) lines.add(step, " ");
  if (!counterexample.cycle.empty()) {
    lines.text += "  " + paint(Colour::Bold, "+-- for ever:") + "\n";
    for (const TraceStep& step : counterexample.cycle) lines.add(step, "|");
    const TraceStep& last = counterexample.cycle.back();
    std::vector<Variable> behind = counterexample.cycle.front().state;
    auto drifting = counterexample.drifting.begin();  // in the same order
    for (Variable& variable : behind)
      if (drifting != counterexample.drifting.end() && drifting->name == variable.name) variable = *drifting++;
    const std::string back = changes(last.state, behind);
    if (!back.empty()) lines.text += fmt::format("  |      {}\n", paint(Colour::Dim, back));
    lines.text += "  " + paint(Colour::Bold, "+--") + "\n";
  }
  return lines.text;
}

std::string text_report(const CheckResult& result, const TextStyle& style) {
  const Painter paint(style.colours);
  std::string text;
  for (const PropertyResult& property : result.properties) {
    text += fmt::format("{}  {}\n", verdict_text(property, paint), title(property));
    std::string reason = property.reason;
    if (reason.starts_with(kNoErrorFound)) reason = "inconclusive: " + reason.substr(reason.find("; ") + 2);
    if (!reason.empty()) text += fmt::format("  {}\n", printable(reason));
    for (const std::string& warning : property.warnings) {
      text += fmt::format("  {} {}\n", paint(Colour::Yellow, "warning:"), printable(warning));
    }
    if (style.verbosity < 0) continue;
    text += fmt::format("  {}\n", statistics_text(property, style.verbosity > 0));
    if (!property.has_counterexample) continue;
    text += "\n" + text_counterexample(property.counterexample, style);
    if (!property.counterexample.explanation.empty())
      text += "\n  " + printable(property.counterexample.explanation) + "\n";
    text += subformulas_text(property.counterexample);
    text += "\n";
  }
  if (style.verbosity >= 0) text += unreached_text(result, paint, style.verbosity > 0);
  return text;
}

}  // namespace weir
