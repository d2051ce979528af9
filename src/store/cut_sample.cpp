// SPDX-License-Identifier: Apache-2.0
#include "store/cut_sample.h"

#include <algorithm>

#include "base/hash.h"

namespace weir {

void CutSample::add(StateView state) {
  bytes_.insert(bytes_.end(), state.begin(), state.end());
  ends_.push_back(bytes_.size());
  longest_ = std::max(longest_, state.size());
}

/// By hash: a collision in a few million would change the count by one.
template <class Part>
std::size_t CutSample::count_values(Part&& part) const {
  std::vector<std::uint64_t> table(4 * kStates, 0);
  std::size_t count = 0;
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    const std::uint64_t hash = hash_bytes(part(StateView(bytes_.data() + begin, end - begin))) | 1;
    std::size_t at = (hash >> 20) % table.size();
    while (table[at] != 0 && table[at] != hash) at = (at + 1) % table.size();
    count += table[at] == 0 ? 1 : 0;
    table[at] = hash;
    begin = end;
  }
  return count;
}

std::size_t CutSample::left_values(std::size_t cut) const {
  return count_values([&](StateView state) { return state.first(std::min(cut, state.size())); });
}

std::size_t CutSample::right_values(std::size_t cut) const {
  return count_values([&](StateView state) { return state.subspan(std::min(cut, state.size())); });
}

std::size_t CutSample::best_cut() const {
  // The least cut at which the left half takes at least as many values as the right one.
  std::size_t low = 0;
  std::size_t high = longest_;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (left_values(middle) >= right_values(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low > 0 && values(low - 1) < values(low) ? low - 1 : low;
}

}  // namespace weir
