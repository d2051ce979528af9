// SPDX-License-Identifier: Apache-2.0
#include "support/model/table.h"

#include <algorithm>
#include <map>

namespace weir::test {

namespace {

using P = Production;

/// Whether a small graph has a cycle.
bool cyclic(const std::vector<std::vector<std::size_t>>& targets) {
  std::vector<std::size_t> arriving(targets.size(), 0);
  for (const auto& of_one : targets)
    for (const std::size_t target : of_one) ++arriving[target];
  std::vector<std::size_t> free;
  for (std::size_t i = 0; i < targets.size(); ++i)
    if (arriving[i] == 0) free.push_back(i);
  std::size_t removed = 0;
  while (!free.empty()) {
    const std::size_t node = free.back();
    free.pop_back();
    ++removed;
    for (const std::size_t target : targets[node])
      if (--arriving[target] == 0) free.push_back(target);
  }
  return removed < targets.size();
}

class Reader {
 public:
  std::optional<Table> read(const Node& tree) {
    for (const Node& unit : tree.children) declare(unit);
    if (has_locals_ && table_.processes == 0) return std::nullopt;
    if (has_locals_) {
      table_.locals = table_.sizes.size();
      for (std::uint32_t i = 0; i < table_.processes; ++i) {
        table_.sizes.push_back(local_size_);
        const std::size_t given = std::min<std::size_t>(i, local_values_.size() - 1);
        first_.push_back(local_values_.empty() ? std::uint8_t{0} : local_values_[given]);
      }
    }
    table_.initial = {first_};
    for (const Node& unit : tree.children) add(unit);
    for (const Cells& cells : table_.initial) good_ = good_ && table_.is_state(cells);
    // Only actions that all processes share may read cells of processes.
    if (!has_locals_) table_.symmetric = false;
    if (!good_) return std::nullopt;
    return std::move(table_);
  }

 private:
  static std::uint8_t value_of(const Node& number) {
    return static_cast<std::uint8_t>(std::min<unsigned long>(std::stoul(number.text), 200));
  }
  std::size_t cell(const std::string& name) {
    const auto found = cells_.find(name);
    good_ = good_ && found != cells_.end();
    return found == cells_.end() ? 0 : found->second;
  }

  void declare(const Node& unit) {
    switch (unit.kind) {
      case P::ModelPlain: table_.interface = Table::Interface::Plain; break;
      case P::ModelFields: table_.interface = Table::Interface::Fields; break;
      case P::ModelProcesses: table_.processes = std::min<std::uint32_t>(value_of(unit.children[0]) + 1U, 3); break;
      case P::ModelSymmetric: table_.symmetric = true; break;
      case P::ModelFootprints: table_.footprints = true; break;
      case P::ModelFewClosing: table_.few_closing = true; break;
      case P::ModelCell:
        good_ = good_ && cells_.emplace(unit.text, table_.sizes.size()).second && table_.sizes.size() < 8;
        table_.sizes.push_back(static_cast<std::uint8_t>(value_of(unit.children[0]) + 1));
        first_.push_back(value_of(unit.children[1]));
        break;
      case P::ModelLocals:
        good_ = good_ && !has_locals_;
        has_locals_ = true;
        local_size_ = static_cast<std::uint8_t>(value_of(unit.children[0]) + 1);
        for (std::size_t i = 1; i < unit.children.size(); ++i) local_values_.push_back(value_of(unit.children[i]));
        if (local_values_.empty()) local_values_.push_back(0);
        break;
      default: break;
    }
  }

