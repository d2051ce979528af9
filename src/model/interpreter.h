// SPDX-License-Identifier: Apache-2.0
// The interpreter: an Executor that starts at once (state_expansion.h expands a state). When it has expanded so many
// states that it pays, it has native code written and lets it do what it can (native_code.h).
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "base/memory/scratch_pool.h"
#include "model/executor.h"
#include "model/hidden_variables.h"
#include "model/machine.h"
#include "model/native_code.h"
#include "model/state_expansion.h"

namespace weir {

enum class ExecutorChoice : std::uint8_t {
  Auto,         ///< native code once it pays
  Interpreter,  ///< never
  Native,       ///< from the first state on
};

class Interpreter : public Executor, private Machine::EnabledTest {
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
  /// Whether every process is where it may end.
  bool may_end(StateView state) const;
  std::vector<MicroStep> unfold(StateView from, const Step& step) const override;
  /// Appends the successor that the script leads to, or at least its beginning; returns how much of the script that
  /// was, 0 if it leads nowhere. What is appended is a successor, but its Step::transition is not numbered as one.
  std::size_t perform(StateView from, std::span<const ScriptStep> script, SuccessorBuffer& out) const;
  void add_fired(std::vector<std::uint8_t>& out) const override;

  // Not while another thread is in a const member:
  void use(ExecutorChoice choice);
  ExecutorChoice choice() const { return choice_; }
  /// Native code stays, and is not used.
  void pause_native(bool pause) { paused_ = pause; }
  /// Registers an expression that letter() will be asked for.
  void watch(CodeRef code);
  /// Registers the event atoms of properties: long atomic sequences are told apart by what they meet.
  void watch_events(const EventTest* events) { setting_.events = events; }
  /// From now on, expansions may end early, with successors missing, once `stop` is raised; long uninterrupted
  /// sequences take their memory from the budget, and raise it when there is none.
  struct Limits {
    StopFlag* stop = nullptr;
    MemoryBudget* memory = nullptr;
  };
  void obey(const Limits& limits);
  Limits limits() const { return {setting_.stop, setting_.memory}; }
  bool stopped() const { return setting_.stop->raised(); }

  /// The program's list of hidden variables has changed. Not while another thread is in a const member.
  void reconsider_hidden() { hidden_ = std::make_unique<HiddenVariables>(program_); }

  /// What goes wrong when variables get their initial values: then the initial state has a faulty step and no other.
  RuntimeError initial_error() const { return initial_error_; }

  /// nullptr: there is none (yet); then `why_no_native` says why, if it was tried.
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
  bool asks_timeout(CodeRef code) const;
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
  bool fixed_layout_ = true;  ///< processes and channels neither come nor go
  std::unique_ptr<HiddenVariables> hidden_;

  ExecutorChoice choice_ = ExecutorChoice::Auto;
  bool paused_ = false;
  std::vector<CodeRef> watched_;
  bool watches_timeout_ = false;  ///< some of them ask whether no process can move
  mutable std::atomic<bool> tried_ = false;
  mutable std::atomic<const NativeCode*> native_ = nullptr;
  mutable std::unique_ptr<NativeCode> owned_;
  mutable std::string why_not_;

  // Transitions fired in working memory that has been destroyed.
  mutable std::mutex fired_mutex_;
  mutable std::vector<std::uint8_t> fired_;  ///< guarded by fired_mutex_
  mutable Pool pool_;
};

}  // namespace weir
