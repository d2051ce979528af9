// SPDX-License-Identifier: Apache-2.0
#include "pipeline/trace/log_check.h"

#include <algorithm>
#include <chrono>

#include <weir/catalogue.h>

#include "base/memory/memory_limit.h"
#include "formula/rewrite.h"
#include "pipeline/trace/parametric_monitor.h"
#include "pipeline/trace/timed_monitor.h"

namespace weir {
namespace {

Diagnostics at_record(const LogReader& reader, std::string message) {
  return {{.message = std::move(message),
           .file = reader.source().name(),
           .line = static_cast<std::uint32_t>(std::min<std::uint64_t>(reader.line(), 0xFFFFFFFFU))}};
}

/// The atoms that name events. At most one of them holds at an event.
std::vector<std::string> names_among(const std::vector<std::string>& atoms) {
  std::vector<std::string> names;
  for (const std::string& atom : atoms)
    if (FieldAtom::parse(atom).comparison == FieldAtom::Comparison::None) names.push_back(atom);
  return names;
}

}  // namespace

LogCheck::LogCheck(const TraceOptions& options, TraceObserver& observer)
    : options_(options), observer_(observer), letters_(options.event_field) {}

std::optional<Diagnostics> LogCheck::add(const NamedFormula& property, const ConstructionLimits& limits) {
  Expected<Judge> judge = property.quantifier ? parametric_judge(property.formula, *property.quantifier, limits)
                          : has_time_bounds(property.formula) ? timed_judge(property.formula, limits)
                                                              : plain_judge(property.formula, limits);
  if (!judge) return judge.error();
  has_special_ = has_special_ || judge->special != nullptr;
  judges_.push_back(std::move(*judge));
  summary_.properties.push_back({property.name, property.text, 0, 0, 0, 0});
  return std::nullopt;
}

std::vector<CaseHistory::Column> LogCheck::columns_of(Formula formula) {
  std::vector<CaseHistory::Column> columns;
  for (const std::string& atom : atoms(formula)) columns.push_back({atom, letters_.atom(atom)});
  return columns;
}

Expected<LogCheck::Judge> LogCheck::plain_judge(Formula formula, const ConstructionLimits& limits) {
  const Formula simplified = simplify(formula, Semantics::Finite, SimplifyLevel::High, limits.stop);
  Expected<Monitor> monitor = Monitor::create(simplified, names_among(atoms(formula)), limits);
  if (!monitor) return monitor.error();
  Judge judge(atoms(simplified) == atoms(formula) ? formula : simplified);
  for (const std::string& atom : monitor->atoms()) judge.atoms.push_back(letters_.atom(atom));
  judge.columns = columns_of(judge.formula);
  judge.monitor = std::move(*monitor);
  return judge;
}

Expected<LogCheck::Judge> LogCheck::timed_judge(Formula formula, const ConstructionLimits& limits) {
  auto monitor = TimedMonitor::create(formula, columns_of(formula), names_among(atoms(formula)), limits);
  if (!monitor) return monitor.error();
  Judge judge(formula);
  judge.special = std::move(*monitor);
  return judge;
}

Expected<LogCheck::Judge> LogCheck::parametric_judge(Formula formula, const Quantifier& quantifier,
                                                     const ConstructionLimits& limits) {
  if (has_time_bounds(formula))
    return Diagnostic{.message = "time bounds inside 'forall' are not supported; split the log with --case " +
                                 quantifier.field + " instead"};
  std::vector<ParametricAtom> about;
  std::vector<std::string> exclusive;  // NAME(u) excludes other names, but not NAME
  const auto history_field = [&](std::size_t field) {
    const auto found = std::find(history_fields_.begin(), history_fields_.end(), field);
    const auto number = static_cast<std::size_t>(found - history_fields_.begin());
    if (found == history_fields_.end()) history_fields_.push_back(field);
    return number;
  };
  for (const std::string& name : atoms(formula)) {
    ParametricAtom atom;
    atom.column.atom = name;
    const auto found =
        std::find_if(quantifier.atoms.begin(), quantifier.atoms.end(), [&](const auto& a) { return a.atom == name; });
    if (found == quantifier.atoms.end()) {
      atom.column.number = letters_.atom(name);
      const bool applied =
          std::any_of(quantifier.atoms.begin(), quantifier.atoms.end(), [&](const auto& a) { return a.event == name; });
      if (!applied && !names_among({name}).empty()) exclusive.push_back(name);
    } else {
      if (!found->event.empty()) {
        atom.column.number = letters_.atom(found->event);
        atom.event = found->event;
        exclusive.push_back(name);
      }
      atom.column.negated = found->negated;
      atom.field = letters_.compared_field(found->field);
      atom.history_field = history_field(atom.field);
    }
    about.push_back(std::move(atom));
  }
  const Formula simplified = simplify(formula, Semantics::Finite, SimplifyLevel::High, limits.stop);
  Expected<Monitor> monitor = Monitor::create(simplified, exclusive, limits);
  if (!monitor) return monitor.error();
  Judge judge(formula);
  // Every comparison as written counts, also one that the formula does not depend on.
  std::vector<std::size_t> fields{letters_.compared_field(quantifier.field)};
  for (const Quantifier::VariableAtom& atom : quantifier.atoms) {
    const std::size_t field = letters_.compared_field(atom.field);
    if (std::find(fields.begin(), fields.end(), field) == fields.end()) fields.push_back(field);
  }
  judge.special =
      std::make_unique<ParametricMonitor>(formula, std::move(about), std::move(fields), std::move(*monitor));
  judge.variable = quantifier.variable;
  return judge;
}

Expected<TraceSummary> LogCheck::run(const std::string& path) {
  const std::optional<LogFormat> format = options_.format ? options_.format : log_format_of(path);
  if (!format)
    return Diagnostic{.message = "cannot tell the format of '" + path + "' from its suffix; use --from " +
                                 choice_names<LogFormat>("|")};
  const auto started = std::chrono::steady_clock::now();
  if (!options_.timestamp_field.empty()) stamp_field_ = letters_.other_field(options_.timestamp_field);
  std::string case_field = options_.case_field;
  if (case_field.empty() && *format == LogFormat::Xes) case_field = "case:concept:name";
  if (!case_field.empty()) case_field_ = letters_.other_field(case_field);
  most_bytes_ = run_budget(options_.memory_limit);
  most_resident_ = resident_bytes() + most_bytes_;
  auto source = ByteSource::open(path, options_.follow, [this] { return observer_.interrupted(); });
  if (!source) return source.error();
  auto reader = open_log(std::move(*source), *format, letters_.fields());
  if (!reader) return reader.error();
  observer_.begin(summary_.properties);
  if (auto problem = read(**reader)) return *problem;
  if (case_field_ == kNone && open_.empty()) open_case("");
  end_all_cases(log_ended_);
  if (summary_.events == 0) {
    summary_.warnings.push_back({.severity = Diagnostic::Severity::Warning, .message = "the log has no events"});
  } else {
    letters_.warn_about_absent_fields(summary_.warnings);
  }
  summary_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return summary_;
}

std::optional<Diagnostics> LogCheck::read(LogReader& reader) {
  std::vector<FieldValue> values(letters_.fields().size());
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
    if (auto problem = find_case(values, reader)) return problem;
    if (auto problem = read_stamp(values, reader)) return problem;
    letters_.read(values);
    advance(*current_, values, reader.line());
    if (must_stop()) return std::nullopt;
  }
}

