// SPDX-License-Identifier: Apache-2.0
#include "pipeline/mine/case_relations.h"

namespace weir {

void CaseRelations::add(Name name) {
  // The name is searched from the most recent one: logs repeat themselves.
  std::size_t place = recent_.size();
  while (place > 0 && seen_[recent_[place - 1]].name != name) --place;
  const bool known = place > 0;
  const std::uint32_t before = recent_.empty() ? kSeveral : recent_.back();
  const std::uint32_t own = known ? recent_[place - 1] : static_cast<std::uint32_t>(seen_.size());
  if (known) {
    // The names that are less recent did not happen since the last event of this name.
    for (std::size_t i = 0; i + 1 < place; ++i) set(seen_[own].gap, recent_[i]);
    recent_.erase(recent_.begin() + static_cast<std::ptrdiff_t>(place - 1));
  } else {
    for (Seen& other : seen_)
      if (other.count > 1) set(other.gap, own);
    seen_.push_back({.name = name, .first = events_});
  }
  Seen& here = seen_[own];
  ++here.count;
  here.last = events_++;
  meet(here.previous, before);
  if (before != kSeveral) {
    meet(seen_[before].next, own);
    set(seen_[before].follows, own);
  }
  recent_.push_back(own);
}

CaseRelations::Pair CaseRelations::pair(std::size_t a, std::size_t b) const {
  const Seen& left = seen_[a];
  const Seen& right = seen_[b];
  Pair pair{};
  pair.response = right.last > left.last;
  pair.precedence = left.first < right.first;
  pair.alternate_response = pair.response && !get(left.gap, b);
  pair.alternate_precedence = pair.precedence && !get(right.gap, a);
  pair.chain_response = left.next == b && !is_last(a);  // the last event has no next one
  pair.chain_precedence = right.previous == a;
  pair.not_succession = left.first > right.last;
  pair.not_chain_succession = !get(left.follows, b);
  return pair;
}

}  // namespace weir
