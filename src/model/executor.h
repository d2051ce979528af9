// SPDX-License-Identifier: Apache-2.0
// Executor: runs a Program. The interpreter is one; native code may replace it without anybody else noticing.
// All members may be called from several threads at once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <weir/transition_system.h>

#include "model/program.h"

namespace weir {

/// One transition inside a step; a step has several where a process keeps control.
struct MicroStep {
  TransitionId transition = 0;
  std::int32_t process = kNoProcess;
  std::uint32_t within = kNone;  ///< the deterministic transition it is part of
  bool continues = false;        ///< of that one, and not its beginning
  bool receives = false;         ///< the second half of a rendezvous
  std::string output;            ///< what it printed
  std::int32_t channel = 0;      ///< number of the channel it used, 0: none
  std::vector<std::int32_t> message;
  std::string fault;
  std::vector<std::byte> before;  ///< the state in which it was taken
};

/// One transition of a way through a step, by its place among the transitions of the location where the process stands.
struct ScriptStep {
  std::uint32_t process = 0;
  std::uint32_t place = 0;
};

/// Steps of several transitions are numbered from kComposite on: by their place among the successors of their state.
inline constexpr std::uint32_t kComposite = 0x80000000U;

/// A state atom as code.
struct AtomCode {
  CodeRef code;
  bool asks_failure = false;  ///< it holds where the code cannot be evaluated, and not where it can
};

class Executor {
 public:
  virtual ~Executor() = default;
  virtual void initial_states(SuccessorBuffer& out) const = 0;
  virtual void successors(StateView state, SuccessorBuffer& out) const = 0;
  /// The value of an expression in a state, outside of any process; nothing: evaluating it is a run-time error.
  virtual std::optional<std::int32_t> evaluate(CodeRef code, StateView state) const = 0;
  /// Which expressions are true in the state, outside of any process. At most 64.
  virtual AtomBits letter(std::span<const AtomCode> codes, StateView state) const = 0;
  /// The transitions that make up a step, in order.
  virtual std::vector<MicroStep> unfold(StateView from, const Step& step) const = 0;
  /// Sets out[t] for every transition t that was taken so far, by whichever thread. Not while one is in successors().
  virtual void add_fired(std::vector<std::uint8_t>& out) const = 0;
};

}  // namespace weir
