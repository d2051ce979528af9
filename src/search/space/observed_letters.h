// SPDX-License-Identifier: Apache-2.0
// ObservedLetters: the distinct letters that a product has read. If some letter never occurred, a property may hold
// vacuously (pipeline/decide/vacuity).
#pragma once

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "automaton/property_automaton.h"

namespace weir {

class ObservedLetters {
 public:
  /// At most this many letters are kept.
  static constexpr std::size_t kMost = 1024;

  void note(Letter letter) {
    if (letter == last_ && !letters_.empty()) return;
    last_ = letter;
    if (letters_.size() < kMost && known_.insert(letter).second) letters_.push_back(letter);
  }
  void note(const std::vector<Letter>& letters) {
    for (const Letter letter : letters) note(letter);
  }
  const std::vector<Letter>& all() const { return letters_; }
  /// Whether all letters that occurred are kept.
  bool complete() const { return letters_.size() < kMost; }

 private:
  std::vector<Letter> letters_;
  std::unordered_set<Letter> known_;
  Letter last_ = 0;
};

inline ObservedLetters joined(ObservedLetters letters, const ObservedLetters& more) {
  letters.note(more.all());
  return letters;
}

}  // namespace weir
