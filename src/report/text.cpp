// SPDX-License-Identifier: Apache-2.0
#include "report/text.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>
#include <weir/catalogue.h>

#include "base/text/printable.h"
#include "base/text/value_text.h"
#include "report/changes.h"
#include "report/numbers.h"
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

/// Text and its width without colours.
struct Piece {
  std::string text;
  std::size_t width = 0;

  void add(const std::string& more, const Painter& paint, Colour colour = Colour::Plain) {
    text += paint(colour, more);
    width += more.size();
  }
};

/// The variables with a new value. Runs of equal array elements are shown as one range.
Piece changes(const std::vector<Variable>& before, const std::vector<Variable>& now, const Painter& paint,
              Colour values) {
  constexpr std::size_t kShownSingly = 8;
  const std::vector<const Variable*> changed = changed_variables(before, now);
  Piece piece;
  for (std::size_t i = 0; i < changed.size();) {
    std::size_t length = equal_elements(changed, i);
    std::string name = changed[i]->name;
    if (length > kShownSingly) {
      const std::string last = changed[i + length - 1]->name;
      name.insert(name.size() - 1, ".." + last.substr(last.rfind('[') + 1, last.size() - last.rfind('[') - 2));
    } else {
      length = 1;
    }
    piece.add((i == 0 ? "" : ", ") + printable(name) + " = ", paint);
    piece.add(printable(value_text(changed[i]->value)), paint, values);
    i += length;
  }
  return piece;
}

std::string atom_text(const AtomValue& atom) {
  // Names, array elements, locations (P[0]@crit) and calls need no brackets; other expressions do.
  const bool name = atom.atom.find_first_of(" \t<>=!&|+-*/%^?~") == std::string::npos;
  const std::string shown = name ? atom.atom : "(" + atom.atom + ")";
  return fmt::format("{}{}{}", atom.value ? "" : "!", printable(shown), atom.defined ? "" : "?");
}

/// The atoms about a state whose values differ from those before; all of them if nothing was before.
std::string state_atoms(const std::vector<AtomValue>* before, const std::vector<AtomValue>& now) {
  std::string text;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i].event) continue;
    const AtomValue* old = before != nullptr && i < before->size() ? &(*before)[i] : nullptr;
    if (old == nullptr || old->value != now[i].value || old->defined != now[i].defined)
      text += (text.empty() ? "" : " ") + atom_text(now[i]);
  }
  return text;
}

/// The atoms that are true of a step, without the one that is its name.
std::string event_atoms(const TraceStep& step) {
  std::string text;
  for (const AtomValue& atom : step.atoms)
    if (atom.event && atom.value && atom.atom != step.step.event)
      text += (text.empty() ? "" : " ") + printable(atom.atom);
  return text;
}

Piece step_text(const TraceStep& step, const Painter& paint) {
  Piece piece;
  if (step.stutters) {
    piece.add("(deadlocked: the state repeats for ever)", paint);
    return piece;
  }
  if (!step.step.process.empty()) piece.add(printable(step.step.process) + ": ", paint);
  piece.add(printable(step.step.event), paint);
  if (!step.step.file.empty())
    piece.add(fmt::format("   [{}:{}]", printable(step.step.file), step.step.line), paint, Colour::Dim);
  if (!step.step.output.empty()) piece.add(fmt::format("   prints \"{}\"", printable(step.step.output)), paint);
  if (!step.step.fault.empty()) {
    piece.add("   ", paint);
    piece.add(printable(step.step.fault), paint, Colour::Red);
  }
  return piece;
}

/// The lines of a run: the initial state, then each step with what it changes.
class RunLines {
 public:
  explicit RunLines(const Painter& paint) : paint_(paint) {}

  void start(const TraceStep& first) {
    line("start  ", changes({}, first.state, paint_, Colour::Plain), state_atoms(nullptr, first.atoms));
    atoms_ = &first.atoms;
  }
  void cycle_starts() {
    text_ += "  " + paint_(Colour::Bold, "+-- for ever:") + "\n";
    margin_ = '|';
  }
  void cycle_ends() { text_ += "  " + paint_(Colour::Bold, "+--") + "\n"; }
  /// `atoms`: of the state after the step; empty if it is not a letter.
  void step(std::size_t number, const TraceStep& step, const std::vector<Variable>& after,
            const std::vector<AtomValue>& atoms) {
    line(fmt::format("{:>5}  ", number), step_text(step, paint_), event_atoms(step));
    const Piece effect = changes(step.state, after, paint_, Colour::Bold);
    const std::string changed = state_atoms(atoms_, atoms);
    if (effect.width > 0 || !changed.empty()) line("       ", effect, changed);
    if (!atoms.empty()) atoms_ = &atoms;
  }

  std::string text() && { return std::move(text_); }

 private:
  void line(const std::string& head, const Piece& piece, const std::string& atoms) {
    constexpr std::size_t kAtomColumn = 56;
    text_ += fmt::format("  {}{}{}", margin_, head, piece.text);
    const std::size_t width = 3 + head.size() + piece.width;
    if (!atoms.empty()) text_ += std::string(width < kAtomColumn ? kAtomColumn - width : 2, ' ') + "{ " + atoms + " }";
    while (text_.ends_with(' ')) text_.pop_back();
    text_ += "\n";
  }

