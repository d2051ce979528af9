// SPDX-License-Identifier: Apache-2.0
// The interpreter: an Executor that starts at once. See interpreter.cpp for how a state is expanded.
#pragma once

#include <atomic>
#include <memory>

#include "model/executor.h"
#include "model/machine.h"

namespace weir {

class Interpreter : public Executor, private Machine::EnabledTest {
 public:
  explicit Interpreter(const Program& program);
  ~Interpreter() override;

  void initial_states(SuccessorBuffer& out) const override;
  void successors(StateView state, SuccessorBuffer& out) const override;
  std::int32_t evaluate(CodeRef code, StateView state) const override;
  std::vector<MicroStep> unfold(StateView from, const Step& step) const override;

 private:
  struct Scratch;
  class Expansion;
  class Lease;
  bool enabled(Machine& machine, std::uint32_t process) const override;

  const Program& program_;
  MachineTables tables_;
  /// Working memory is kept for the next call; as many as calls that ran at the same time.
  static constexpr std::size_t kLeases = 64;
  struct alignas(64) IdlePlace {
    std::atomic<Scratch*> scratch = nullptr;
  };
  mutable std::array<IdlePlace, kLeases> idle_{};
};

}  // namespace weir
