// SPDX-License-Identifier: Apache-2.0
#include "pipeline/trace/timed_monitor.h"

#include <algorithm>
#include <unordered_set>

#include "base/assert.h"
#include "formula/rewrite.h"

namespace weir {
namespace {

bool is_timed(Formula f) { return f.is(Op::TimedUntil) || f.is(Op::TimedSince); }

/// Bounds [0,] say nothing: such operators are those without time.
Formula without_trivial_bounds(Formula f) {
  std::unordered_map<Formula, Formula> done;
  for (const Formula g : subformulas(f)) {
    std::vector<Formula> operands;
    for (const Formula operand : g.operands()) operands.push_back(done.at(operand));
    const Formula same = g.operands().empty() ? g : rebuilt(g, std::move(operands));
    const bool trivial = is_timed(same) && same.bounds() == TimeBounds{};
    done.emplace(g,
                 trivial ? Formula::binary(same.is(Op::TimedUntil) ? Op::Until : Op::Since, same[0], same[1]) : same);
  }
  return done.at(f);
}

/// The timed subformulas that are not part of another one. Those that contain others come first.
std::vector<Formula> outermost_timed(Formula f) {
  std::vector<Formula> found;
  std::vector<Formula> waiting{f};
  std::unordered_set<Formula> seen;
  while (!waiting.empty()) {
    const Formula g = waiting.back();
    waiting.pop_back();
    if (!seen.insert(g).second) continue;
    if (is_timed(g)) {
      found.push_back(g);
    } else {
      waiting.insert(waiting.end(), g.operands().begin(), g.operands().end());
    }
  }
  std::sort(found.begin(), found.end(), [](Formula a, Formula b) { return a.id() > b.id(); });
  return found;
}

}  // namespace

bool has_time_bounds(Formula f) {
  const std::vector<Formula> all = subformulas(f);
  return std::any_of(all.begin(), all.end(), is_timed);
}

Expected<std::unique_ptr<TimedMonitor>> TimedMonitor::create(Formula formula, std::vector<CaseHistory::Column> columns,
                                                             const std::vector<std::string>& exclusive,
                                                             const ConstructionLimits& limits) {
  formula = without_trivial_bounds(formula);
  std::vector<std::string> names;
  for (const CaseHistory::Column& column : columns) names.push_back(column.atom);
  const std::size_t atom_count = names.size();
  const std::vector<Formula> timed = outermost_timed(formula);
  if (atom_count + timed.size() > PropertyAutomaton::kMaxAtoms)
    return Diagnostic{.message = "the formula has more than 64 atoms and subformulas with time bounds"};
  Formula core = formula;
  for (std::size_t k = 0; k < timed.size(); ++k) {
    std::string name = "timed " + std::to_string(k);
    while (std::find(names.begin(), names.end(), name) != names.end()) name += "'";
    core = substitute(core, timed[k], Formula::atom(name));
    names.push_back(std::move(name));
  }
  core = simplify(core, Semantics::Finite, SimplifyLevel::High, limits.stop);
  Expected<Monitor> monitor = Monitor::create(core, exclusive, limits);
  if (!monitor) return monitor.error();
  TimedProgram program(timed, {names.begin(), names.begin() + static_cast<std::ptrdiff_t>(atom_count)});
  auto result = std::unique_ptr<TimedMonitor>(
      new TimedMonitor(formula, std::move(columns), std::move(program), std::move(*monitor), atom_count));
  const std::vector<std::string>& read = result->core_.atoms();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto found = std::find(read.begin(), read.end(), names[i]);
    const bool used = found != read.end();
    result->core_bits_.push_back(used ? static_cast<std::uint32_t>(found - read.begin()) : kUnused);
    if (used && i >= atom_count) result->timed_bits_ |= Letter{1} << (found - read.begin());
  }
  return result;
}

TimedMonitor::TimedMonitor(Formula formula, std::vector<CaseHistory::Column> columns, TimedProgram program,
                           Monitor core, std::size_t atoms)
    : formula_(formula),
      columns_(std::move(columns)),
      program_(std::move(program)),
      core_(std::move(core)),
      atoms_(atoms) {}

class TimedRun final : public PropertyRun {
 public:
  explicit TimedRun(TimedMonitor& monitor)
      : monitor_(monitor), core_(monitor.core_), streams_(monitor.program_), certain_(core_.initial()) {
    taken_.resize(monitor.program_.roots().size());
  }

