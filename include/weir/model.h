// SPDX-License-Identifier: Apache-2.0
// Checks a plain C++ struct as a model. A complete program:
//
//     struct Traffic {
//       struct State { bool green[2] = {}; };
//       State initial() const { return {}; }
//       void successors(const State& s, auto&& emit) const {
//         for (int i : {0, 1}) {
//           State t = s;
//           t.green[i] = !t.green[i];
//           if (!(t.green[0] && t.green[1])) emit(t, "switch", i);
//         }
//       }
//       static weir::Propositions<State> propositions() {
//         return {{"north", [](const State& s) { return s.green[0]; }},
//                 {"east", [](const State& s) { return s.green[1]; }}};
//       }
//     };
//     int main() {
//       const auto result = weir::check(Traffic{}, "G !(north && east)");
//       std::fputs(weir::report(result).c_str(), stdout);
//       return weir::exit_code(result);
//     }
//
// Required: State, initial() (returns a state or a range of states), successors(state, emit), propositions().
// successors calls `emit(next)`, `emit(next, "event")` or `emit(next, "event", process)` once per step, always in the
// same order. Optional:
//   static constexpr unsigned processes = n;         processes are numbered 0..n-1; needed for --fair
//   static std::vector<std::string> events();        event names that formulas may use as atoms
//   bool may_end(const State&) const;                a state without successors is an end, not a deadlock
//   std::vector<weir::Variable> show(const State&) const;   what counterexamples show; default: the propositions
//   State canonical(const State&) const;             the representative of a class of symmetric states; the model
//                                                    promises that the states of a class are interchangeable
//                                                    (--reduce symmetry)
//   static weir::Footprints footprints();            what steps read and write (--reduce por)
//   bool is_state(const State&) const;               whether a state read from a saved run is valid: the file may be
//                                                    damaged or forged, and successors() is called with its states
//
// A State without padding whose members are plain (integers, bool, enums, arrays of them) is stored byte by byte. Any
// other State lists its members once: `auto fields() { return std::tie(a, b, queue); }`. Members may then be integers,
// bool, enums, floating-point numbers, std::string, std::vector, std::array, C arrays, std::pair, std::optional, and
// structs with fields(). Two states are equal if all listed members are equal.
//
// All members are called from several threads concurrently and must not modify the model.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <weir/reducible.h>
#include <weir/report.h>
#include <weir/state_encoding.h>
#include <weir/transition_system.h>
#include <weir/weir.h>

namespace weir {

template <class State>
struct Proposition {
  std::string name;
  std::function<bool(const State&)> holds;
};
template <class State>
using Propositions = std::vector<Proposition<State>>;

/// What the steps of a model read and write, as names of parts of the state that the model chooses. Every event that
/// the model emits must be listed.
struct Footprints {
  struct Action {
    std::string event;                ///< applies to all steps emitted with this name
    std::vector<std::string> reads;   ///< parts that decide whether such steps exist and what they do
    std::vector<std::string> writes;  ///< parts that such steps may change
    /// False if every cycle of states also contains a step of another event for which this is true. Used when checking
    /// formulas; deadlock checks ignore it.
    bool closes_cycles = true;
  };
  struct Seen {
    std::string proposition;
    std::vector<std::string> reads;
  };
  std::vector<Action> actions;
  std::vector<Seen> propositions;  ///< a proposition that is not listed reads everything
};

namespace model_detail {

/// Returns whether two lists of names share an element.
inline bool meet(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  for (const std::string& name : a)
    for (const std::string& other : b)
      if (name == other) return true;
  return false;
}

struct AnyEmit {
  template <class State>
  void operator()(const State&, std::string_view = {}, std::int32_t = kNoProcess) const {}
};

}  // namespace model_detail

/// The requirements on a model struct.
template <class M>
concept IsModel = requires(const M& model, const typename M::State& state) {
  model.initial();
  model.successors(state, model_detail::AnyEmit{});
  M::propositions();
};

/// Adapts a model to TransitionSystem. Keeps a copy of the model.
template <IsModel M>
class ModelSystem final : public TransitionSystem, public SymmetricStates, public KnownTransitions {
 public:
  using State = typename M::State;
  static_assert(model_detail::Plain<State> || model_detail::HasFields<State>,
                "State has padding, or members that are not plain: give it  auto fields() { return std::tie(...); }");

  explicit ModelSystem(M model) : model_(std::move(model)), propositions_(M::propositions()) {
    if constexpr (requires { M::footprints(); }) {
      footprints_ = M::footprints();
      if (footprints_.actions.size() >= kMostEvents / 2) footprints_.actions.clear();
      for (const Footprints::Action& action : footprints_.actions) events_.push_back(action.event);
    }
  }

