// SPDX-License-Identifier: Apache-2.0
// Exchanges processes with identities according to a checked declaration (identity_check.h): computes the
// representative of a class of symmetric states.
//
// Every identity gets a colour from its properties that do not name identities (the state of its process, the contents
// of its array elements, the references to it), refined twice along references; identities are sorted by colour.
// Identities of equal colour are tried in all orders, and the smallest state is taken. If there are too many orders,
// they keep their order: a class may then have several representatives, which means more states but the same verdicts.
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

/// The new index of each identity; empty: no change.
using Exchange = std::vector<std::uint32_t>;

class IdentitySymmetry {
 public:
  /// `anonymous`: symmetry of processes without identity; may be null. Both must outlive this object.
  IdentitySymmetry(const Program& program, IdentityPlan plan, const Symmetry* anonymous);

  const IdentityPlan& plan() const { return plan_; }

  /// Replaces the state by its representative in place; returns its new size. `exchange`: applied first; then set to
  /// the whole exchange.
  std::size_t canonical(std::byte* state, std::size_t size, Exchange* exchange = nullptr) const;
  /// Exchanges processes in the state, and sorts those without identity. `origin`: for each process of the result, its
  /// previous number.
  std::size_t place(std::byte* state, std::size_t size, const Exchange& exchange,
                    std::vector<std::uint32_t>* origin) const;
  /// Whether a state inside an endless sequence was met: exchanging processes there is not supported.
  bool met_endless_sequence() const { return met_endless_sequence_; }
  /// Extends marks of executed transitions to those exchanged with them.
  void spread(std::vector<std::uint8_t>& executed) const;

 private:
  struct Scratch;
  class Colouring;
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
  /// `to` has the size of `from`.
  void apply(const std::byte* from, std::byte* to, std::size_t size, const Exchange& exchange) const;
  std::size_t sort_anonymous(std::byte* state, std::size_t size, std::vector<std::uint32_t>* origin) const;

  const Program& program_;
  IdentityPlan plan_;
  const Symmetry* anonymous_;
  MachineTables tables_;
  std::vector<std::uint32_t> small_index_;  ///< for values below 256
  mutable std::atomic<bool> met_endless_sequence_{false};
};

}  // namespace weir
