// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/place_bounds.h"

#include <algorithm>
#include <span>
#include <utility>

namespace weir::pnml {
namespace {

/// Sums of such numbers over all places do not overflow.
constexpr std::uint64_t kMostTokens = std::uint64_t{1} << 30;

struct Change {
  std::uint32_t node = 0;  ///< the transition or the place
  std::int32_t tokens = 0;
};

/// What transitions change, by transition and by place.
class Changes {
 public:
  explicit Changes(const Net& net) : at_transition_(net.transitions.size() + 1), at_place_(net.places.size() + 1) {
    for (std::size_t t = 0; t < net.transitions.size(); ++t) {
      for_each_change(net.transitions[t], [&](std::uint32_t place, std::int64_t tokens) {
        by_transition_.push_back({place, static_cast<std::int32_t>(tokens)});  // below kMostTokens
        ++at_place_[place + 1];
      });
      at_transition_[t + 1] = by_transition_.size();
    }
    for (std::size_t p = 0; p < net.places.size(); ++p) at_place_[p + 1] += at_place_[p];
    by_place_.resize(by_transition_.size());
    std::vector<std::size_t> next(at_place_.begin(), at_place_.end() - 1);
    for (std::uint32_t t = 0; t < net.transitions.size(); ++t)
      for (const Change& change : of_transition(t)) by_place_[next[change.node]++] = {t, change.tokens};
  }
  std::span<const Change> of_transition(std::uint32_t t) const { return slice(by_transition_, at_transition_, t); }
  std::span<const Change> of_place(std::uint32_t p) const { return slice(by_place_, at_place_, p); }
  std::size_t size() const { return by_transition_.size(); }

 private:
  static std::span<const Change> slice(const std::vector<Change>& all, const std::vector<std::size_t>& at,
                                       std::uint32_t node) {
    return {all.data() + at[node], at[node + 1] - at[node]};
  }
  std::vector<Change> by_transition_, by_place_;
  std::vector<std::size_t> at_transition_, at_place_;
};

class BoundSearch {
 public:
  explicit BoundSearch(const Net& net)
      : net_(net),
        changes_(net),
        gain_(net.transitions.size(), 0),
        state_(net.places.size(), State::Outside),
        bounds_(net.places.size(), kNoBound) {}

  std::vector<std::uint64_t> bounds() {
    // Most sets are found at once; what is left may be hard, so that each round has a share of the work of its own.
    for (const Round& round : {Round{1, 2}, Round{65535, 2}, Round{1, 8}, Round{15, 8}, Round{1, 40}}) {
      limit_ = round.limit;
      work_left_ = kLeastWork + std::min(kWorkByChange * changes_.size(), kMostWork);
      int failures = 0;  // in a row
      for (std::uint32_t p = 0; p < bounds_.size() && work_left_ > 0 && failures < kMostFailures; ++p)
        if (bounds_[p] > limit_ && net_.places[p].initial <= limit_)
          failures = bound(p, round.attempts) ? 0 : failures + 1;
    }
    return std::move(bounds_);
  }

 private:
  // Of each round; a step takes about 2 ns.
  static constexpr std::size_t kLeastWork = 20'000;
  static constexpr std::size_t kWorkByChange = 1000;
  static constexpr std::size_t kMostWork = 8'000'000;
  static constexpr int kMostFailures = 100;
  enum class State : std::uint8_t { Outside, Inside, Banned };
  struct Round {
    std::uint64_t limit;
    int attempts;  ///< for each place
  };
  struct Member {
    std::uint32_t place;
    bool chosen;  ///< there were others
  };

  bool bound(std::uint32_t start, int attempts) {
    std::vector<std::uint32_t> banned;
    for (int attempt = 0; attempt < attempts && work_left_ > 0; ++attempt) {
      const bool found = grow(start);
      for (const Member& member : members_) {
        if (found) bounds_[member.place] = std::min(bounds_[member.place], tokens_);
        state_[member.place] = State::Outside;
      }
      const std::uint32_t mistake = found ? start : likely_mistake();
      for (const std::uint32_t t : touched_) gain_[t] = 0;
      if (mistake == start) break;
      banned.push_back(mistake);
      state_[mistake] = State::Banned;
    }
    for (const std::uint32_t place : banned) state_[place] = State::Outside;
    return bounds_[start] <= limit_;
  }

  /// Grows a set from this place; returns false if that fails.
  bool grow(std::uint32_t start) {
    members_.clear();
    touched_.clear();
    gaining_.clear();
    tokens_ = 0;
    add(start, false);
    while (!gaining_.empty()) {
      last_ = gaining_.back();
      gaining_.pop_back();
      while (gain_[last_] > 0)
        if (!compensate(last_)) return false;
    }
    return true;
  }

