// SPDX-License-Identifier: Apache-2.0
// Estimates how far a state is from making a condition of a program true or false: guards, assertions and atoms
// (Edelkamp, Lluch Lafuente and Leue 2001, section 4.3). A comparison counts the difference of its sides, a test of a
// channel the messages to send or receive, any other condition 1 if it does not have the value. Conjunctions add,
// disjunctions take the smaller one.
//
//   x == 5 && nempty(q)   in a state with x = 2 and q empty:   3 + 1 to be true, 0 to be false
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/machine.h"
#include "model/program.h"

namespace weir {

class ConditionEstimates {
 public:
  static constexpr std::uint32_t kMost = 1023;
  using Condition = std::uint32_t;
  struct Estimate {
    std::uint32_t to_true = 0, to_false = 0;
  };

  /// The program must outlive this object.
  explicit ConditionEstimates(const Program& program);
  ConditionEstimates(const ConditionEstimates&) = delete;
  ConditionEstimates& operator=(const ConditionEstimates&) = delete;

  /// The value of the code.
  Condition value_of(CodeRef code);
  /// What the first assertion in the code asserts. Stores before it are ignored.
  Condition assertion_of(CodeRef code);

  /// Selects the state that estimates are about. It must exist as long as they are asked for.
  void attach(StateView state);
  std::uint32_t process_count() const { return machine_.process_count(); }
  LocationId location(std::uint32_t process) const { return machine_.location(process); }
  /// Selects the process whose variables are meant.
  void select(std::uint32_t process) { machine_.select(process); }
  void select_none() { machine_.select_none(); }
  /// At most kMost.
  Estimate of(Condition condition);
  /// Whether the channel operation is possible, apart from rendezvous and the contents of messages.
  bool has_room(const ChannelOperation& operation);

 private:
  class Reader;
  /// `left` and `right` are nodes before it if it is Not, AndJump or OrJump, otherwise pieces of code.
  struct Node {
    OpCode op = OpCode::Return;  ///< also a comparison, a test of a channel, or Truth; Return: nothing is known
    std::uint32_t left = 0, right = 0;
  };
  /// The condition is node `last`; it refers to nodes from `first` on, each after those it refers to.
  struct Range {
    std::uint32_t first = 0, last = 0;
  };

  Condition add(std::uint32_t first, std::optional<std::uint32_t> last, const Node& otherwise);
  std::uint32_t copy(std::size_t begin, std::size_t end);
  std::int32_t evaluate(std::uint32_t code);
  Estimate channel_estimate(const Node& node);
  Estimate estimate(const Node& node);

  const Program& original_;
  Program program_;  ///< the original with the code of operands added
  MachineTables tables_;
  Machine machine_;
  std::vector<Node> nodes_;
  std::vector<Range> conditions_;
  std::vector<Estimate> estimates_;  ///< by node, of the state
};

}  // namespace weir