/// Ends the run at an interrupt or the memory limit.
bool LogCheck::must_stop() {
  const bool look = ++summary_.events % 4096 == 0;
  if (run_bytes_ > most_bytes_ || (look && resident_bytes() > most_resident_)) {
    summary_.limit = "the memory limit was reached after " + std::to_string(summary_.events) +
                     " events; formulas that were not decided by then are undecided";
  }
  summary_.interrupted = !summary_.limit.empty() || (look && observer_.interrupted());
  return summary_.interrupted;
}

std::optional<Diagnostics> LogCheck::find_case(std::vector<FieldValue>& values, const LogReader& reader) {
  std::string_view name;
  if (case_field_ != kNone) {
    if (!values[case_field_] && !options_.case_field.empty())
      return at_record(reader, "the event has no field '" + letters_.fields()[case_field_] + "' that names its case");
    name = values[case_field_].value_or("");
  }
  if (current_ != nullptr && current_->shown.name == name) return std::nullopt;
  const auto found = open_.find(name);
  if (found != open_.end()) {
    current_ = &found->second;
  } else {
    open_case(name);
  }
  return std::nullopt;
}

std::optional<Diagnostics> LogCheck::read_stamp(const std::vector<FieldValue>& values, const LogReader& reader) {
  if (stamp_field_ == kNone) return std::nullopt;
  const FieldValue& text = values[stamp_field_];
  if (!text) return at_record(reader, "the event has no field '" + options_.timestamp_field + "' with its time");
  const std::optional<Timestamp> stamp = parse_timestamp(*text);
  if (!stamp) {
    constexpr std::size_t kShown = 60;
    return at_record(reader,
                     "'" + std::string(text->substr(0, kShown)) +
                         "' is not a time stamp; expected seconds such as 12.5 (below 9.2e9, so not milliseconds "
                         "since 1970), or a date and time from 1678 to 2261 such as 2024-05-01T12:30:00Z");
  }
  if (current_->stamp && *stamp < *current_->stamp)
    return at_record(reader, "the time stamp '" + std::string(*text) + "' is earlier than that of the event before it" +
                                 (current_->shown.name.empty() ? "" : " in case '" + current_->shown.name + "'") +
                                 ", in line " + std::to_string(current_->shown.line));
  current_->stamp = stamp_ = *stamp;
  return std::nullopt;
}

