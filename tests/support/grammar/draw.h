// SPDX-License-Identifier: Apache-2.0
// Random choices. The same seed gives the same choices with every compiler and standard library, provided that no two
// draws are arguments of one call, where the compiler chooses the order. Inside braces the order is defined.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace weir::test {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  /// 0 .. count - 1.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
  int between(int least, int greatest) { return least + static_cast<int>(below(std::size_t(greatest - least + 1))); }
  bool chance(int percent) { return between(0, 99) < percent; }
  template <class T>
  const T& one_of(const std::vector<T>& choices) {
    return choices[below(choices.size())];
  }
  template <class T>
  T one_of(std::initializer_list<T> choices) {
    return choices.begin()[below(choices.size())];
  }
  /// An index drawn with probability proportional to its weight. Some weight must be positive.
  std::size_t weighted(const std::vector<int>& weights) {
    int drawn = between(0, std::accumulate(weights.begin(), weights.end(), 0) - 1);
    for (std::size_t i = 0;; ++i)
      if ((drawn -= weights[i]) < 0) return i;
  }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }
  std::uint64_t seed() { return random_(); }

 private:
  std::mt19937_64 random_;
};

}  // namespace weir::test