  /// `process`: the owner of the local cells that may be used; -1: global cells only.
  std::optional<Table::Condition> condition(const Node& node, int process) {
    using Kind = Table::Condition::Kind;
    Table::Condition made;
    switch (node.kind) {
      case P::ModelEqual: made = {Kind::Equal, cell(node.text), value_of(node.children[0])}; break;
      case P::ModelNotEqual: made = {Kind::NotEqual, cell(node.text), value_of(node.children[0])}; break;
      case P::ModelLess: made = {Kind::Less, cell(node.text), value_of(node.children[0])}; break;
      case P::ModelMine:
        good_ = good_ && has_locals_ && process >= 0;
        made = {Kind::Equal, table_.locals + static_cast<std::size_t>(std::max(process, 0)),
                value_of(node.children[0])};
        break;
      case P::ModelLocalOf: {
        const std::uint8_t whose = value_of(node.children[0]);
        good_ = good_ && has_locals_ && whose < table_.processes;
        made = {Kind::Equal, table_.locals + whose, value_of(node.children[1])};
        break;
      }
      case P::ModelSome:
        good_ = good_ && has_locals_;
        made = {Kind::Some, table_.locals, value_of(node.children[0])};
        break;
      default: return std::nullopt;
    }
    return made;
  }
  std::vector<Table::Condition> conditions(const Node& node, int process) {
    std::vector<Table::Condition> result;
    for (const Node& part : node.children)
      if (const auto made = condition(part, process)) result.push_back(*made);
    return result;
  }

  void add_action(const Node& unit, int own) {
    Table::Action made;
    made.event = unit.text;
    made.process = own >= 0 ? own : kNoProcess;
    made.conditions = conditions(unit, own);
    for (const Node& part : unit.children) {
      const std::uint8_t value = part.children.empty() ? std::uint8_t{0} : value_of(part.children[0]);
      switch (part.kind) {
        case P::ModelBy:
          good_ = good_ && value < table_.processes;
          if (own < 0) made.process = value;
          break;
        case P::ModelWith:
          good_ = good_ && value < table_.processes;
          made.partner = value;
          break;
        case P::ModelError: made.fault = Fault::RuntimeError; break;
        case P::ModelFailure: made.fault = Fault::Assertion; break;
        case P::ModelSet:
        case P::ModelIncrease: {
          const std::size_t target = cell(part.text);
          good_ = good_ && target < table_.sizes.size() && value < table_.sizes[target];
          made.effects.push_back({target, value, part.is(P::ModelIncrease)});
          break;
        }
        case P::ModelSetMine:
          good_ = good_ && has_locals_ && own >= 0 && value < local_size_;
          made.effects.push_back({table_.locals + static_cast<std::size_t>(std::max(own, 0)), value, false});
          break;
        default: break;
      }
    }
    const bool looks_at_one = std::any_of(unit.children.begin(), unit.children.end(),
                                          [](const Node& part) { return part.is(P::ModelLocalOf); });
    if (looks_at_one) table_.symmetric = false;
    if (made.partner != kNoProcess && made.process == kNoProcess) made.partner = kNoProcess;
    table_.actions.push_back(std::move(made));
  }

  void add(const Node& unit) {
    switch (unit.kind) {
      case P::ModelAction: add_action(unit, -1); break;
      case P::ModelEach:
        for (std::uint32_t i = 0; i < table_.processes; ++i) add_action(unit, static_cast<int>(i));
        break;
      case P::ModelInitially: {
        Cells cells = first_;
        for (const Node& part : unit.children)
          if (part.is(P::ModelEqual) && cell(part.text) < cells.size())
            cells[cell(part.text)] = value_of(part.children[0]);
        table_.initial.push_back(std::move(cells));
        break;
      }
      case P::ModelProposition:
      case P::ModelUnlisted: {
        Table::Proposition made;
        made.name = unit.text;
        made.listed = unit.is(P::ModelProposition);
        made.conditions = conditions(unit, -1);
        for (const Node& part : unit.children)
          if (part.is(P::ModelUndefined)) made.undefined = condition(part.children[0], -1);
        table_.propositions.push_back(std::move(made));
        break;
      }
      case P::ModelMayEnd: {
        table_.may_end = conditions(unit, -1);
        // Equivalent states must end alike.
        for (const Node& part : unit.children)
          if (part.is(P::ModelLocalOf)) table_.symmetric = false;
        break;
      }
      default: break;
    }
  }