  void initial_states(SuccessorBuffer& out) const override {
    if constexpr (std::convertible_to<decltype(model_.initial()), State>) {
      append({}, model_.initial(), out);
    } else {
      for (const State& state : model_.initial()) append({}, state, out);
    }
  }

  void successors(StateView state, SuccessorBuffer& out) const override { append_successors(decode(state), 0, out); }

  bool is_state(StateView bytes) const override {
    if constexpr (model_detail::Plain<State>) {
      if (bytes.size() != sizeof(State)) return false;
    } else {
      State state{};
      model_detail::Reader reader(bytes, model_detail::Reader::Untrusted{});
      reader.get(state);
      if (!reader.fits()) return false;
    }
    if constexpr (requires(const State& state) { model_.is_state(state); }) {
      return model_.is_state(decode(bytes));
    } else {
      return true;
    }
  }

  /// Resolves a proposition, or an event if the model lists events().
  Expected<Atom> resolve(std::string_view text) override {
    for (std::uint32_t i = 0; i < propositions_.size(); ++i) {
      if (propositions_[i].name == text) return Atom{Atom::Kind::State, i};
    }
    std::vector<std::string> known;
    if constexpr (requires { M::events(); }) {
      for (const auto& event : M::events()) known.emplace_back(event);
    }
    for (const std::string& event : known) {
      if (event != text) continue;
      std::uint32_t number = event_number(text);
      if (number == 0) {
        if (events_.size() >= kMostEvents) return Diagnostic{.message = "a formula uses too many different events"};
        events_.emplace_back(text);
        number = static_cast<std::uint32_t>(events_.size());
      }
      return Atom{Atom::Kind::Event, number};
    }
    Diagnostic error;
    error.message = "the model has no proposition or event '" + std::string(text) + "'; it has";
    for (const auto& proposition : propositions_) error.message += " '" + proposition.name + "'";
    for (const std::string& event : known) error.message += " '" + event + "'";
    return error;
  }
  bool holds(std::uint32_t proposition, StateView state) const override {
    return propositions_[proposition].holds(decode(state));
  }
  AtomBits letter(std::span<const std::uint32_t> atoms, StateView state) const override {
    return atoms.empty() ? AtomBits() : letter_of(decode(state), atoms);
  }
  /// Decodes the state once for atoms and successors.
  bool expand(std::span<const std::uint32_t> atoms, StateView bytes, ExpansionRequest& request,
              SuccessorBuffer& out) const override {
    const State state = decode(bytes);
    const int room = request.room_for(letter_of(state, atoms));
    out.clear();
    if (room != ExpansionRequest::kNone) append_successors(state, static_cast<std::size_t>(room), out);
    return true;
  }
  bool occurs(std::uint32_t event, StateView, const Step& step) const override {
    return step.transition >> kIndexBits == event;
  }

  bool may_end(StateView state) const override {
    if constexpr (requires { model_.may_end(std::declval<const State&>()); }) {
      return model_.may_end(decode(state));
    } else {
      return false;
    }
  }
  std::uint32_t process_limit() const override {
    if constexpr (requires { M::processes; }) {
      return static_cast<std::uint32_t>(M::processes);
    } else {
      return 0;
    }
  }

  std::vector<Variable> show(StateView bytes) const override {
    const State state = decode(bytes);
    if constexpr (requires { model_.show(state); }) {
      return model_.show(state);
    } else {
      std::vector<Variable> variables;
      for (const auto& proposition : propositions_) variables.push_back({proposition.name, proposition.holds(state)});
      return variables;
    }
  }
  StepDescription describe(StateView from, const Step& step, StateView) const override {
    StepDescription description;
    std::uint32_t index = 0;
    each_step(decode(from), [&](const State&, std::string_view event, std::int32_t process) {
      if (index++ != (step.transition & kIndexMask)) return;
      description.event = std::string(event);
      if (process != kNoProcess) description.process = "process " + std::to_string(process);
    });
    return description;
  }

  bool has_symmetry() const override {
    return requires(const State& state) { model_.canonical(state); };
  }
  void canonical(StateView bytes, std::vector<std::byte>& out) const override {
    if constexpr (requires(const State& state) { model_.canonical(state); }) {
      const State state = model_.canonical(decode(bytes));
      model_detail::Counter counter;
      counter.put(state);
      out.resize(counter.size());
      model_detail::Writer(out.data()).put(state);
    } else {
      out.assign(bytes.begin(), bytes.end());
    }
  }

