// SPDX-License-Identifier: Apache-2.0
#include "base/text/nearest_name.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace weir {
namespace {

constexpr std::size_t kLongestName = 64;

/// Levenshtein distance with transpositions.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

}  // namespace

NearestName::NearestName(std::string_view name)
    : name_(name),
      distance_(name.size() > kLongestName ? 0
                : name.size() <= 2         ? 2
                : name.size() <= 5         ? 3
                                           : 4) {}

void NearestName::consider(std::string_view candidate) {
  if (candidate.size() > name_.size() + distance_ || name_.size() > candidate.size() + distance_) return;
  const std::size_t far = distance(name_, candidate);
  if (far >= std::max(name_.size(), candidate.size())) return;  // nothing in common
  // Break ties alphabetically: candidates may come in any order.
  if (far > distance_ || (far == distance_ && (nearest_.empty() || nearest_ < candidate))) return;
  distance_ = far;
  nearest_ = candidate;
}

std::string NearestName::suggestion() const {
  return nearest_.empty() ? "" : "; did you mean '" + std::string(nearest_) + "'?";
}

}  // namespace weir