  TraceVerdict read(const LogEvent& event) override {
    Letter letter = 0;
    for (std::size_t i = 0; i < monitor_.columns_.size(); ++i)
      letter |= Letter{event.truth[monitor_.columns_[i].number]} << i;
    read(letter, event.stamp);
    const PartialMonitor::Belief belief = waiting_.empty() ? certain_ : waiting_.back().after;
    if (core_.always(belief)) return TraceVerdict::Satisfied;
    return core_.never(belief) ? TraceVerdict::Violated : TraceVerdict::Undecided;
  }

  bool end() override {
    if (streams_.length() == 0) read(0, 0);  // the empty case is like one event without atoms
    streams_.end();
    take_values(waiting_.end());
    WEIR_ASSERT(waiting_.empty(), "all letters are known at the end");
    return core_.accepts(certain_);
  }

  std::uint64_t bytes() const override { return streams_.bytes() + waiting_.size() * sizeof(Waiting); }

 private:
  /// A letter, and the belief after it.
  struct Waiting {
    Letter letter;
    Letter unknown;
    PartialMonitor::Belief after;
  };

  void read(Letter letter, Timestamp stamp) {
    Letter core = 0;
    for (std::size_t i = 0; i < monitor_.atoms_; ++i)
      if (monitor_.core_bits_[i] != TimedMonitor::kUnused) core |= ((letter >> i) & 1) << monitor_.core_bits_[i];
    waiting_.push({core, monitor_.timed_bits_, certain_});
    streams_.read(letter, stamp);
    take_values(waiting_.end() - 1);
  }

  /// Takes the new values from the streams and updates the beliefs; those from `changed` on are outdated already.
  void take_values(std::uint64_t changed) {
    std::uint64_t last_changed = changed;
    for (std::size_t root = 0; root < taken_.size(); ++root) {
      const std::uint32_t bit = monitor_.core_bits_[monitor_.atoms_ + root];
      std::uint64_t& position = taken_[root];
      for (const std::uint64_t known = streams_.known(root); position < known; ++position) {
        if (bit == TimedMonitor::kUnused || position < waiting_.begin()) continue;  // it did not matter
        Waiting& waiting = waiting_[position];
        waiting.unknown &= ~(Letter{1} << bit);
        waiting.letter |= Letter{streams_.value(root, position)} << bit;
        changed = std::min(changed, position);
        last_changed = std::max(last_changed, position);
      }
    }
    streams_.forget();
    for (std::uint64_t i = std::max(changed, waiting_.begin()); i < waiting_.end(); ++i) {
      Waiting& waiting = waiting_[i];
      const PartialMonitor::Belief before = i == waiting_.begin() ? certain_ : waiting_[i - 1].after;
      const PartialMonitor::Belief after = core_.next(before, waiting.letter, waiting.unknown);
      if (after == waiting.after && i > last_changed) break;
      waiting.after = after;
    }
    while (!waiting_.empty() && core_.is_certain(waiting_.front().after)) {
      certain_ = waiting_.front().after;
      waiting_.pop();
    }
  }

  TimedMonitor& monitor_;
  PartialMonitor& core_;
  TimedStreams streams_;
  PositionQueue<Waiting> waiting_;
  PartialMonitor::Belief certain_;    ///< before the first waiting letter
  std::vector<std::uint64_t> taken_;  ///< of each root: how many values
};

std::unique_ptr<PropertyRun> TimedMonitor::start() { return std::make_unique<TimedRun>(*this); }

/// The values of the timed subformulas are computed again from the history.
std::string TimedMonitor::explain(const CaseHistory& history, const std::string& /*value*/, const std::string& text,
                                  bool decided) {
  if (!history.known()) return {};
  TimedStreams streams(program_);
  const ValuedWord word = history.word(columns_);
  for (std::size_t i = 0; i < word.letters.size(); ++i) {
    Letter letter = 0;
    for (std::size_t k = 0; k < columns_.size(); ++k) letter |= Letter{word.letters[i][k]} << k;
    streams.read(letter, history.stamp(i));
  }
  if (word.letters.empty()) streams.read(0, 0);
  if (!decided) streams.end();
  return history.explain(formula_, columns_, text, decided,
                         [&](Formula f, std::size_t position) -> std::optional<bool> {
                           const auto root = std::find(program_.roots().begin(), program_.roots().end(), f);
                           if (root == program_.roots().end())
                             return std::nullopt;  // below another one, whose value is given
                           const auto number = static_cast<std::size_t>(root - program_.roots().begin());
                           if (position >= streams.known(number)) return std::nullopt;
                           return streams.value(number, position);
                         });
}

}  // namespace weir
