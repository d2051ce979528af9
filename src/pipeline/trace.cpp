// SPDX-License-Identifier: Apache-2.0
// trace: reads a log event by event and advances the monitor of every formula. A case is one number per formula, and a
// bounded history to explain failures, so memory grows only with the number of open cases and formulas.
#include <algorithm>
#include <chrono>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include <weir/catalogue.h>
#include <weir/weir.h>

#include "automaton/limits.h"
#include "automaton/translate/monitor.h"
#include "base/memory/memory_limit.h"
#include "base/stop_flag.h"
#include "base/text/nearest_name.h"
#include "base/text/source_text.h"
#include "formula/declare_model.h"
#include "formula/parser.h"
#include "formula/rewrite.h"
#include "log/field_atom.h"
#include "log/open_log.h"
#include "pipeline/case_history.h"

namespace weir {
namespace {

/// A formula with its monitor; letters are assembled from the values of the log's atoms.
struct Judged {
  Monitor monitor;
  std::vector<std::uint32_t> atoms;  ///< bit i of the letter is this atom of the log
  Formula formula;                   ///< as given, or simplified if it then has fewer atoms
  std::vector<CaseHistory::Column> columns;
};

struct NameHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
template <class T>
using ByName = std::unordered_map<std::string, T, NameHash, std::equal_to<>>;

struct OpenCase {
  TraceCase shown;
  std::vector<Monitor::State> states;
  CaseHistory history;
};

class LogCheck {
 public:
  LogCheck(const TraceOptions& options, TraceObserver& observer) : options_(options), observer_(observer) {}

  /// Sets the limits for the automata of the formulas.
  void keep_to(const ConstructionLimits& limits) { limits_ = limits; }

  std::optional<Diagnostics> add(const std::string& name, Formula formula, const std::string& text) {
    std::vector<std::string> names;
    for (const std::string& atom : atoms(formula)) {
      if (FieldAtom::parse(atom).comparison == FieldAtom::Comparison::None) names.push_back(atom);
    }
    const Formula simplified = simplify(formula, Semantics::Finite, SimplifyLevel::High, limits_.stop);
    Expected<Monitor> monitor = Monitor::create(simplified, names, limits_);
    if (!monitor) return monitor.error();
    Judged judge{std::move(*monitor), {}, atoms(simplified) == atoms(formula) ? formula : simplified, {}};
    for (const std::string& atom : judge.monitor.atoms()) judge.atoms.push_back(number_of(atom));
    for (const std::string& atom : atoms(judge.formula)) judge.columns.push_back({atom, number_of(atom)});
    judges_.push_back(std::move(judge));
    summary_.properties.push_back({name, text, 0, 0, 0});
    return std::nullopt;
  }

