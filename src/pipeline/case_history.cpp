// SPDX-License-Identifier: Apache-2.0
#include "pipeline/case_history.h"

#include "base/text/printable.h"
#include "formula/explain.h"
#include "formula/finite_semantics.h"
#include "formula/open_semantics.h"

namespace weir {

void CaseHistory::add(const std::vector<std::uint8_t>& truth, std::uint64_t line, Timestamp stamp,
                      std::span<const FieldValue> values, const std::vector<std::size_t>& fields,
                      HistoryBudget& budget) {
  if (dropped_) return;
  if (budget.events_left == 0 || lines_.size() == kMostEvents) {
    drop(budget);
    return;
  }
  --budget.events_left;
  atoms_ = truth.size();
  fields_ = fields.size();
  lines_.push_back(line);
  stamps_.push_back(stamp);
  for (const std::uint8_t value : truth) truth_.push_back(value != 0);
  for (const std::size_t field : fields) {
    std::uint32_t number = 0;
    if (values[field])
      number = numbers_.emplace(*values[field], static_cast<std::uint32_t>(numbers_.size() + 1)).first->second;
    values_.push_back(number);
  }
}

void CaseHistory::drop(HistoryBudget& budget) {
  budget.events_left += lines_.size();
  lines_ = {};
  stamps_ = {};
  truth_ = {};
  values_ = {};
  numbers_ = {};
  dropped_ = true;
}

ValuedWord CaseHistory::word(const std::vector<Column>& columns) const {
  ValuedWord word;
  std::vector<std::uint32_t> wanted;  // numbers of the texts in columns; no number: the text never occurs
  for (const Column& column : columns) {
    word.atoms.push_back(column.atom);
    const auto found = numbers_.find(column.value);
    wanted.push_back(found == numbers_.end() ? 0xFFFFFFFF : found->second);
  }
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    std::vector<bool>& letter = word.letters.emplace_back();
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Column& column = columns[k];
      bool holds = column.number == kNone || truth_[i * atoms_ + column.number];
      if (column.field != kNone) holds = holds && (values_[i * fields_ + column.field] == wanted[k]) != column.negated;
      letter.push_back(holds);
    }
  }
  return word;
}

std::string CaseHistory::explain(Formula formula, const std::vector<Column>& columns, const std::string& text,
                                 bool decided, const TimedTruth& timed) const {
  if (dropped_) return {};
  const ValuedWord word = this->word(columns);
  ExplainOptions options;
  options.shown_as = in_one_line(text);
  options.name = [this](std::size_t i) {
    if (i >= lines_.size()) return std::string("the end of the trace");
    return "event " + std::to_string(i + 1) + " (line " + std::to_string(lines_[i]) + ")";
  };
  if (decided && !word.letters.empty()) {
    const Timeline open = evaluate_open(formula, word, timed);
    options.open_end = true;
    if (!open.holds()) return explain_failure(open, options);
    options.open_end = false;
  }
  const Timeline timeline = evaluate_finite(formula, word, nullptr, timed);
  return timeline.holds() ? std::string() : explain_failure(timeline, options);
}

}  // namespace weir
