// SPDX-License-Identifier: Apache-2.0
// Symmetry of processes without identity (Clarke, Enders, Filkorn and Jha 1996; Ip and Dill 1996): if no code and no
// atom can distinguish several processes of one kind, exchanging them leads to a state with the same future. The
// representative of all such states is the one with sorted frames.
//
// A process has no identity if its number is never read: no `_pid`, no number kept from `run`, no remote access by
// number or as the oldest of its type. Everything else that a process knows, including its parameters, is in its frame
// and moves with it. Process types with the same text are one kind (DVE has no other way to write several processes).
//
// Only the youngest process can end, so the order of processes that end is observable. Ended processes are then omitted
// from states, as if they vanished immediately in any order, and processes are ordered by kind. This preserves
// stutter-invariant properties if processes are not counted, not accessed by number, and have no channels of their own.
//
// docs/reductions.md has the proof and the allowed combinations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/machine.h"
#include "model/program.h"
#include "reduction/symmetry/process_places.h"

namespace weir {

/// What a property reads.
struct SymmetryAtoms {
  std::vector<CodeRef> code;         ///< of its atoms
  std::vector<std::uint32_t> types;  ///< process types in event atoms
  std::string sees_stuttering = {};  ///< why the property is sensitive to stuttering; empty if it is not
};

class Symmetry {
 public:
  Symmetry(const Program& program, const SymmetryAtoms& atoms);

  /// Why symmetry does not apply; empty if processes are exchanged.
  const std::string& obstacle() const { return obstacle_; }
  /// Ended processes are omitted: sound only for stutter-invariant properties.
  bool leaves_out_ended() const { return leaves_out_ended_; }
  /// Returns whether processes at this location are exchanged.
  bool exchanges(LocationId location) const { return kind_at_[location] != kNone; }

  std::size_t exchanged_locations() const;

  /// Replaces the state by its representative in place; returns its new size. `origin`: for each process, its previous
  /// number.
  std::size_t canonical(std::byte* state, std::size_t size, std::vector<std::uint32_t>* origin = nullptr) const;
  /// As canonical(), for a representative in which one process has moved; `places` are those of that state. Returns
  /// false if more than the order has changed and canonical() is needed.
  bool settle(std::byte* state, const ProcessPlaces& places, std::uint32_t process) const;
  /// Returns whether the two may be exchanged with each other, or with the same others.
  bool same_kind(const std::byte* one, const std::byte* other) const {
    const std::uint32_t kind = kind_at_[header(one)];
    return kind != kNone && kind == kind_at_[header(other)];
  }
  /// Extends marks of executed transitions: what the first type of a kind has executed, the others may have.
  void spread(std::vector<std::uint8_t>& executed) const;
  /// Returns whether the youngest process has nothing left to do but end.
  bool youngest_has_ended(StateView state) const;

 private:
  class Finder;
  struct Item {
    std::uint32_t offset, bytes;
    std::uint32_t kind;    ///< kNone: not exchanged
    std::uint32_t number;  ///< number of a process; kNone for a channel
  };
  std::uint32_t header(const std::byte* item) const { return ProcessPlaces::header(program_, item); }
  void set_header(std::byte* item, std::uint32_t value) const {
    item[0] = static_cast<std::byte>(value & 0xFF);
    if (program_.header_bytes == 2) item[1] = static_cast<std::byte>(value >> 8);
  }

  const Program& program_;
  MachineTables tables_;
  std::string obstacle_;
  bool leaves_out_ended_ = false;
  std::vector<std::uint32_t> kind_at_;     ///< by location: kind of its process; kNone: not exchanged
  std::vector<std::uint32_t> stands_for_;  ///< by location: the corresponding location in the kind's first process type
  std::vector<char> ended_;                ///< by location: a process there can only end
};

}  // namespace weir
