// SPDX-License-Identifier: Apache-2.0
// A Program as a TransitionSystem: states and steps from a ProgramExecutor, atoms, and readable descriptions.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <weir/options.h>
#include <weir/transition_system.h>

#include "model/expansion_limits.h"
#include "model/interpreter.h"
#include "model/program.h"
#include "model/state_check.h"

namespace weir {

/// The meaning of an atom of a formula.
struct CompiledAtom {
  enum class Kind : std::uint8_t {
    State,     ///< `code` is not 0
    Fails,     ///< `code` cannot be evaluated; also a state atom
    Sent,      ///< a message was sent on channel `code`
    Received,  ///< a message was received on channel `code`
    By,        ///< a process of type `process_type` acted, with number `code` if given
  };
  Kind kind = Kind::State;
  CodeRef code;
  CodeRef message;  ///< Sent, Received: value of the first field; empty: any value
  std::uint32_t process_type = 0;
  bool is_event() const { return kind != Kind::State && kind != Kind::Fails; }
};

/// Parses atoms in the language of the model; may add code to the program.
class AtomReader {
 public:
  virtual ~AtomReader() = default;
  virtual Expected<CompiledAtom> read(std::string_view text) = 0;
  /// See TransitionSystem::warnings.
  virtual Diagnostics warnings_of_atoms() const { return {}; }
};

/// How show() writes a channel without messages.
inline constexpr std::string_view kEmptyChannel = "[]";

class ProgramSystem : public TransitionSystem, public LimitedSystem, private EventTest {
 public:
  /// If `atoms` is null, only np_ and accept_ are known. Everything that `atoms` refers to must outlive this object.
  ProgramSystem(std::unique_ptr<Program> program, std::unique_ptr<AtomReader> atoms);
  ~ProgramSystem() override;

  void initial_states(SuccessorBuffer& out) const override { executor_->initial_states(out); }
  void successors(StateView state, SuccessorBuffer& out) const override { executor_->successors(state, out); }
  void successors_of(std::span<const StateView> states, SuccessorBuffer& out, std::size_t* ends) const override {
    executor_->successors_of(states, out, ends);
  }
  bool is_state(StateView state) const override { return check_->accepts(state); }
  Expected<Atom> resolve(std::string_view text) override;
  Diagnostics warnings() const override { return reader_ != nullptr ? reader_->warnings_of_atoms() : Diagnostics(); }
  bool holds(std::uint32_t state_atom, StateView state) const override;
  bool is_defined(std::uint32_t state_atom, StateView state) const override;
  bool may_be_undefined(std::uint32_t state_atom) const override;
  std::optional<Value> value(std::uint32_t state_atom, StateView state) const override;
  AtomBits letter(std::span<const std::uint32_t> atoms, StateView state) const override;
  bool expand(std::span<const std::uint32_t> atoms, StateView state, ExpansionRequest& request,
              SuccessorBuffer& out) const override;
  bool occurs(std::uint32_t event_atom, StateView from, const Step& step) const override;
  bool may_end(StateView state) const override { return executor_->may_end(state); }
  std::uint32_t process_limit() const override { return program_->process_bound; }
  Capabilities capabilities() const override {
    return {.partner_acts = !program_->passive_receivers, .program = this, .limited = this};
  }
  void obey(const ExpansionLimits& limits) override { executor_->obey(limits); }
  ExpansionLimits limits() const override { return executor_->limits(); }
  std::vector<Variable> show(StateView state) const override;
  StepDescription describe(StateView from, const Step& step, StateView to) const override;

  const Program& program() const { return *program_; }
  const ProgramExecutor& executor() const { return *executor_; }
  const Interpreter& interpreter() const { return *executor_; }
  /// Call before any search.
  void use(Executor choice) { executor_->use(choice); }
  void pause_native(bool pause) { executor_->pause_native(pause); }
  /// Makes hidden variables part of the state, and returns their names. Call before any state is made.
  std::vector<std::string> keep_hidden_variables();
  /// The result of resolve(), also for event atoms.
  const CompiledAtom& atom(std::uint32_t id) const { return atoms_[id]; }
  AtomCode state_atom(std::uint32_t id) const {
    return {atoms_[id].code, atoms_[id].kind == CompiledAtom::Kind::Fails};
  }
  /// `P[1]`, or the bare name if the process type is not numbered.
  std::string process_name(StateView state, std::int32_t process) const;
  /// The parts of `name!MSG,3`; `state` determines the names of processes.
  Communication communication(const MicroStep& step, const MicroStep* partner) const;

 private:
  bool matches(const CompiledAtom& atom, const MicroStep& step) const;
  EventSet events(const MicroStep& step) const override;
  std::string channel_name(std::int32_t number, StateView state) const;

  std::unique_ptr<Program> program_;
  std::unique_ptr<AtomReader> reader_;
  std::unique_ptr<Interpreter> executor_;
  std::unique_ptr<StateCheck> check_;
  std::vector<CompiledAtom> atoms_;
  std::size_t event_atoms_ = 0;
  std::unordered_map<std::string, Atom> known_atoms_;  ///< by text, so that each is compiled once
};

/// The program of the system, watched or not; nullptr if the system is not a program.
ProgramSystem* program_of(TransitionSystem& system);
const ProgramSystem* program_of(const TransitionSystem& system);
/// As above, but nullptr if the program is watched.
const ProgramSystem* unwatched_program_of(const TransitionSystem& system);

/// For its lifetime, native code is not used: a run is judged without the code that may have found it.
class Interpreted {
 public:
  explicit Interpreted(TransitionSystem& system) : program_(program_of(system)) {
    if (program_ != nullptr) program_->pause_native(true);
  }
  ~Interpreted() {
    if (program_ != nullptr) program_->pause_native(false);
  }
  Interpreted(const Interpreted&) = delete;
  Interpreted& operator=(const Interpreted&) = delete;

 private:
  ProgramSystem* program_;
};

/// "native code (310 transitions, 2 of them interpreted)", or "interpreter" with the reason; empty if the model is not
/// a program.
std::string describe_executor(const TransitionSystem& system);
std::string describe_executor(const Interpreter& interpreter);

}  // namespace weir
