// SPDX-License-Identifier: Apache-2.0
// Variables whose value does not matter are set to zero, so that states that differ in nothing else become one.
//
// Dead: a process' variable that will be written before it is read again, wherever control goes (live-variable
// analysis on each process' locations, backwards).
// Sliced: a variable that only flows into variables that are sliced too: no guard, message, index, assertion or atom
// of the property depends on it.
//
// What is left is bisimilar step by step, so this is sound for every property; only what is shown of a state differs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <weir/transition_system.h>

#include "model/machine.h"
#include "model/program.h"
#include "reduction/symmetry/identity_check.h"
#include "reduction/symmetry/process_places.h"

namespace weir {

class DeadVariables {
 public:
  /// `atoms`: code of the property's atoms.
  DeadVariables(const Program& program, const std::vector<CodeRef>& atoms, bool dead, bool slice);

  bool nothing() const { return nothing_; }
  /// From now on variables that hold identities are not set to zero, which may be one, but to the greatest value; where
  /// that is one too, they keep their value.
  void keep_apart(const IdentityPlan& plan);
  /// Clears what does not matter in the bytes of a state.
  void clear(std::byte* state, std::size_t size) const;
  /// The same where everything was cleared before some processes moved: what is global, and then each of them, whose
  /// frame begins at `frame`.
  void clear_globals(std::byte* state) const {
    for (const Byte& byte : global_) state[byte.offset] = (state[byte.offset] & byte.keep) | byte.fill;
  }
  void clear_process(std::byte* state, std::uint32_t frame) const {
    std::byte* const own = state + frame;
    for (const Byte& byte : at_location_[ProcessPlaces::header(program_, own)])
      own[byte.offset] = (own[byte.offset] & byte.keep) | byte.fill;
  }

 private:
  struct Byte {
    std::uint32_t offset;
    std::byte keep;                 ///< mask of what stays
    std::byte fill = std::byte{0};  ///< what is set instead
  };
  static std::vector<Byte> bytes_of_bits(const std::vector<bool>& bits);

  const Program& program_;
  MachineTables tables_;
  std::vector<Byte> global_;
  std::vector<std::vector<Byte>> at_location_;  ///< relative to the frame
  bool nothing_ = true;
};

}  // namespace weir