  Expected<TraceSummary> run(const std::string& path) {
    const std::optional<LogFormat> format = options_.format ? options_.format : log_format_of(path);
    if (!format)
      return Diagnostic{.message = "cannot tell the format of '" + path + "' from its suffix; use --from " +
                                   choice_names<LogFormat>("|")};
    const auto started = std::chrono::steady_clock::now();
    choose_fields(*format);
    auto source = ByteSource::open(path, options_.follow, [this] { return observer_.interrupted(); });
    if (!source) return source.error();
    auto reader = open_log(std::move(*source), *format, fields_);
    if (!reader) return reader.error();
    observer_.begin(summary_.properties);
    if (auto problem = read(**reader)) return *problem;
    if (case_column_ == kNone && open_.empty()) open_case("");
    end_all_cases(log_ended_);
    warn_about_absent_fields();
    summary_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return summary_;
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::uint32_t number_of(const std::string& atom) {
    const auto [found, added] = atom_numbers_.emplace(atom, static_cast<std::uint32_t>(truth_.size()));
    if (added) {
      truth_.push_back(0);
      met_.push_back(false);
      const FieldAtom parsed = FieldAtom::parse(atom);
      if (parsed.comparison == FieldAtom::Comparison::None) {
        names_.emplace(atom, found->second);
      } else {
        comparisons_.push_back({parsed, found->second, 0});
      }
    }
    return found->second;
  }

  /// Columns: the event's name (one or two candidates), the case, then the fields of comparisons.
  void choose_fields(LogFormat format) {
    if (!options_.event_field.empty()) {
      fields_ = {options_.event_field};
    } else {
      fields_ = {"event", "concept:name"};
    }
    name_columns_ = fields_.size();
    std::string case_field = options_.case_field;
    if (case_field.empty() && format == LogFormat::Xes) case_field = "case:concept:name";
    if (!case_field.empty()) {
      case_column_ = fields_.size();
      fields_.push_back(case_field);
    }
    for (Comparison& comparison : comparisons_) {
      comparison.column = fields_.size();
      fields_.push_back(comparison.atom.field);
    }
    seen_.assign(fields_.size(), false);
  }

  std::optional<Diagnostics> read(LogReader& reader) {
    std::vector<FieldValue> values(fields_.size());
    const bool grouped = options_.case_field.empty();  // then the reader reports the end of a case
    while (true) {
      const auto got = reader.next(values);
      if (!got) return got.error();
      if (*got == LogReader::Read::End) {
        log_ended_ = !reader.source().stopped();
        summary_.interrupted = !log_ended_ && !options_.follow;  // with --follow an interrupt is the normal end
        return std::nullopt;
      }
      if (*got == LogReader::Read::CaseEnd) {
        if (grouped) {
          if (current_ == nullptr) open_case("");
          end_all_cases(true);
        }
        continue;
      }
      if (case_column_ != kNone && !values[case_column_]) {
        if (!grouped) {
          return Diagnostics{{.message = "the event has no field '" + fields_[case_column_] + "' that names its case",
                              .file = reader.source().name(),
                              .line = static_cast<std::uint32_t>(std::min<std::uint64_t>(reader.line(), 0xFFFFFFFFU))}};
        }
        values[case_column_] = "";
      }
      OpenCase& owner = case_of(case_column_ == kNone ? std::string_view() : *values[case_column_]);
      evaluate(values);
      advance(owner, values, reader.line());
      if (++summary_.events % 4096 == 0 && observer_.interrupted()) {
        summary_.interrupted = true;
        return std::nullopt;
      }
    }
  }

  OpenCase& case_of(std::string_view name) {
    if (current_ != nullptr && current_->shown.name == name) return *current_;
    const auto found = open_.find(name);
    if (found != open_.end()) return *(current_ = &found->second);
    return open_case(name);
  }

  OpenCase& open_case(std::string_view name) {
    OpenCase& opened = open_[std::string(name)];
    opened.shown.name = name;
    opened.shown.outcomes.resize(judges_.size());
    for (Judged& judge : judges_) opened.states.push_back(judge.monitor.initial());
    order_.push_back(&opened);
    return *(current_ = &opened);
  }

  /// Evaluates each atom at this event.
  void evaluate(const std::vector<FieldValue>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) seen_[i] = seen_[i] || values[i].has_value();
    if (current_name_ != kNone) truth_[current_name_] = 0;
    current_name_ = kNone;
    for (std::size_t i = 0; i < name_columns_; ++i) {
      if (!values[i]) continue;
      if (const auto found = names_.find(*values[i]); found != names_.end()) {
        truth_[current_name_ = found->second] = 1;
        met_[current_name_] = true;
      } else if (other_names_.size() < kMostNames) {
        other_names_.emplace(*values[i]);
      }
      break;
    }
    for (const Comparison& comparison : comparisons_) {
      truth_[comparison.number] = comparison.atom.holds(values[comparison.column]) ? 1 : 0;
    }
  }

  void advance(OpenCase& owner, const std::vector<FieldValue>& values, std::uint64_t line) {
    ++owner.shown.events;
    owner.shown.line = line;
    owner.history.add(truth_, line, history_budget_);
    bool open = false;
    for (std::size_t i = 0; i < judges_.size(); ++i) {
      TraceOutcome& outcome = owner.shown.outcomes[i];
      if (outcome.decided) continue;
      Judged& judge = judges_[i];
      Letter letter = 0;
      for (std::size_t bit = 0; bit < judge.atoms.size(); ++bit) letter |= Letter{truth_[judge.atoms[bit]]} << bit;
      owner.states[i] = judge.monitor.next(owner.states[i], letter);
      if (judge.monitor.always(owner.states[i])) {
        outcome = {TraceVerdict::Satisfied, true, owner.shown.events, line, event_text(values)};
      } else if (judge.monitor.never(owner.states[i])) {
        outcome = {TraceVerdict::Violated, true, owner.shown.events, line, event_text(values)};
        explain(owner, i);
      } else {
        open = true;
        continue;
      }
      observer_.decided(owner.shown, i);
    }
    if (!open) owner.history.drop(history_budget_);
  }

  void explain(OpenCase& owner, std::size_t i) {
    TraceOutcome& outcome = owner.shown.outcomes[i];
    outcome.explanation =
        owner.history.explain(judges_[i].formula, judges_[i].columns, summary_.properties[i].formula, outcome.decided);
  }

  /// The name of an event, and the fields that formulas look at.
  std::string event_text(const std::vector<FieldValue>& values) const {
    std::string text;
    for (std::size_t i = 0; i < name_columns_ && text.empty(); ++i)
      if (values[i]) text = *values[i];
    for (std::size_t i = case_column_ == kNone ? name_columns_ : case_column_ + 1; i < values.size(); ++i) {
      const bool again = std::find(fields_.begin(), fields_.begin() + static_cast<std::ptrdiff_t>(i), fields_[i]) !=
                         fields_.begin() + static_cast<std::ptrdiff_t>(i);
      if (values[i] && !again) text += (text.empty() ? "" : ", ") + fields_[i] + " = " + std::string(*values[i]);
    }
    return text;
  }

  /// `complete`: all events of the cases were read.
  void end_all_cases(bool complete) {
    for (OpenCase* ended : order_) end_case(*ended, complete);
    order_.clear();
    open_.clear();
    current_ = nullptr;
  }