  Capabilities capabilities() const override { return {.symmetry = this, .transitions = this}; }

  std::uint32_t transition_count() const override { return static_cast<std::uint32_t>(footprints_.actions.size()); }
  std::uint32_t transition_of(const Step& step) const override { return (step.transition >> kIndexBits) - 1; }
  void conflicting(std::uint32_t transition, std::vector<std::uint32_t>& out) const override {
    const Footprints::Action& own = footprints_.actions[transition];
    for (std::uint32_t i = 0; i < footprints_.actions.size(); ++i) {
      const Footprints::Action& other = footprints_.actions[i];
      if (i != transition &&
          (model_detail::meet(own.writes, other.reads) || model_detail::meet(own.writes, other.writes) ||
           model_detail::meet(own.reads, other.writes)))
        out.push_back(i);
    }
  }
  void needed(std::uint32_t transition, StateView, std::vector<std::uint32_t>& out) const override {
    for (std::uint32_t i = 0; i < footprints_.actions.size(); ++i)
      if (model_detail::meet(footprints_.actions[transition].reads, footprints_.actions[i].writes)) out.push_back(i);
  }
  bool visible(std::uint32_t transition, std::uint32_t proposition) const override {
    for (const Footprints::Seen& seen : footprints_.propositions)
      if (seen.proposition == propositions_[proposition].name)
        return model_detail::meet(footprints_.actions[transition].writes, seen.reads);
    return true;
  }
  void close_cycles(std::vector<bool>& closing) const override {
    for (std::size_t i = 0; i < closing.size(); ++i)
      if (footprints_.actions[i].closes_cycles) closing[i] = true;
  }

 private:
  // The low bits of a step's number are its index among the emitted steps; the high bits are the event, if a formula
  // uses it. A step can thus be described by generating it again, and threads share no table of events.
  static constexpr std::uint32_t kIndexBits = 22;
  static constexpr std::uint32_t kIndexMask = (1U << kIndexBits) - 1;
  static constexpr std::size_t kMostEvents = 1022;

  template <class Emit>
  void each_step(const State& state, Emit&& emit) const {
    model_.successors(state, [&](const State& next, std::string_view event = {}, std::int32_t process = kNoProcess) {
      emit(next, event, process);
    });
  }

  AtomBits letter_of(const State& state, std::span<const std::uint32_t> atoms) const {
    AtomBits bits;
    for (std::size_t i = 0; i < atoms.size(); ++i)
      if (propositions_[atoms[i]].holds(state)) bits.holds |= std::uint64_t{1} << i;
    return bits;
  }

  void append_successors(const State& state, std::size_t room, SuccessorBuffer& out) const {
    std::uint32_t index = 0;
    each_step(state, [&](const State& next, std::string_view event, std::int32_t process) {
      append({.transition = index++ | (event_number(event) << kIndexBits), .process = process}, next, out, room);
    });
  }

  /// Returns 0 if no formula uses the event.
  std::uint32_t event_number(std::string_view event) const {
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (events_[i] == event) return static_cast<std::uint32_t>(i + 1);
    }
    return 0;
  }

  static State decode(StateView bytes) {
    State state{};
    if constexpr (model_detail::Plain<State>) {
      std::memcpy(&state, bytes.data(), sizeof state);
    } else {
      model_detail::Reader(bytes).get(state);
    }
    return state;
  }
  /// Appends a successor followed by `room` bytes for the caller to fill.
  static void append(const Step& step, const State& state, SuccessorBuffer& out, std::size_t room = 0) {
    if constexpr (model_detail::Plain<State>) {
      std::memcpy(out.append(step, sizeof state + room), &state, sizeof state);
    } else {
      model_detail::Counter counter;
      counter.put(state);
      model_detail::Writer(out.append(step, counter.size() + room)).put(state);
    }
  }

  M model_;
  std::vector<Proposition<State>> propositions_;
  std::vector<std::string> events_;  ///< events of footprints, then events used in formulas
  Footprints footprints_;
};

/// Checks whether every run of the model satisfies the formula.
template <IsModel M>
Expected<CheckResult> check(const M& model, const std::string& formula, CheckOptions options = {},
                            Observer* observer = nullptr) {
  ModelSystem<M> system(model);
  options.properties.push_back({PropertyRequest::Kind::Ltl, formula});
  return check(static_cast<TransitionSystem&>(system), options, observer);
}

}  // namespace weir
