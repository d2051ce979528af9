// SPDX-License-Identifier: Apache-2.0
// StateLetters: a model that can evaluate many state atoms at once. A TransitionSystem that is one spares a product
// finding its way in a state for every atom.
#pragma once

#include <cstdint>
#include <span>

#include <weir/transition_system.h>

namespace weir {

/// Bit i is about atom i of a list.
struct AtomBits {
  std::uint64_t holds = 0;
  std::uint64_t undefined = 0;  ///< cannot be evaluated; then it does not hold
  friend bool operator==(const AtomBits&, const AtomBits&) = default;
};

class StateLetters {
 public:
  virtual ~StateLetters() = default;
  /// At most 64 atoms.
  virtual AtomBits letter(std::span<const std::uint32_t> atoms, StateView state) const = 0;

  /// Whether expand() may be called as well.
  virtual bool expands() const { return false; }
  /// What is asked of expand(): says, when the letter is known, how the successors are wanted.
  class Request {
   public:
    static constexpr int kNone = -1;
    virtual ~Request() = default;
    /// How many bytes stand behind each successor, for the caller to fill; kNone: no successors are needed.
    virtual int room_for(const AtomBits& letter) = 0;
  };
  /// The letter of the state and then its successors, finding the way in the state once.
  virtual void expand(std::span<const std::uint32_t>, StateView, Request&, SuccessorBuffer&) const {}
};

}  // namespace weir