  void end_case(OpenCase& ended, bool complete) {
    ++summary_.cases;
    for (std::size_t i = 0; i < judges_.size(); ++i) {
      TraceOutcome& outcome = ended.shown.outcomes[i];
      if (!outcome.decided && complete && !options_.prefix) {
        outcome.verdict =
            judges_[i].monitor.accepts(ended.states[i]) ? TraceVerdict::Satisfied : TraceVerdict::Violated;
        if (outcome.verdict == TraceVerdict::Violated) explain(ended, i);
      }
      TraceSummary::Property& count = summary_.properties[i];
      switch (outcome.verdict) {
        case TraceVerdict::Satisfied: ++count.satisfied; break;
        case TraceVerdict::Violated: ++count.violated; break;
        case TraceVerdict::Undecided: ++count.undecided; break;
      }
    }
    observer_.case_ended(ended.shown);
    ended.history.drop(history_budget_);
  }

  void warn(std::string message) {
    summary_.warnings.push_back({.severity = Diagnostic::Severity::Warning, .message = std::move(message)});
  }

  void warn_about_absent_fields() {
    if (summary_.events == 0) {
      warn("the log has no events");
      return;
    }
    if (std::none_of(seen_.begin(), seen_.begin() + static_cast<std::ptrdiff_t>(name_columns_),
                     [](bool s) { return s; })) {
      warn("no event has a field '" + fields_[0] + "'" + (name_columns_ > 1 ? " or '" + fields_[1] + "'" : "") +
           ", so no event has a name; use --event FIELD");
    }
    warn_about_unknown_names();
    for (const Comparison& comparison : comparisons_) {
      if (!seen_[comparison.column]) warn("no event has a field '" + comparison.atom.field + "'");
    }
  }

  /// Warns of atoms that name no event of the log; they are often misspelt.
  void warn_about_unknown_names() {
    for (const auto& [name, number] : std::map<std::string, std::uint32_t>(names_.begin(), names_.end())) {
      if (met_[number]) continue;
      NearestName nearest(name);
      for (const auto& [known, other] : names_) {
        if (met_[other]) nearest.consider(known);
      }
      for (const std::string& other : other_names_) nearest.consider(other);
      warn("no event is named '" + name + "', so this atom is never true" + nearest.suggestion());
    }
  }

  struct Comparison {
    FieldAtom atom;
    std::uint32_t number;
    std::size_t column;
  };

  const TraceOptions& options_;
  TraceObserver& observer_;
  ConstructionLimits limits_;
  HistoryBudget history_budget_;
  TraceSummary summary_;
  std::vector<Judged> judges_;
  ByName<std::uint32_t> atom_numbers_;
  ByName<std::uint32_t> names_;  ///< atoms that are names of events
  std::vector<Comparison> comparisons_;
  std::vector<std::uint8_t> truth_;
  std::vector<bool> met_;  ///< atoms that named an event
  static constexpr std::size_t kMostNames = 10000;
  std::unordered_set<std::string, NameHash, std::equal_to<>> other_names_;  ///< of events that no atom names
  std::size_t current_name_ = kNone;                                        ///< the event atom that is true now
  std::vector<std::string> fields_;
  std::vector<bool> seen_;
  std::size_t name_columns_ = 1;
  std::size_t case_column_ = kNone;
  ByName<OpenCase> open_;
  std::vector<OpenCase*> order_;  ///< cases in the order of their first event
  OpenCase* current_ = nullptr;
  bool log_ended_ = false;  ///< at its end, not by an interrupt
};

}  // namespace

Expected<TraceSummary> trace(const std::string& log_path, const TraceOptions& options, TraceObserver* observer) {
  TraceObserver silent;
  TraceObserver& asked = observer != nullptr ? *observer : silent;
  StopFlag stop;
  std::optional<Watchdog> watchdog(std::in_place, stop, 0, [&asked] { return asked.interrupted(); });
  LogCheck check(options, asked);
  check.keep_to({&stop, resident_bytes() + run_budget(0)});
  Diagnostics warnings;
  std::size_t count = 0;
  for (const TraceOptions::Property& property : options.properties) {
    const auto formula = parse_formula(property.formula);
    if (!formula) return formula.error();
    const std::string name = property.name.empty() ? "p" + std::to_string(count) : property.name;
    if (auto problem = check.add(name, *formula, property.formula)) return *problem;
    ++count;
  }
  if (!options.properties_file.empty()) {
    const auto source = SourceText::read_file(options.properties_file);
    if (!source) return source.error();
    const auto file = read_trace_properties(*source, {}, warnings);
    if (!file) return file.error();
    for (const NamedFormula& property : *file) {
      if (auto problem = check.add(property.name, property.formula, property.text)) return *problem;
      ++count;
    }
  }
  watchdog.reset();
  if (count == 0) return Diagnostic{.message = "no formula to check; use --ltlf F or --properties FILE"};
  Expected<TraceSummary> summary = check.run(log_path);
  if (summary) summary->warnings.insert(summary->warnings.begin(), warnings.begin(), warnings.end());
  return summary;
}

}  // namespace weir
