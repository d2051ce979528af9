// SPDX-License-Identifier: Apache-2.0
#include "support/model/build.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include <weir/model.h>

namespace weir::test {

namespace {

bool meet(const std::set<std::size_t>& a, const std::set<std::size_t>& b) {
  return std::any_of(a.begin(), a.end(), [&](std::size_t cell) { return b.contains(cell); });
}

/// Provides all optional information about a system.
class TableSystem final : public TransitionSystem, public SymmetricStates, public KnownTransitions {
 public:
  explicit TableSystem(Table table) : table_(std::move(table)) {
    for (const Table::Action& action : table_.actions) {
      reads_.push_back(table_.read_by(action));
      writes_.push_back(Table::written_by(action));
    }
  }

  void initial_states(SuccessorBuffer& out) const override {
    for (const Cells& cells : table_.initial) append({}, cells, out);
  }
  void successors(StateView state, SuccessorBuffer& out) const override {
    const Cells cells = decode(state);
    for (std::uint32_t i = 0; i < table_.actions.size(); ++i) {
      const Table::Action& action = table_.actions[i];
      if (table_.holds(action.conditions, cells))
        append({i, action.process, action.partner, action.fault}, table_.after(action, cells), out);
    }
  }
  bool is_state(StateView state) const override {
    if (state.size() < table_.sizes.size()) return false;
    const Cells cells = decode(state);
    std::vector<std::byte> same;
    encode(cells, same);
    return table_.is_state(cells) && std::equal(same.begin(), same.end(), state.begin(), state.end());
  }

  Expected<Atom> resolve(std::string_view text) override {
    for (std::uint32_t i = 0; i < table_.propositions.size(); ++i)
      if (table_.propositions[i].name == text) return Atom{Atom::Kind::State, i};
    for (const Table::Action& action : table_.actions) {
      if (action.event != text) continue;
      events_.emplace_back(text);
      return Atom{Atom::Kind::Event, static_cast<std::uint32_t>(events_.size() - 1)};
    }
    return Diagnostic{.message = "there is no proposition or event '" + std::string(text) + "'"};
  }
  bool holds(std::uint32_t atom, StateView state) const override {
    return is_defined(atom, state) && table_.holds(table_.propositions[atom].conditions, decode(state));
  }
  bool is_defined(std::uint32_t atom, StateView state) const override {
    const auto& undefined = table_.propositions[atom].undefined;
    return !undefined || !table_.holds(*undefined, decode(state));
  }
  bool may_be_undefined(std::uint32_t atom) const override { return table_.propositions[atom].undefined.has_value(); }
  bool occurs(std::uint32_t atom, StateView, const Step& step) const override {
    return table_.actions[step.transition].event == events_[atom];
  }
  bool events_are_exclusive() const override { return true; }
  bool may_end(StateView state) const override {
    return table_.may_end && table_.holds(*table_.may_end, decode(state));
  }
  std::uint32_t process_limit() const override { return table_.processes; }
  std::vector<Variable> show(StateView state) const override {
    std::vector<Variable> result;
    for (const std::uint8_t cell : decode(state))
      result.push_back({"c" + std::to_string(result.size()), std::int64_t{cell}});
    return result;
  }
  StepDescription describe(StateView, const Step& step, StateView) const override {
    StepDescription result;
    result.event = table_.actions[step.transition].event;
    if (step.process != kNoProcess) result.process = "process " + std::to_string(step.process);
    if (step.fault != Fault::None) result.fault = "as the table says";
    return result;
  }

  bool has_symmetry() const override { return table_.symmetric; }
  void canonical(StateView state, std::vector<std::byte>& out) const override {
    encode(table_.canonical(decode(state)), out);
  }

