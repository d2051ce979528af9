// SPDX-License-Identifier: Apache-2.0
// TreeRoot: a pair of part numbers. The topmost pair of a tree represents a state; the pairs below it have the same
// type.
#pragma once

#include <cstdint>

#include "base/table/hash.h"

namespace weir {

struct TreeRoot {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  friend bool operator==(const TreeRoot&, const TreeRoot&) = default;
};

inline std::uint64_t hash_of_root(TreeRoot root) { return hash_mix((std::uint64_t{root.left} << 32) | root.right, 0); }
/// The hash of a pair below the root.
inline std::uint64_t hash_of_pair(TreeRoot pair) {
  return hash_mix((std::uint64_t{pair.left} << 32) | pair.right, 0x2545F4914F6CDD1D);
}

}  // namespace weir
