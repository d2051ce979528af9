// SPDX-License-Identifier: Apache-2.0
// The interpreter: an Executor that starts at once. See interpreter.cpp for how a state is expanded. When it has
// expanded so many states that it pays, it has native code written and lets it do what it can (native_code.h).
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "model/executor.h"
#include "model/hidden_variables.h"
#include "model/machine.h"
#include "model/native_code.h"
#include "model/state_letters.h"

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
  std::int32_t evaluate(CodeRef code, StateView state) const override;
  std::uint64_t letter(std::span<const CodeRef> codes, StateView state) const override;
  /// See StateLetters::expand.
  void expand(std::span<const CodeRef> codes, StateView state, StateLetters::Request& request,
              SuccessorBuffer& out) const;
  /// Whether every process is where it may end.
  bool may_end(StateView state) const;
  std::vector<MicroStep> unfold(StateView from, const Step& step) const override;
  void add_fired(std::vector<std::uint8_t>& out) const override;

  // Not while another thread is in a const member:
  void use(ExecutorChoice choice);
  ExecutorChoice choice() const { return choice_; }
  /// Native code stays, and is not used.
  void pause_native(bool pause) { paused_ = pause; }
  /// An expression that letter() will be asked for.
  void watch(CodeRef code);

  /// The program's list of hidden variables has changed. Not while another thread is in a const member.
  void reconsider_hidden() { hidden_ = std::make_unique<HiddenVariables>(program_); }

  /// nullptr: there is none (yet); then `why_no_native` says why, if it was tried.
  const NativeCode* native_code() const { return native_.load(); }
  const std::string& why_no_native() const { return why_not_; }

 private:
  struct Scratch;
  class Expansion;
  class Lease;
  bool enabled(Machine& machine, std::uint32_t process) const override;
  const NativeCode* native(Scratch& scratch) const;
  void attach(Scratch& scratch, StateView state) const;
  void generate(StateView state, Scratch& scratch, bool attached, std::size_t room, SuccessorBuffer& out) const;
  std::uint64_t letter(std::span<const CodeRef> codes, StateView state, Scratch& scratch) const;
  void forget_native();
  void keep_fired(const Scratch& scratch) const;

  const Program& program_;
  MachineTables tables_;
  bool fixed_layout_ = true;  ///< processes and channels neither come nor go
  std::unique_ptr<HiddenVariables> hidden_;
  /// Working memory is kept for the next call; as many as calls that ran at the same time.
  static constexpr std::size_t kLeases = 64;
  struct alignas(64) IdlePlace {
    std::atomic<Scratch*> scratch = nullptr;
  };
  mutable std::array<IdlePlace, kLeases> idle_{};

  ExecutorChoice choice_ = ExecutorChoice::Auto;
  bool paused_ = false;
  std::vector<CodeRef> watched_;
  mutable std::atomic<bool> tried_ = false;
  mutable std::atomic<const NativeCode*> native_ = nullptr;
  mutable std::unique_ptr<NativeCode> owned_;
  mutable std::string why_not_;

  // Of working memory that is gone.
  mutable std::mutex fired_mutex_;
  mutable std::vector<std::uint8_t> fired_;  ///< guarded by fired_mutex_
};

}  // namespace weir
