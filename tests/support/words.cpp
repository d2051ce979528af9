// SPDX-License-Identifier: Apache-2.0
#include "support/words.h"

namespace weir::test {
namespace {

// Enumerates the words of one length like numbers in base 2^atoms.
bool next_word(Word& word, std::size_t atoms) {
  for (Letter& letter : word) {
    if (++letter < (Letter{1} << atoms)) return true;
    letter = 0;
  }
  return false;
}

}  // namespace

void for_each_word(std::size_t atoms, std::size_t length, const std::function<void(const Word&)>& visit) {
  for (std::size_t n = 0; n <= length; ++n) {
    Word word(n, 0);
    do visit(word);
    while (next_word(word, atoms));
  }
}

void for_each_lasso(std::size_t atoms, std::size_t prefix, std::size_t cycle,
                    const std::function<void(const LassoWord&)>& visit) {
  for (std::size_t p = 0; p <= prefix; ++p) {
    for (std::size_t c = 1; c <= cycle; ++c) {
      Word letters(p + c, 0);
      do {
        const auto middle = letters.begin() + static_cast<std::ptrdiff_t>(p);
        visit({Word(letters.begin(), middle), Word(middle, letters.end())});
      } while (next_word(letters, atoms));
    }
  }
}

Word random_word(std::mt19937_64& random, std::size_t atoms, std::size_t length) {
  Word word(length);
  for (Letter& letter : word) letter = random() & ((Letter{1} << atoms) - 1);
  return word;
}

}  // namespace weir::test