  Table table_;
  bool good_ = true, has_locals_ = false;
  std::uint8_t local_size_ = 1;
  std::vector<std::uint8_t> local_values_;
  Cells first_;
  std::map<std::string, std::size_t> cells_;
};

}  // namespace

bool Table::holds(const Condition& condition, const Cells& cells) const {
  switch (condition.kind) {
    case Condition::Kind::Equal: return cells[condition.cell] == condition.value;
    case Condition::Kind::NotEqual: return cells[condition.cell] != condition.value;
    case Condition::Kind::Less: return cells[condition.cell] < condition.value;
    case Condition::Kind::Some:
      return std::find(cells.begin() + static_cast<std::ptrdiff_t>(locals), cells.end(), condition.value) !=
             cells.end();
  }
  return false;
}

bool Table::holds(const std::vector<Condition>& conditions, const Cells& cells) const {
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](const Condition& condition) { return holds(condition, cells); });
}

Cells Table::after(const Action& action, const Cells& cells) const {
  Cells next = cells;
  for (const Assignment& effect : action.effects)
    next[effect.cell] =
        effect.adds ? static_cast<std::uint8_t>((next[effect.cell] + effect.value) % sizes[effect.cell]) : effect.value;
  return next;
}

bool Table::is_state(const Cells& cells) const {
  if (cells.size() != sizes.size()) return false;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i] >= sizes[i]) return false;
  return true;
}

Cells Table::canonical(Cells cells) const {
  if (symmetric) std::sort(cells.begin() + static_cast<std::ptrdiff_t>(locals), cells.end());
  return cells;
}

std::set<std::size_t> Table::read_by(const Condition& condition) const {
  if (condition.kind != Condition::Kind::Some) return {condition.cell};
  std::set<std::size_t> result;
  for (std::size_t i = locals; i < sizes.size(); ++i) result.insert(i);
  return result;
}

std::set<std::size_t> Table::read_by(const std::vector<Condition>& conditions) const {
  std::set<std::size_t> result;
  for (const Condition& condition : conditions) result.merge(read_by(condition));
  return result;
}

std::set<std::size_t> Table::read_by(const Action& action) const {
  std::set<std::size_t> result = read_by(action.conditions);
  for (const Assignment& effect : action.effects)
    if (effect.adds) result.insert(effect.cell);
  return result;
}

std::set<std::size_t> Table::written_by(const Action& action) {
  std::set<std::size_t> result;
  for (const Assignment& effect : action.effects) result.insert(effect.cell);
  return result;
}

void Table::close_cycles(std::vector<bool>& closing) const {
  constexpr std::size_t kMost = 5000;
  std::map<Cells, std::size_t> numbers;
  std::vector<Cells> states;
  const auto number = [&](const Cells& cells) {
    const auto [entry, fresh] = numbers.emplace(cells, states.size());
    if (fresh) states.push_back(cells);
    return entry->second;
  };
  struct Edge {
    std::size_t from, action, to;
  };
  std::vector<Edge> edges;
  for (const Cells& cells : initial) number(cells);
  for (std::size_t i = 0; i < states.size() && states.size() < kMost; ++i)
    for (std::size_t a = 0; a < actions.size(); ++a)
      if (holds(actions[a].conditions, states[i])) {
        const Cells next = after(actions[a], states[i]);
        edges.push_back({i, a, number(next)});
      }
  std::vector<bool> open(actions.size(), false);  // may stay without closing
  for (std::size_t a = 0; a < actions.size(); ++a) {
    if (closing[a]) continue;
    open[a] = true;
    std::vector<std::vector<std::size_t>> targets(states.size());
    for (const Edge& edge : edges)
      if (open[edge.action]) targets[edge.from].push_back(edge.to);
    if (states.size() < kMost && few_closing && !cyclic(targets)) continue;
    open[a] = false;
    closing[a] = true;
  }
}

std::optional<Table> table_of(const Node& tree) { return Reader().read(tree); }

}  // namespace weir::test