  std::uint32_t transition_count() const override {
    return table_.footprints ? static_cast<std::uint32_t>(table_.actions.size()) : 0;
  }
  std::uint32_t transition_of(const Step& step) const override { return step.transition; }
  void conflicting(std::uint32_t transition, std::vector<std::uint32_t>& out) const override {
    for (std::uint32_t i = 0; i < table_.actions.size(); ++i)
      if (i != transition && (meet(writes_[i], reads_[transition]) || meet(writes_[i], writes_[transition]) ||
                              meet(reads_[i], writes_[transition])))
        out.push_back(i);
  }
  /// The transitions that may make the first false condition true.
  void needed(std::uint32_t transition, StateView state, std::vector<std::uint32_t>& out) const override {
    const Cells cells = decode(state);
    for (const Table::Condition& condition : table_.actions[transition].conditions) {
      if (table_.holds(condition, cells)) continue;
      for (std::uint32_t i = 0; i < table_.actions.size(); ++i)
        if (meet(writes_[i], table_.read_by(condition))) out.push_back(i);
      return;
    }
  }
  bool visible(std::uint32_t transition, std::uint32_t atom) const override {
    const Table::Proposition& proposition = table_.propositions[atom];
    if (!proposition.listed) return true;
    std::set<std::size_t> seen = table_.read_by(proposition.conditions);
    if (proposition.undefined) seen.merge(table_.read_by(*proposition.undefined));
    return meet(writes_[transition], seen);
  }
  void close_cycles(std::vector<bool>& closing) const override { table_.close_cycles(closing); }

 private:
  /// Some states are longer than others.
  void encode(const Cells& cells, std::vector<std::byte>& out) const {
    out.clear();
    for (const std::uint8_t cell : cells) out.push_back(std::byte{cell});
    if (!cells.empty()) out.resize(cells.size() + cells[0] % 3, std::byte{0xEE});
  }
  Cells decode(StateView state) const {
    Cells cells;
    for (std::size_t i = 0; i < table_.sizes.size(); ++i) cells.push_back(std::to_integer<std::uint8_t>(state[i]));
    return cells;
  }
  void append(const Step& step, const Cells& cells, SuccessorBuffer& out) const {
    std::vector<std::byte> bytes;
    encode(cells, bytes);
    out.append(step, bytes);
  }

  Table table_;
  std::vector<std::set<std::size_t>> reads_, writes_;
  std::vector<std::string> events_;
};

// Structs for weir/model.h. Their descriptions are static, so the table is passed separately.
constexpr std::size_t kCells = 11;  ///< at most: 8, and one for each of three processes

struct PlainState {
  std::array<std::uint8_t, kCells> cells{};
};
struct StateWithFields {
  std::vector<std::uint8_t> cells;
  auto fields() { return std::tie(cells); }
};

/// The table of the model under construction.
const Table*& current_table() {
  static thread_local const Table* table = nullptr;
  return table;
}

std::vector<std::string> names_of(const std::set<std::size_t>& cells) {
  std::vector<std::string> result;
  for (const std::size_t cell : cells) result.push_back("c" + std::to_string(cell));
  return result;
}

/// By event, because several actions may share one.
Footprints footprints_of(const Table& table) {
  Footprints result;
  if (!table.footprints) return result;
  std::vector<bool> closing(table.actions.size(), false);
  table.close_cycles(closing);
  std::map<std::string, std::pair<std::set<std::size_t>, std::set<std::size_t>>> by_event;
  std::map<std::string, bool> closes;
  for (std::size_t i = 0; i < table.actions.size(); ++i) {
    const Table::Action& action = table.actions[i];
    if (action.event.empty()) return {};  // every step must have a known event
    by_event[action.event].first.merge(table.read_by(action));
    by_event[action.event].second.merge(Table::written_by(action));
    closes[action.event] = closes[action.event] || closing[i];
  }
  for (const auto& [event, cells] : by_event)
    result.actions.push_back({event, names_of(cells.first), names_of(cells.second), closes[event]});
  for (const Table::Proposition& proposition : table.propositions)
    if (proposition.listed)
      result.propositions.push_back({proposition.name, names_of(table.read_by(proposition.conditions))});
  return result;
}

template <class GivenState>
struct TableModel {
  using State = GivenState;
  std::shared_ptr<const Table> table;

