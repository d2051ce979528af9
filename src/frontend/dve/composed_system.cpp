// SPDX-License-Identifier: Apache-2.0
#include "frontend/dve/composed_system.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

namespace weir::dve {

namespace {

constexpr std::uint64_t kJointSteps = 1 << 20;  ///< limit per state
constexpr std::uint32_t kTooMany = std::numeric_limits<std::uint32_t>::max() - 1;

/// Delegates everything except steps to one of the parts.
class Composed : public TransitionSystem {
 public:
  void initial_states(SuccessorBuffer& out) const override { part().initial_states(out); }
  bool is_state(StateView state) const override { return part().is_state(state); }
  Expected<Atom> resolve(std::string_view text) override { return part().resolve(text); }
  bool holds(std::uint32_t atom, StateView state) const override { return part().holds(atom, state); }
  bool is_defined(std::uint32_t atom, StateView state) const override { return part().is_defined(atom, state); }
  bool may_be_undefined(std::uint32_t atom) const override { return part().may_be_undefined(atom); }
  std::optional<Value> value(std::uint32_t atom, StateView state) const override { return part().value(atom, state); }
  /// DVE has no event atoms.
  bool occurs(std::uint32_t, StateView, const Step&) const override { return false; }
  bool may_end(StateView state) const override { return part().may_end(state); }
  std::vector<Variable> show(StateView state) const override { return part().show(state); }

 private:
  virtual TransitionSystem& part() const = 0;
};

class Synchronous final : public Composed {
 public:
  Synchronous(std::unique_ptr<ProgramSystem> processes, const std::vector<std::vector<std::uint32_t>>& writes,
              std::int32_t skipped)
      : processes_(std::move(processes)), skipped_(skipped) {
    const std::vector<VariableInfo>& globals = processes_->program().globals;
    for (const std::vector<std::uint32_t>& places : writes) {
      std::vector<std::size_t>& variables = written_.emplace_back();
      for (std::size_t v = 0; v < globals.size(); ++v)
        if (std::find(places.begin(), places.end(), globals[v].place.offset) != places.end()) variables.push_back(v);
    }
  }

  void successors(StateView state, SuccessorBuffer& out) const override {
    SuccessorBuffer single;
    processes_->successors(state, single);
    const std::vector<std::vector<std::size_t>> choices = by_process(single);
    if (choices.empty()) return;
    std::uint64_t combinations = 1;
    for (const auto& of_one : choices) combinations *= combinations > kJointSteps ? 1 : of_one.size();
    if (combinations > kJointSteps) {
      out.append({.transition = kTooMany, .fault = Fault::RuntimeError}, state);
      return;
    }
    std::vector<std::byte> next;
    for (std::uint32_t number = 0; number < combinations; ++number) {
      const std::vector<std::size_t> chosen = combination(choices, number);
      Step step{.transition = number};
      if (!join(state, single, chosen, next).empty()) step.fault = Fault::RuntimeError;
      out.append(step, next);
    }
  }

  StepDescription describe(StateView from, const Step& step, StateView) const override {
    StepDescription result;
    if (step.transition == kTooMany) {
      result.fault = "the processes have more than a million joint steps";
      return result;
    }
    SuccessorBuffer single;
    processes_->successors(from, single);
    const std::vector<std::size_t> chosen = combination(by_process(single), step.transition);
    for (const std::size_t i : chosen) {
      const StepDescription one = processes_->describe(from, single.step(i), single.state(i));
      result.event += (result.event.empty() ? "" : " | ") + one.process + ": " + one.event;
      if (result.file.empty()) result.file = one.file, result.line = one.line;
    }
    std::vector<std::byte> next;
    result.fault = join(from, single, chosen, next);
    return result;
  }

 private:
  TransitionSystem& part() const override { return *processes_; }

  /// The steps of each process; empty if some process has none.
  std::vector<std::vector<std::size_t>> by_process(const SuccessorBuffer& single) const {
    const std::size_t count = processes_->program().initial.size();
    std::vector<std::vector<std::size_t>> all(count);
    for (std::size_t i = 0; i < single.size(); ++i) all[static_cast<std::size_t>(single.step(i).process)].push_back(i);
    std::vector<std::vector<std::size_t>> result;
    for (std::size_t p = 0; p < count; ++p) {
      if (static_cast<std::int32_t>(p) == skipped_) continue;
      if (all[p].empty()) return {};
      result.push_back(std::move(all[p]));
    }
    return result;
  }

  static std::vector<std::size_t> combination(const std::vector<std::vector<std::size_t>>& choices,
                                              std::uint64_t number) {
    std::vector<std::size_t> chosen;
    for (const auto& of_one : choices) {
      chosen.push_back(of_one[number % of_one.size()]);
      number /= of_one.size();
    }
    return chosen;
  }

  /// Computes the state after all of these steps; returns an error message, or an empty string.
  std::string join(StateView from, const SuccessorBuffer& single, const std::vector<std::size_t>& chosen,
                   std::vector<std::byte>& next) const {
    const Program& program = processes_->program();
    next.assign(from.begin(), from.end());
    std::vector<std::int32_t> writer(program.globals.size(), kNoProcess);
    for (const std::size_t i : chosen) {
      const Step& step = single.step(i);
      const StateView after = single.state(i);
      if (step.fault != Fault::None) return processes_->describe(from, step, after).fault;
      for (const std::size_t v : written_[step.transition]) {
        const VariableInfo& variable = program.globals[v];
        if (writer[v] != kNoProcess && writer[v] != step.process)
          return "two processes assign to '" + variable.name + "' in one step";
        writer[v] = step.process;
        const std::size_t bytes = std::size_t{bytes_of(variable.place.width)} * variable.count;
        std::memcpy(next.data() + variable.place.offset, after.data() + variable.place.offset, bytes);
      }
      const std::size_t location = program.fixed_bytes + static_cast<std::size_t>(step.process) * program.header_bytes;
      std::memcpy(next.data() + location, after.data() + location, program.header_bytes);
    }
    return {};
  }

