// SPDX-License-Identifier: Apache-2.0
// The interpreter: a ProgramExecutor without start-up cost (state_expansion.h expands a state). Once enough states are
// expanded, it compiles native code and delegates to it where possible (native_code.h).
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include <weir/options.h>

#include "base/memory/scratch_pool.h"
#include "model/executor.h"
#include "model/expansion_limits.h"
#include "model/hidden_variables.h"
#include "model/machine.h"
#include "model/native_code.h"
#include "model/state_expansion.h"

namespace weir {

class Interpreter : public ProgramExecutor, private Machine::EnabledTest {
 public:
  explicit Interpreter(const Program& program);
  ~Interpreter() override;

  void initial_states(SuccessorBuffer& out) const override;
  void successors(StateView state, SuccessorBuffer& out) const override;
  void successors_of(std::span<const StateView> states, SuccessorBuffer& out, std::size_t* ends) const;
  std::optional<std::int32_t> evaluate(CodeRef code, StateView state) const override;
  AtomBits letter(std::span<const AtomCode> codes, StateView state) const override;
  /// See TransitionSystem::expand.
  void expand(std::span<const AtomCode> codes, StateView state, TransitionSystem::ExpansionRequest& request,
              SuccessorBuffer& out) const;
  /// Returns whether every process is at a location where it may end.
  bool may_end(StateView state) const;
  std::vector<MicroStep> unfold(StateView from, const Step& step) const override;
  /// Appends the successor that the script leads to, or one for a beginning of the script. Returns how many script
  /// steps were used, 0 if none is possible. The appended state is a successor, but its Step::transition is not
  /// numbered as one.
  std::size_t perform(StateView from, std::span<const ScriptStep> script, SuccessorBuffer& out) const;
  void add_fired(std::vector<std::uint8_t>& out) const override;

  // The following must not run concurrently with a const member:
  void use(Executor choice);
  Executor choice() const { return choice_; }
  /// Keeps native code but does not use it.
  void pause_native(bool pause) { paused_ = pause; }
  /// Registers an expression for letter().
  void watch(CodeRef code);
  /// Registers the event atoms of properties: long atomic sequences are distinguished by the events on them.
  void watch_events(const EventTest* events) { setting_.events = events; }
  /// Long uninterrupted sequences take memory from the budget.
  void obey(const ExpansionLimits& limits);
  ExpansionLimits limits() const { return {setting_.stop, setting_.memory}; }
  bool stopped() const { return setting_.stop->raised(); }

  /// Updates the hidden variables after the program's list changed. Must not run concurrently with a const member.
  void reconsider_hidden() { hidden_ = std::make_unique<HiddenVariables>(program_); }

  /// The run-time error in the initial values of variables; the initial state then has one faulty step and no other.
  RuntimeError initial_error() const { return initial_error_; }

  /// nullptr if there is none (yet); `why_no_native` gives the reason if compilation was tried.
  const NativeCode* native_code() const { return native_.load(); }
  const std::string& why_no_native() const { return why_not_; }

 private:
  struct Scratch;
  using Pool = ScratchPool<Scratch>;
  Pool::Lease lease() const;
  bool enabled(Machine& machine, std::uint32_t process) const override;
  const NativeCode* native(Scratch& scratch) const;
  void attach(Scratch& scratch, StateView state) const;
  void generate(StateView state, Scratch& scratch, bool attached, std::size_t room, SuccessorBuffer& out) const;
  void find_timeout(Scratch& scratch) const;
  void clear_hidden(SuccessorBuffer& out, std::size_t first, std::size_t room) const;
  AtomBits letter(std::span<const AtomCode> codes, StateView state, Scratch& scratch) const;
  void forget_native();
  void keep_fired(const Scratch& scratch) const;

  RuntimeError initialise(Scratch& scratch) const;

  const Program& program_;
  MachineTables tables_;
  RuntimeError initial_error_ = RuntimeError::None;
  StopFlag never_;
  MemoryBudget unlimited_;
  ExpansionSetting setting_;
  bool fixed_layout_ = true;  ///< processes and channels are neither created nor removed
  std::unique_ptr<HiddenVariables> hidden_;

  Executor choice_ = Executor::Auto;
  bool paused_ = false;
  std::vector<CodeRef> watched_;
  bool watches_timeout_ = false;  ///< some of them use `timeout`
  mutable std::atomic<bool> tried_ = false;
  mutable std::atomic<const NativeCode*> native_ = nullptr;
  mutable std::unique_ptr<NativeCode> owned_;
  mutable std::string why_not_;

  // Transitions fired, collected from destroyed working memory.
  mutable std::mutex fired_mutex_;
  mutable std::vector<std::uint8_t> fired_;  ///< guarded by fired_mutex_
  mutable Pool pool_;
};

}  // namespace weir
