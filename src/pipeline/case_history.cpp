// SPDX-License-Identifier: Apache-2.0
#include "pipeline/case_history.h"

#include "base/text/printable.h"
#include "formula/explain.h"
#include "formula/finite_semantics.h"
#include "formula/open_semantics.h"

namespace weir {

void CaseHistory::add(const std::vector<std::uint8_t>& truth, std::uint64_t line, HistoryBudget& budget) {
  if (dropped_) return;
  if (budget.events_left == 0 || lines_.size() == kMostEvents) {
    drop(budget);
    return;
  }
  --budget.events_left;
  atoms_ = truth.size();
  lines_.push_back(line);
  for (const std::uint8_t value : truth) truth_.push_back(value != 0);
}

void CaseHistory::drop(HistoryBudget& budget) {
  budget.events_left += lines_.size();
  lines_ = {};
  truth_ = {};
  dropped_ = true;
}

std::string CaseHistory::explain(Formula formula, const std::vector<Column>& columns, const std::string& text,
                                 bool decided) const {
  if (dropped_) return {};
  ValuedWord word;
  for (const Column& column : columns) word.atoms.push_back(column.atom);
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    std::vector<bool>& letter = word.letters.emplace_back();
    for (const Column& column : columns) letter.push_back(truth_[i * atoms_ + column.number]);
  }
  ExplainOptions options;
  options.shown_as = in_one_line(text);
  options.name = [this](std::size_t i) {
    if (i >= lines_.size()) return std::string("the end of the trace");
    return "event " + std::to_string(i + 1) + " (line " + std::to_string(lines_[i]) + ")";
  };
  if (decided && !word.letters.empty()) {
    const Timeline open = evaluate_open(formula, word);
    options.open_end = true;
    if (!open.holds()) return explain_failure(open, options);
    options.open_end = false;
  }
  const Timeline timeline = evaluate_finite(formula, word);
  return timeline.holds() ? std::string() : explain_failure(timeline, options);
}

}  // namespace weir
