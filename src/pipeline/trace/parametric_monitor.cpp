// SPDX-License-Identifier: Apache-2.0
#include "pipeline/trace/parametric_monitor.h"

#include <algorithm>

#include "base/assert.h"
#include "formula/rewrite.h"
#include "pipeline/trace/value_partition.h"

namespace weir {

ParametricMonitor::ParametricMonitor(Formula formula, std::vector<ParametricAtom> atoms,
                                     std::vector<std::size_t> fields, Monitor monitor)
    : formula_(formula), atoms_(std::move(atoms)), monitor_(std::move(monitor)), fields_(std::move(fields)) {
  for (const std::string& name : monitor_.atoms()) {
    const auto found = std::find_if(atoms_.begin(), atoms_.end(), [&](const auto& a) { return a.column.atom == name; });
    WEIR_ASSERT(found != atoms_.end(), "the monitor reads atoms of the formula");
    bits_.push_back(static_cast<std::size_t>(found - atoms_.begin()));
  }
}

class ParametricRun final : public PropertyRun {
 public:
  explicit ParametricRun(ParametricMonitor& monitor) : monitor_(monitor), unseen_(monitor.monitor_.initial()) {}

  TraceVerdict read(const LogEvent& event) override {
    Monitor& machine = monitor_.monitor_;
    // The values that the event mentions, with the states that they reach.
    mentioned_.clear();
    for (const std::size_t field : monitor_.fields_) {
      if (!event.values[field]) continue;
      ValuePartition::Index value = values_.find(*event.values[field]);
      if (value == ValuePartition::kNone) value = values_.add(*event.values[field], unseen_);
      mentioned_.push_back({value, machine.next(values_.state(value), letter(event, values_.name(value)))});
    }
    const Letter other = letter(event, std::nullopt);
    values_.move_all([&](Monitor::State state) { return machine.next(state, other); });
    unseen_ = machine.next(unseen_, other);
    for (const auto& [value, state] : mentioned_) values_.move(value, state);

    bool violated = false;
    bool satisfied = machine.always(unseen_);
    values_.for_each_state([&](Monitor::State state) {
      violated = violated || machine.never(state);
      satisfied = satisfied && machine.always(state);
    });
    decided_ = violated;
    if (violated) return TraceVerdict::Violated;
    return satisfied ? TraceVerdict::Satisfied : TraceVerdict::Undecided;
  }

  bool end() override {
    bool satisfied = true;
    values_.for_each_state([&](Monitor::State state) { satisfied = satisfied && monitor_.monitor_.accepts(state); });
    return satisfied;
  }

  std::uint64_t bytes() const override { return sizeof(*this) + values_.bytes(); }

  std::vector<std::string> violating_values() override {
    std::vector<std::string> found;
    for (ValuePartition::Index value = 0; value < values_.size(); ++value) {
      const Monitor::State state = values_.state(value);
      if (decided_ ? monitor_.monitor_.never(state) : !monitor_.monitor_.accepts(state))
        found.push_back(values_.name(value));
    }
    return found;
  }

 private:
  /// The letter of an event for the instance of a value; without one, for values that the event does not mention.
  Letter letter(const LogEvent& event, const FieldValue& value) const {
    Letter letter = 0;
    for (std::size_t bit = 0; bit < monitor_.bits_.size(); ++bit) {
      const ParametricAtom& atom = monitor_.atoms_[monitor_.bits_[bit]];
      bool holds = atom.column.number == ParametricAtom::kNone || event.truth[atom.column.number] != 0;
      if (atom.field != ParametricAtom::kNone) {
        const bool equal = value && event.values[atom.field] == value;
        holds = holds && equal != atom.column.negated;
      }
      letter |= Letter{holds} << bit;
    }
    return letter;
  }

  ParametricMonitor& monitor_;
  ValuePartition values_;
  Monitor::State unseen_;  ///< of the values that have not occurred
  std::vector<std::pair<ValuePartition::Index, Monitor::State>> mentioned_;
  bool decided_ = false;
};

std::unique_ptr<PropertyRun> ParametricMonitor::start() { return std::make_unique<ParametricRun>(*this); }

/// Explains the instance of a value, whose atoms are shown with the value: login(alice).
std::string ParametricMonitor::explain(const CaseHistory& history, const std::string& value, const std::string& text,
                                       bool decided) {
  Formula formula = formula_;
  std::vector<CaseHistory::Column> columns;
  for (const ParametricAtom& atom : atoms_) {
    CaseHistory::Column column = atom.column;
    if (atom.field != ParametricAtom::kNone) {
      column.field = atom.history_field;
      column.value = value;
      if (!atom.event.empty()) {
        column.atom = atom.event + "(" + value + ")";
        formula = substitute(formula, Formula::atom(atom.column.atom), Formula::atom(column.atom));
      }
    }
    columns.push_back(std::move(column));
  }
  return history.explain(formula, columns, text, decided);
}

}  // namespace weir