  const Painter& paint_;
  std::string text_;
  char margin_ = ' ';
  const std::vector<AtomValue>* atoms_ = nullptr;  ///< of the state before
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
                                 stats.max_depth, stats.seconds);
  if (!property.hunt.empty()) {
    text += fmt::format(", {} generated", stats.states_generated);
  } else if (stats.states_generated > stats.states || property.engine.store == Store::Cache) {
    text += fmt::format(", {} generated, {} stored at most", stats.states_generated, stats.stored_peak);
  }
  if (!everything) return text;
  text += fmt::format(", {}", bytes_text(stats.memory_bytes));
  if (stats.automaton_states > 0) text += ", " + counted(stats.automaton_states, "automaton state");
  text += "\n  " + engine_text(property.engine);
  for (const HuntRecord& record : property.hunt) {
    text += fmt::format("\n  {}: {}, {} expanded, depth {}{}", record.strategy,
                        fmt::format("{} search{}", record.searches, record.searches == 1 ? "" : "es"),
                        counted(record.states, "state"), record.max_depth, record.found ? ", found the error" : "");
  }
  for (const std::string& reason : property.engine.left_out) text += "\n  no " + printable(reason);
  if (property.certified && property.verdict == Verdict::Holds)
    text += "\n  certified by " + engine_text(property.confirmation);
  return text;
}

std::string title(const PropertyResult& property) {
  const std::string name = printable(property.name);
  if (property.formula.empty() || property.formula == property.name) return name;
  return fmt::format("{}: {}", name, printable(in_one_line(property.formula)));
}

/// "1, 4-7": the letters at which a row is true, numbered from `number`.
std::string positions_text(const std::vector<bool>& values, std::size_t number) {
  constexpr int kRanges = 10;
  std::string text;
  int ranges = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i]) continue;
    const std::size_t first = i;
    while (i + 1 < values.size() && values[i + 1]) ++i;
    if (++ranges > kRanges) return text + ", ...";
    text += fmt::format("{}{}", text.empty() ? "" : ", ", first + number);
    if (i > first) text += fmt::format("{}{}", i == first + 1 ? ", " : "-", i + number);
  }
  return text;
}

/// The state behind the last step of the cycle: its first one, except for the variables that drift.
std::vector<Variable> behind_cycle(const Counterexample& run) {
  std::vector<Variable> state = run.cycle.front().state;
  auto drifting = run.drifting.begin();  // in the same order
  for (Variable& variable : state)
    if (drifting != run.drifting.end() && drifting->name == variable.name) variable = *drifting++;
  return state;
}

/// A subformula about the past may change its value when the cycle is repeated.
std::string row_text(const TruthRow& row) {
  return printable(row.subformula) + (row.first_round ? " (first round)" : "");
}

/// The positions where each subformula is true, operands first.
std::string subformulas_text(const Counterexample& run) {
  if (run.timeline.size() < 2) return {};
  constexpr std::size_t kWidest = 48;
  std::size_t width = 0;
  for (const TruthRow& row : run.timeline) width = std::max(width, std::min(row_text(row).size(), kWidest));
  const bool steps = run.letters_are_steps();
  std::string text =
      steps ? "\n  Where each subformula holds:\n" : "\n  After which steps each subformula holds (0: the start):\n";
  for (const TruthRow& row : run.timeline) {
    const std::string positions = positions_text(row.values, steps ? 1 : 0);
    const bool always = std::all_of(row.values.begin(), row.values.end(), [](bool value) { return value; });
    const bool one = std::all_of(positions.begin(), positions.end(), [](char c) { return c >= '0' && c <= '9'; });
    const std::string where = positions.empty() ? "never"
                              : always          ? "always"
                              : steps           ? (one ? "step " : "steps ") + positions
                                                : positions;
    text += fmt::format("    {:<{}}  {}\n", row_text(row), width, where);
  }
  return text;
}

/// The statements that were never executed, shown at the end if nothing else was found.
std::string unreached_text(const CheckResult& result, const Painter& paint, bool everything) {
  constexpr std::size_t kShown = 12;
  const std::size_t count = result.unreached.size();
  if (count == 0) return {};
  std::string text = fmt::format("{} {} never executed:\n", paint(Colour::Yellow, "warning:"),
                                 count == 1 ? "1 statement is" : std::to_string(count) + " statements are");
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
  RunLines lines(paint);
  std::vector<const TraceStep*> steps;
  for (const auto* part : {&counterexample.prefix, &counterexample.cycle})
    for (const TraceStep& step : *part) steps.push_back(&step);
  if (steps.empty()) return {};
  lines.start(*steps.front());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const TraceStep& step = *steps[i];
    if (i == counterexample.prefix.size()) lines.cycle_starts();
    if (step.last && !step.stutters) break;
    if (i + 1 < steps.size()) {
      lines.step(i + 1, step, steps[i + 1]->state, steps[i + 1]->atoms);
    } else if (!counterexample.cycle.empty()) {
      lines.step(i + 1, step, behind_cycle(counterexample), counterexample.cycle.front().atoms);
    } else {
      lines.step(i + 1, step, step.state, {});
    }
  }
  if (!counterexample.cycle.empty()) lines.cycle_ends();
  return std::move(lines).text();
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