void LogCheck::open_case(std::string_view name) {
  OpenCase& opened = open_[std::string(name)];
  opened.shown.name = name;
  opened.shown.outcomes.resize(judges_.size());
  for (Judge& judge : judges_) opened.states.push_back(judge.monitor ? judge.monitor->initial() : 0);
  if (has_special_) opened.runs.resize(judges_.size());
  for (std::size_t i = 0; i < opened.runs.size(); ++i) {
    if (!judges_[i].special) continue;
    opened.runs[i].run = judges_[i].special->start();
    account(opened, i);
  }
  order_.push_back(&opened);
  current_ = &opened;
}

void LogCheck::advance(OpenCase& owner, const std::vector<FieldValue>& values, std::uint64_t line) {
  ++owner.shown.events;
  owner.shown.line = line;
  const LogEvent event{letters_.truth(), values, stamp_};
  owner.history.add(event.truth, line, stamp_, values, history_fields_, history_budget_);
  bool open = false;
  for (std::size_t i = 0; i < judges_.size(); ++i) {
    TraceOutcome& outcome = owner.shown.outcomes[i];
    if (outcome.decided) continue;
    const TraceVerdict verdict = verdict_after(owner, i, event);
    if (verdict == TraceVerdict::Undecided) {
      open = true;
      continue;
    }
    outcome = {verdict, true, owner.shown.events, line, letters_.event_text(values)};
    if (verdict == TraceVerdict::Violated) explain(owner, i);
    release(owner, i);
    observer_.decided(owner.shown, i);
  }
  if (!open) owner.history.drop(history_budget_);
}

TraceVerdict LogCheck::verdict_after(OpenCase& owner, std::size_t property, const LogEvent& event) {
  Judge& judge = judges_[property];
  if (!judge.monitor) {
    const TraceVerdict verdict = owner.runs[property].run->read(event);
    account(owner, property);
    return verdict;
  }
  Letter letter = 0;
  for (std::size_t bit = 0; bit < judge.atoms.size(); ++bit) letter |= Letter{event.truth[judge.atoms[bit]]} << bit;
  const Monitor::State state = owner.states[property] = judge.monitor->next(owner.states[property], letter);
  if (judge.monitor->always(state)) return TraceVerdict::Satisfied;
  return judge.monitor->never(state) ? TraceVerdict::Violated : TraceVerdict::Undecided;
}

bool LogCheck::accepted_at_end(OpenCase& owner, std::size_t property) {
  Judge& judge = judges_[property];
  return judge.monitor ? judge.monitor->accepts(owner.states[property]) : owner.runs[property].run->end();
}

/// Updates the memory that the runs of a formula need.
void LogCheck::account(OpenCase& owner, std::size_t property) {
  Run& run = owner.runs[property];
  const std::uint64_t bytes = run.run ? run.run->bytes() : 0;
  run_bytes_ += bytes - run.bytes;
  judges_[property].bytes += bytes - run.bytes;
  run.bytes = bytes;
  std::uint64_t& most = summary_.properties[property].memory_bytes;
  most = std::max(most, judges_[property].bytes);
}

void LogCheck::release(OpenCase& owner, std::size_t property) {
  if (owner.runs.empty()) return;
  owner.runs[property].run.reset();
  account(owner, property);
}

/// Explains a violation, and for formulas about all values names those that violate it.
void LogCheck::explain(OpenCase& owner, std::size_t property) {
  constexpr std::size_t kMostShown = 5;
  Judge& judge = judges_[property];
  TraceOutcome& outcome = owner.shown.outcomes[property];
  const std::string& text = summary_.properties[property].formula;
  if (!judge.special) {
    outcome.explanation = owner.history.explain(judge.formula, judge.columns, text, outcome.decided);
    return;
  }
  if (!judge.variable.empty()) {
    outcome.values = owner.runs[property].run->violating_values();
    outcome.violating_values = outcome.values.size();
    outcome.values.resize(std::min(outcome.values.size(), kMostShown));
    outcome.variable = judge.variable;
  }
  const std::string value = outcome.values.empty() ? std::string() : outcome.values.front();
  outcome.explanation = judge.special->explain(owner.history, value, text, outcome.decided);
}

/// `complete`: all events of the cases were read.
void LogCheck::end_all_cases(bool complete) {
  for (OpenCase* ended : order_) end_case(*ended, complete);
  order_.clear();
  open_.clear();
  current_ = nullptr;
}

void LogCheck::end_case(OpenCase& ended, bool complete) {
  ++summary_.cases;
  for (std::size_t i = 0; i < judges_.size(); ++i) {
    TraceOutcome& outcome = ended.shown.outcomes[i];
    if (!outcome.decided && complete && !options_.prefix) {
      outcome.verdict = accepted_at_end(ended, i) ? TraceVerdict::Satisfied : TraceVerdict::Violated;
      if (outcome.verdict == TraceVerdict::Violated) explain(ended, i);
    }
    release(ended, i);
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

}  // namespace weir
