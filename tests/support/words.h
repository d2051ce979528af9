// SPDX-License-Identifier: Apache-2.0
// Enumerates finite words and lassos up to a length. A letter is a set of atoms: bit i is set if the i-th atom holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

namespace weir::test {

using Letter = std::uint64_t;
using Word = std::vector<Letter>;

struct LassoWord {
  Word prefix;
  Word cycle;  ///< never empty
};

/// Calls `visit` for every word of at most `length` letters over `atoms` atoms, the empty one first.
void for_each_word(std::size_t atoms, std::size_t length, const std::function<void(const Word&)>& visit);

/// Calls `visit` for every lasso with |prefix| <= `prefix` and 1 <= |cycle| <= `cycle`.
void for_each_lasso(std::size_t atoms, std::size_t prefix, std::size_t cycle,
                    const std::function<void(const LassoWord&)>& visit);

Word random_word(std::mt19937_64& random, std::size_t atoms, std::size_t length);

}  // namespace weir::test