  std::unique_ptr<ProgramSystem> processes_;
  std::int32_t skipped_;
  std::vector<std::vector<std::size_t>> written_;  ///< by transition: the variables, as indices of Program::globals
};

class WithProperty final : public Composed {
 public:
  explicit WithProperty(PropertyParts parts) : parts_(std::move(parts)) {}

  void successors(StateView state, SuccessorBuffer& out) const override {
    std::uint32_t number = 0;
    std::vector<std::byte> next;
    visit(state, [&](const Piece& piece) {
      const Step* shown = piece.system != nullptr ? piece.system : piece.property;
      Step step{.transition = number++};
      if (shown != nullptr && piece.system != nullptr) step.process = shown->process, step.partner = shown->partner;
      for (const Step* one : {piece.system, piece.property})
        if (one != nullptr && one->fault != Fault::None) step.fault = one->fault;
      build(state, piece, next);
      out.append(step, next);
    });
  }

  StepDescription describe(StateView from, const Step& step, StateView) const override {
    StepDescription result;
    std::uint32_t number = 0;
    visit(from, [&](const Piece& piece) {
      if (number++ != step.transition) return;
      StepDescription moved;
      if (piece.property != nullptr) moved = parts_.alone->describe(from, *piece.property, piece.property_state);
      if (piece.system != nullptr && piece.property == nullptr) {
        result = parts_.together->describe(from, *piece.system, piece.system_state);
      } else if (piece.system != nullptr) {
        result = parts_.beside->describe(from, *piece.system, piece.system_state);
        result.event += " | " + moved.process + ": " + moved.event;
      } else if (piece.property != nullptr) {
        result = moved;
      } else {
        result.event = "the property process cannot move, so it does not accept the run";
      }
      if (result.fault.empty()) result.fault = moved.fault;
    });
    return result;
  }
  std::uint32_t process_limit() const override { return parts_.beside->process_limit(); }
  bool is_state(StateView state) const override {
    if (!parts_.beside->is_state(state)) return false;
    if (location(state) == parts_.stuck) return true;
    return parts_.alone->is_state(state) && (parts_.together == nullptr || parts_.together->is_state(state));
  }

 private:
  /// One step: of the system and the property process; of a sender and the property process (`property` is then
  /// nullptr, and the step is one of `together`); of the property process alone; or, if there is neither, its end.
  struct Piece {
    const Step* system = nullptr;
    StateView system_state = {};
    const Step* property = nullptr;
    StateView property_state = {};
  };

  TransitionSystem& part() const override { return *parts_.beside; }

  LocationId location(StateView state) const {
    LocationId value = std::to_integer<LocationId>(state[parts_.location]);
    if (parts_.location_bytes == 2) value |= std::to_integer<LocationId>(state[parts_.location + 1]) << 8;
    return value;
  }

  template <class Visitor>
  void visit(StateView state, Visitor take) const {
    if (location(state) == parts_.stuck) return;
    SuccessorBuffer steps, moves, pairs;
    parts_.beside->successors(state, steps);
    parts_.alone->successors(state, moves);
    if (parts_.together != nullptr) parts_.together->successors(state, pairs);
    for (std::size_t i = 0; i < steps.size(); ++i)
      for (std::size_t k = 0; k < moves.size(); ++k)
        take({&steps.step(i), steps.state(i), &moves.step(k), moves.state(k)});
    for (std::size_t i = 0; i < pairs.size(); ++i) take({&pairs.step(i), pairs.state(i), nullptr, {}});
    if (!steps.empty() && moves.empty() && pairs.empty()) take({});
    if (!steps.empty() || !pairs.empty()) return;
    for (std::size_t k = 0; k < moves.size(); ++k) take({nullptr, {}, &moves.step(k), moves.state(k)});
    if (moves.empty()) take({});
  }

  void build(StateView state, const Piece& piece, std::vector<std::byte>& next) const {
    const StateView base = piece.system != nullptr     ? piece.system_state
                           : piece.property != nullptr ? piece.property_state
                                                       : state;
    next.assign(base.begin(), base.end());
    if (piece.system == nullptr && piece.property == nullptr) {
      next[parts_.location] = static_cast<std::byte>(parts_.stuck & 0xFF);
      if (parts_.location_bytes == 2) next[parts_.location + 1] = static_cast<std::byte>(parts_.stuck >> 8);
    } else if (piece.system != nullptr && piece.property != nullptr) {
      std::memcpy(next.data() + parts_.location, piece.property_state.data() + parts_.location, parts_.location_bytes);
      for (const Lowered::Range& range : parts_.variables)
        std::memcpy(next.data() + range.offset, piece.property_state.data() + range.offset, range.bytes);
    }
  }

  PropertyParts parts_;
};

}  // namespace

std::unique_ptr<TransitionSystem> synchronous(std::unique_ptr<ProgramSystem> processes,
                                              const std::vector<std::vector<std::uint32_t>>& writes,
                                              std::int32_t skipped) {
  return std::make_unique<Synchronous>(std::move(processes), writes, skipped);
}

std::unique_ptr<TransitionSystem> with_property(PropertyParts parts) {
  return std::make_unique<WithProperty>(std::move(parts));
}

}  // namespace weir::dve
