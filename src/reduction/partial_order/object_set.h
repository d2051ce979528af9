// SPDX-License-Identifier: Apache-2.0
// A set of small numbers as a bit vector; sets of one analysis have the same size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weir {

class ObjectSet {
 public:
  ObjectSet() = default;
  explicit ObjectSet(std::size_t size) : words_((size + 63) / 64) {}

  void add(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  void remove(std::size_t i) { words_[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }
  bool has(std::size_t i) const { return ((words_[i / 64] >> (i % 64)) & 1) != 0; }
  void add_all() {
    for (std::uint64_t& word : words_) word = ~std::uint64_t{0};
  }
  bool empty() const {
    for (const std::uint64_t word : words_)
      if (word != 0) return false;
    return true;
  }
  bool meets(const ObjectSet& other) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if ((words_[i] & other.words_[i]) != 0) return true;
    return false;
  }
  ObjectSet& operator|=(const ObjectSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  /// Removes the elements of `other`.
  ObjectSet& operator-=(const ObjectSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  friend bool operator==(const ObjectSet&, const ObjectSet&) = default;

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace weir
