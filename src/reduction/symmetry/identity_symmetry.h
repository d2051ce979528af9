// SPDX-License-Identifier: Apache-2.0
// Exchanging processes that have identities, as a checked declaration says (identity_check.h): which of the states that
// are alike stands for them all.
//
// Every identity gets a colour from what can be said of it without naming identities (what its process does, what its
// array elements hold, who points at it), refined twice along pointers; identities are sorted by colour. Those with the
// same colour are tried in all orders, and the smallest state is taken; where these are too many, they stay in the
// order they are in. Then several states may stand for one class: more states, the same verdicts.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <weir/transition_system.h>

#include "model/machine.h"
#include "reduction/symmetry/identity_check.h"
#include "reduction/symmetry/symmetry.h"

namespace weir {

/// Where each identity goes, by its index; empty: all stay.
using Exchange = std::vector<std::uint32_t>;

class IdentitySymmetry {
 public:
  /// `anonymous`: of processes without identity; may be null. Both must live as long as this.
  IdentitySymmetry(const Program& program, IdentityPlan plan, const Symmetry* anonymous);

  const IdentityPlan& plan() const { return plan_; }

  /// Makes the state the one that stands for it, in place; gives its new size. `exchange`: applied first; then what was
  /// done in all.
  std::size_t canonical(std::byte* state, std::size_t size, Exchange* exchange = nullptr) const;
  /// The state with processes exchanged, and those without identity sorted. `origin`: for each process of the result,
  /// the number that it had before.
  std::size_t place(std::byte* state, std::size_t size, const Exchange& exchange,
                    std::vector<std::uint32_t>* origin) const;
  /// A state inside of an endless sequence was met: exchanging processes there is not provided for.
  bool met_endless_sequence() const { return met_endless_sequence_; }
  /// Of marks of transitions that were executed: those that are exchanged with them may be.
  void spread(std::vector<std::uint8_t>& executed) const;

 private:
  struct Scratch;
  bool starting(const std::byte* state, std::size_t size) const;
  bool in_endless_sequence(const std::byte* state, std::size_t size) const;
  std::uint32_t header(const std::byte* item) const;
  std::uint32_t index_of(std::int32_t value) const;
  std::int32_t renamed(std::int32_t value, Sort sort, const Exchange& exchange) const;
  void rename(std::byte* base, const IdentityPlan::Item& item, const Exchange& exchange) const;
  void move_elements(const std::byte* from, std::byte* to, const IdentityPlan::Item& item,
                     const Exchange& exchange) const;
  void apply_owned(const std::byte* from, std::byte* to, const IdentityPlan::Item& item,
                   const Exchange& exchange) const;
  void rename_messages(std::byte* channel, std::uint32_t type, const Exchange& exchange) const;
  /// `to` is as long as `from`.
  void apply(const std::byte* from, std::byte* to, std::size_t size, const Exchange& exchange) const;
  std::size_t sort_anonymous(std::byte* state, std::size_t size, std::vector<std::uint32_t>* origin) const;
  void colour(const std::byte* state, std::size_t size, Scratch& scratch) const;

  const Program& program_;
  IdentityPlan plan_;
  const Symmetry* anonymous_;
  MachineTables tables_;
  std::vector<std::uint32_t> small_index_;  ///< of values below 256
  mutable std::atomic<bool> met_endless_sequence_{false};
};

}  // namespace weir
