// SPDX-License-Identifier: Apache-2.0
// Sets variables whose value does not matter to zero, so that states that differ only in them become equal.
//
// Dead: a variable of a process that is written before it is read again on every path (live-variable analysis,
// backwards over the locations of the process).
// Sliced: a variable that only flows into sliced variables: no guard, message, index, assertion or atom of the property
// depends on it.
//
// The result is bisimilar step by step, so this is sound for every property; only the displayed values differ.
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
  /// The number of bits that are cleared: of globals, and of frames at each location.
  std::size_t cleared_bits() const;
  /// Variables that hold identities are set to their greatest value instead of zero, which may be an identity; if the
  /// greatest value is one too, they keep their value.
  void keep_apart(const IdentityPlan& plan);
  /// Clears irrelevant variables in the bytes of a state.
  void clear(std::byte* state, std::size_t size) const;
  /// For a state that was cleared before some processes moved: clears the globals, then call for each of these
  /// processes, whose frame begins at `frame`.
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
    std::byte keep;                 ///< mask of the bits to keep
    std::byte fill = std::byte{0};  ///< value to set
  };
  /// The bytes that are not zero in `bits`, whose ones are cleared.
  static std::vector<Byte> bytes_to_clear(const std::vector<std::uint8_t>& bits);

  const Program& program_;
  MachineTables tables_;
  std::vector<Byte> global_;
  std::vector<std::vector<Byte>> at_location_;  ///< relative to the frame
  bool nothing_ = true;
};

}  // namespace weir
