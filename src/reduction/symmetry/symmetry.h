// SPDX-License-Identifier: Apache-2.0
// Symmetry of processes that have no identity (Clarke, Enders, Filkorn and Jha 1996; Ip and Dill 1996): where no code
// and no atom can tell which of several processes of one kind stands at which place of a state, exchanging them leads
// to a state with the same future. One of all such states stands for them: the one whose frames are sorted.
//
// A process has no identity if its number is never looked at: no `_pid`, no number kept from `run`, nobody looks into
// it by number or as the oldest of its type. What else a process knows, its parameters too, stands in its frame and
// moves with it. Process types with the same text are one kind (DVE has no other way to write several processes).
//
// Only the youngest process can end, so where processes of a kind end their order shows. Then ended processes are left
// out of states altogether, as if they vanished at once in any order, and processes stand in the order of their kinds.
// This keeps what does not see stuttering, where processes are not counted, not looked at by number, and have no
// channels of their own.
//
// docs/reductions.md has the proof, and what this may be combined with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/machine.h"
#include "model/program.h"
#include "reduction/symmetry/process_places.h"

namespace weir {

/// What a property looks at.
struct SymmetryAtoms {
  std::vector<CodeRef> code;         ///< of its atoms
  std::vector<std::uint32_t> types;  ///< process types that atoms about events mention
  std::string sees_stuttering = {};  ///< why steps that change no atom matter; empty: they do not
};

class Symmetry {
 public:
  Symmetry(const Program& program, const SymmetryAtoms& atoms);

  /// Why there is none; empty: processes are exchanged.
  const std::string& obstacle() const { return obstacle_; }
  /// Ended processes are left out: sound for what does not see stuttering only.
  bool leaves_out_ended() const { return leaves_out_ended_; }
  /// Whether processes that stand there are exchanged.
  bool exchanges(LocationId location) const { return kind_at_[location] != kNone; }

  /// Makes the state the one that stands for it, in place; gives its new size. `origin`: for each of its processes, the
  /// number that the process had before.
  std::size_t canonical(std::byte* state, std::size_t size, std::vector<std::uint32_t>* origin = nullptr) const;
  /// The same where one process of a state that stands for itself has moved; `places` are those of that state. False:
  /// more has changed than the order, `canonical` must be asked.
  bool settle(std::byte* state, const ProcessPlaces& places, std::uint32_t process) const;
  /// Whether the two may have to change places with each other, or with the same others.
  bool same_kind(const std::byte* one, const std::byte* other) const {
    const std::uint32_t kind = kind_at_[header(one)];
    return kind != kNone && kind == kind_at_[header(other)];
  }
  /// Of marks of transitions that were executed: what the first type of a kind has executed, the others may have.
  void spread(std::vector<std::uint8_t>& executed) const;
  /// Whether the youngest process has nothing left to do but end.
  bool youngest_has_ended(StateView state) const;

 private:
  class Finder;
  struct Item {
    std::uint32_t offset, bytes;
    std::uint32_t kind;    ///< kNone: not exchanged
    std::uint32_t number;  ///< of a process; kNone: a channel
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
  std::vector<std::uint32_t> stands_for_;  ///< by location: the same place in the kind's first process type
  std::vector<char> ended_;                ///< by location: a process has nothing to do there but end
};

}  // namespace weir