  std::vector<State> initial() const {
    std::vector<State> result;
    for (const Cells& cells : table->initial) result.push_back(encode(cells));
    return result;
  }
  void successors(const State& state, auto&& emit) const {
    const Cells cells = decode(state);
    for (const Table::Action& action : table->actions) {
      if (!table->holds(action.conditions, cells)) continue;
      const State next = encode(table->after(action, cells));
      if (action.event.empty() && action.process == kNoProcess)
        emit(next);
      else
        emit(next, action.event, action.process);
    }
  }
  static Propositions<State> propositions() {
    Propositions<State> result;
    const auto shared = std::make_shared<const Table>(*current_table());
    for (const Table::Proposition& proposition : shared->propositions)
      result.push_back({proposition.name, [shared, &proposition](const State& state) {
                          return shared->holds(proposition.conditions, decode(state, *shared));
                        }});
    return result;
  }
  static std::vector<std::string> events() { return {"e0", "e1", "e2", "e3", "e4", "e5", "e6", "e7"}; }
  bool may_end(const State& state) const { return table->may_end && table->holds(*table->may_end, decode(state)); }
  bool is_state(const State& state) const {
    return decode(state).size() == table->sizes.size() && table->is_state(decode(state));
  }

  static Cells decode(const State& state, const Table& table) {
    const std::size_t count = std::min(state.cells.size(), table.sizes.size());
    return {state.cells.begin(), state.cells.begin() + static_cast<std::ptrdiff_t>(count)};
  }
  Cells decode(const State& state) const { return decode(state, *table); }
  static State encode(const Cells& cells) {
    State state;
    if constexpr (requires { state.cells.resize(1); }) state.cells.resize(cells.size());
    std::copy(cells.begin(), cells.end(), state.cells.begin());
    return state;
  }
};

template <class Model>
struct WithProcesses : Model {
  static constexpr unsigned processes = 3;
};

template <class Model>
struct WithSymmetry : Model {
  using State = typename Model::State;
  State canonical(const State& state) const {
    return Model::encode(this->table->canonical(Model::decode(state, *this->table)));
  }
};

template <class Model>
struct WithFootprints : Model {
  static Footprints footprints() { return footprints_of(*current_table()); }
};

template <class Model>
std::unique_ptr<TransitionSystem> made(const std::shared_ptr<const Table>& table) {
  Model model;
  model.table = table;
  current_table() = table.get();
  return std::make_unique<weir::ModelSystem<Model>>(std::move(model));
}

template <class Model>
std::unique_ptr<TransitionSystem> with_promises(const std::shared_ptr<const Table>& table) {
  if (table->symmetric && table->footprints) return made<WithSymmetry<WithFootprints<Model>>>(table);
  if (table->symmetric) return made<WithSymmetry<Model>>(table);
  if (table->footprints) return made<WithFootprints<Model>>(table);
  return made<Model>(table);
}

template <class State>
std::unique_ptr<TransitionSystem> as_struct(const std::shared_ptr<const Table>& table) {
  if (table->processes > 0) return with_promises<WithProcesses<TableModel<State>>>(table);
  return with_promises<TableModel<State>>(table);
}

}  // namespace

std::unique_ptr<TransitionSystem> build_model(const Node& tree) {
  std::optional<Table> read = table_of(tree);
  if (!read) return nullptr;
  switch (read->interface) {
    case Table::Interface::System: return std::make_unique<TableSystem>(std::move(*read));
    case Table::Interface::Plain: return as_struct<PlainState>(std::make_shared<const Table>(std::move(*read)));
    case Table::Interface::Fields: return as_struct<StateWithFields>(std::make_shared<const Table>(std::move(*read)));
  }
  return nullptr;
}

}  // namespace weir::test
