// SPDX-License-Identifier: Apache-2.0
// StubbornSetCache: caches the set chosen in a situation. A stubborn set depends on the locations of the processes and
// on what each of them can do there; a model has far fewer such situations than states. The cache is cleared when it is
// full. Used by one thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace weir {

class StubbornSetCache {
 public:
  /// The situation; set before find().
  std::vector<std::uint64_t> key;

  std::optional<std::uint64_t> find() {
    hash_ = 0x9E3779B97F4A7C15ULL;
    for (const std::uint64_t word : key) {
      hash_ = (hash_ ^ word) * 0xD6E8FEB86659FD93ULL;
      hash_ ^= hash_ >> 32;
    }
    if (places_.empty()) return std::nullopt;
    for (std::size_t at = hash_ & (places_.size() - 1);; at = (at + 1) & (places_.size() - 1)) {
      if (places_[at] == kFree) return std::nullopt;
      const Entry& entry = entries_[places_[at]];
      if (entry.hash == hash_ && entry.words == key.size() &&
          std::equal(key.begin(), key.end(), words_.begin() + static_cast<std::ptrdiff_t>(entry.begin)))
        return entry.choice;
    }
  }

  /// Call after an unsuccessful find().
  void insert(std::uint64_t choice) {
    if (entries_.size() >= kMostEntries || words_.size() + key.size() > kMostWords) {
      entries_.clear();
      words_.clear();
      std::fill(places_.begin(), places_.end(), kFree);
    }
    if (entries_.size() * 2 >= places_.size()) grow();
    entries_.push_back({hash_, choice, words_.size(), key.size()});
    words_.insert(words_.end(), key.begin(), key.end());
    place(static_cast<std::uint32_t>(entries_.size() - 1));
  }

 private:
  static constexpr std::uint32_t kFree = 0xFFFFFFFF;
  static constexpr std::size_t kFewest = 64;
  static constexpr std::size_t kMostEntries = std::size_t{1} << 16;
  static constexpr std::size_t kMostWords = std::size_t{1} << 20;

  struct Entry {
    std::uint64_t hash;
    std::uint64_t choice;
    std::size_t begin, words;
  };

  void place(std::uint32_t entry) {
    std::size_t at = entries_[entry].hash & (places_.size() - 1);
    while (places_[at] != kFree) at = (at + 1) & (places_.size() - 1);
    places_[at] = entry;
  }
  void grow() {
    places_.assign(std::max(places_.size() * 2, kFewest), kFree);
    for (std::uint32_t i = 0; i < entries_.size(); ++i) place(i);
  }

  std::vector<Entry> entries_;
  std::vector<std::uint64_t> words_;   ///< the keys, back to back
  std::vector<std::uint32_t> places_;  ///< at least twice as many as entries; kFree: unused
  std::uint64_t hash_ = 0;             ///< hash of the key of the last find()
};

}  // namespace weir
