// SPDX-License-Identifier: Apache-2.0
#include "automaton/analysis/accepting_part.h"

namespace weir {
namespace {

/// The condition with Fin of these marks false.
Acceptance without_fin_of(const Acceptance& condition, MarkSet marks) {
  std::vector<Acceptance> parts;
  for (const Acceptance& part : condition.operands()) parts.push_back(without_fin_of(part, marks));
  switch (condition.op()) {
    case Acceptance::Op::Fin: return marks.has(condition.mark()) ? Acceptance::constant(false) : condition;
    case Acceptance::Op::And: return Acceptance::conjunction(parts);
    case Acceptance::Op::Or: return Acceptance::disjunction(parts);
    default: return condition;
  }
}

std::optional<std::uint32_t> some_fin(const Acceptance& condition) {
  if (condition.op() == Acceptance::Op::Fin) return condition.mark();
  for (const Acceptance& part : condition.operands())
    if (const auto mark = some_fin(part)) return mark;
  return std::nullopt;
}

/// Marks that every disjunct-free reading asks to be finite: the Fin that are conjuncts of the whole.
MarkSet forced_fins(const Acceptance& condition) {
  if (condition.op() == Acceptance::Op::Fin) return MarkSet::single(condition.mark());
  MarkSet marks;
  if (condition.op() == Acceptance::Op::And)
    for (const Acceptance& part : condition.operands()) marks |= forced_fins(part);
  return marks;
}

/// As few of the present marks as still make every cycle through them accepting, whatever others it meets.
MarkSet fewest_marks(const Acceptance& condition, MarkSet present) {
  const Acceptance positive = without_fin_of(condition, MarkSet::first(MarkSet::kCapacity));
  MarkSet needed = present & positive.marks();
  for (std::uint32_t mark = 0; mark < MarkSet::kCapacity; ++mark) {
    const MarkSet fewer = needed.without(MarkSet::single(mark));
    if (fewer != needed && positive.accepts(fewer)) needed = fewer;
  }
  return needed;
}

}  // namespace

bool AcceptingPartSearch::judge(std::span<const std::uint32_t> component, MarkSet marks, MarkSet avoid,
                                const Acceptance& condition) {
  States states;  // one copy for all tasks
  const auto add_without = [&](MarkSet marks_gone, const Acceptance& left) {
    if (!states) states = std::make_shared<const std::vector<std::uint32_t>>(component.begin(), component.end());
    tasks_.push_back({states, avoid | marks_gone, left});
  };
  std::vector<Acceptance> waiting{condition};
  while (!waiting.empty()) {
    const Acceptance left = waiting.back().restricted(marks);
    waiting.pop_back();
    if (left.accepts(marks)) {
      found_ = AcceptingPart{{component.begin(), component.end()}, fewest_marks(left, marks), avoid};
      return true;
    }
    if (const MarkSet forced = forced_fins(left); !forced.empty()) {
      add_without(forced, left);
    } else if (left.op() == Acceptance::Op::Or) {
      waiting.insert(waiting.end(), left.operands().begin(), left.operands().end());
    } else if (const auto fin = some_fin(left)) {
      add_without(MarkSet::single(*fin), left);
      waiting.push_back(without_fin_of(left, MarkSet::single(*fin)));
    }
  }
  return false;
}

}  // namespace weir
