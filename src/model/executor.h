// SPDX-License-Identifier: Apache-2.0
// ProgramExecutor: runs a Program. Implemented by the interpreter, which may delegate to native code.
// All members may be called from several threads concurrently.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <weir/transition_system.h>

#include "model/program.h"

namespace weir {

/// One transition of a step. A step has several if a process keeps control.
struct MicroStep {
  TransitionId transition = 0;
  std::int32_t process = kNoProcess;
  std::uint32_t within = kNone;  ///< the enclosing deterministic transition
  bool continues = false;        ///< part of that transition, but not its first
  bool receives = false;         ///< the second half of a rendezvous
  std::string output;            ///< printed output
  std::int32_t channel = 0;      ///< number of the channel it used, or 0
  std::vector<std::int32_t> message;
  std::string fault;
  std::vector<std::byte> before;  ///< the state before the transition
};

/// One transition of a path through a step, by its index among the transitions of the process's location.
struct ScriptStep {
  std::uint32_t process = 0;
  std::uint32_t place = 0;
};

/// Steps of several transitions are numbered from kComposite on, by their index among the successors of their state.
inline constexpr std::uint32_t kComposite = 0x80000000U;

/// A state atom as code.
struct AtomCode {
  CodeRef code;
  bool asks_failure = false;  ///< holds iff the code cannot be evaluated
};

class ProgramExecutor {
 public:
  virtual ~ProgramExecutor() = default;
  virtual void initial_states(SuccessorBuffer& out) const = 0;
  virtual void successors(StateView state, SuccessorBuffer& out) const = 0;
  /// Evaluates an expression in a state, outside of any process; empty on a run-time error.
  virtual std::optional<std::int32_t> evaluate(CodeRef code, StateView state) const = 0;
  /// Evaluates at most 64 expressions in a state, outside of any process.
  virtual AtomBits letter(std::span<const AtomCode> codes, StateView state) const = 0;
  /// The transitions that make up a step, in order.
  virtual std::vector<MicroStep> unfold(StateView from, const Step& step) const = 0;
  /// Sets out[t] for every transition t taken so far by any thread. Must not run concurrently with successors().
  virtual void add_fired(std::vector<std::uint8_t>& out) const = 0;
};

}  // namespace weir