  /// Adds a place from which a transition takes that gives too much.
  bool compensate(std::uint32_t transition) {
    const std::span<const Change> changes = changes_.of_transition(transition);
    const std::uint32_t near = std::find_if(changes.begin(), changes.end(), [&](const Change& change) {
                                 return change.tokens > 0 && state_[change.node] == State::Inside;
                               })->node;
    const auto suits = [&](const Change& change) {
      return change.tokens < 0 && state_[change.node] == State::Outside &&
             net_.places[change.node].initial <= limit_ - tokens_;
    };
    const auto candidates = std::count_if(changes.begin(), changes.end(), suits);
    if (!spend(changes.size()) || candidates == 0) return false;
    std::uint32_t best = 0;
    std::pair<std::int64_t, std::uint32_t> least{std::numeric_limits<std::int64_t>::max(), 0};
    for (const Change& change : changes) {
      if (!suits(change)) continue;
      // Places of one process usually have numbers near each other.
      const std::uint32_t distance = change.node < near ? near - change.node : change.node - near;
      const std::pair<std::int64_t, std::uint32_t> cost{candidates == 1 ? 0 : excess_with(change.node), distance};
      if (cost >= least) continue;
      least = cost;
      best = change.node;
    }
    add(best, candidates > 1);
    return work_left_ > 0;
  }

  /// How much more the transitions would give too much with this place in the set.
  std::int64_t excess_with(std::uint32_t place) {
    std::int64_t excess = 0;
    for (const Change& change : changes_.of_place(place)) {
      const std::int64_t before = gain_[change.node];
      excess += std::max<std::int64_t>(before + change.tokens, 0) - std::max<std::int64_t>(before, 0);
    }
    spend(changes_.of_place(place).size());
    return excess;
  }

  void add(std::uint32_t place, bool chosen) {
    state_[place] = State::Inside;
    members_.push_back({place, chosen});
    tokens_ += net_.places[place].initial;
    for (const Change& change : changes_.of_place(place)) {
      gain_[change.node] += change.tokens;
      touched_.push_back(change.node);
      if (gain_[change.node] > 0) gaining_.push_back(change.node);
    }
    spend(changes_.of_place(place).size());
  }

  /// The place to avoid in the next attempt: the last choice, best one to which the transition gives that stopped this
  /// attempt. Without choices, the start.
  std::uint32_t likely_mistake() const {
    const std::span<const Change> changes = changes_.of_transition(last_);
    std::uint32_t mistake = members_.front().place;
    bool involved = false;
    for (const Member& member : members_) {
      if (!member.chosen) continue;
      const auto change = std::lower_bound(changes.begin(), changes.end(), member.place,
                                           [](const Change& one, std::uint32_t place) { return one.node < place; });
      const bool given = change != changes.end() && change->node == member.place && change->tokens > 0;
      if (involved && !given) continue;
      involved = given;
      mistake = member.place;
    }
    return mistake;
  }

  bool spend(std::size_t work) {
    work_left_ -= std::min(work, work_left_);
    return work_left_ > 0;
  }

  const Net& net_;
  Changes changes_;
  std::vector<std::int64_t> gain_;  ///< by transition: what it gives to the set, less what it takes
  std::vector<State> state_;        ///< by place
  std::vector<std::uint64_t> bounds_;
  std::size_t work_left_ = 0;
  std::uint64_t limit_ = 0;  ///< of the tokens of a set
  std::uint64_t tokens_ = 0;
  std::vector<Member> members_;
  std::vector<std::uint32_t> touched_;  ///< transitions whose gain may not be 0
  std::vector<std::uint32_t> gaining_;  ///< transitions to examine
  std::uint32_t last_ = 0;
};

bool is_small(const Net& net) {
  const auto small = [](const std::vector<Arc>& arcs) {
    return std::all_of(arcs.begin(), arcs.end(), [](const Arc& arc) { return arc.weight < kMostTokens; });
  };
  return std::all_of(net.transitions.begin(), net.transitions.end(),
                     [&](const Transition& t) { return small(t.inputs) && small(t.outputs); });
}

}  // namespace

std::vector<std::uint64_t> place_bounds(const Net& net) {
  if (!is_small(net)) return std::vector<std::uint64_t>(net.places.size(), kNoBound);
  return BoundSearch(net).bounds();
}

}  // namespace weir::pnml
