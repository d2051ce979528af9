// SPDX-License-Identifier: Apache-2.0
#include "oracle/stutter_language.h"

#include <map>
#include <set>

namespace weir::test {
namespace {

using Set = std::set<std::uint32_t>;

/// What may follow a sequence of letters, apart from other letters.
struct Ends {
  bool stays = false, deadlock = false, end = false, assertion = false, error = false;
  friend bool operator==(const Ends&, const Ends&) = default;
};

std::string describe(const Ends& ends) {
  return std::string(ends.stays ? " staying" : "") + (ends.deadlock ? " deadlock" : "") + (ends.end ? " end" : "") +
         (ends.assertion ? " assertion" : "") + (ends.error ? " error" : "");
}

class Determinised {
 public:
  explicit Determinised(const LabelledGraph& system) : system_(system), stays_(system.graph.states.size(), true) {
    // Removes states from which no equal letter can follow for ever.
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t s = 0; s < stays_.size(); ++s) {
        if (!stays_[s]) continue;
        bool goes_on = false;
        for_each_step(s, [&](std::uint32_t to) { goes_on = goes_on || (same(s, to) && stays_[to]); });
        changed = changed || !goes_on;
        stays_[s] = goes_on;
      }
    }
  }

  std::map<std::uint64_t, Set> initial() const {
    std::map<std::uint64_t, Set> result;
    for (const std::uint32_t s : system_.graph.initial) result[system_.letters[s]].insert(s);
    return result;
  }

  /// Adds the states reachable by stuttering.
  void close(Set& states) const {
    std::vector<std::uint32_t> waiting(states.begin(), states.end());
    while (!waiting.empty()) {
      const std::uint32_t s = waiting.back();
      waiting.pop_back();
      for_each_step(s, [&](std::uint32_t to) {
        if (same(s, to) && states.insert(to).second) waiting.push_back(to);
      });
    }
  }

  std::map<std::uint64_t, Set> next(const Set& closed) const {
    std::map<std::uint64_t, Set> result;
    for (const std::uint32_t s : closed)
      for_each_step(s, [&](std::uint32_t to) {
        if (!same(s, to)) result[system_.letters[to]].insert(to);
      });
    return result;
  }

  Ends ends(const Set& closed) const {
    Ends result;
    for (const std::uint32_t s : closed) {
      const StateGraph::State& state = system_.graph.states[s];
      result.stays = result.stays || stays_[s];
      if (state.edges.empty()) (state.may_end ? result.end : result.deadlock) = true;
      for (const StateGraph::Edge& edge : state.edges) {
        result.assertion = result.assertion || edge.step.fault == Fault::Assertion;
        result.error = result.error || edge.step.fault == Fault::RuntimeError;
      }
    }
    return result;
  }

 private:
  bool same(std::uint32_t a, std::uint32_t b) const { return system_.letters[a] == system_.letters[b]; }
  template <class Use>
  void for_each_step(std::uint32_t state, const Use& use) const {
    for (const StateGraph::Edge& edge : system_.graph.states[state].edges)
      if (edge.step.fault == Fault::None) use(edge.target);
  }

  const LabelledGraph& system_;
  std::vector<bool> stays_;  ///< by state: its letter may stay for ever
};

}  // namespace

std::optional<std::string> stutter_difference(const LabelledGraph& one, const LabelledGraph& other, std::size_t limit) {
  const Determinised left(one), right(other);
  struct Pair {
    Set left, right;
    std::string word;
  };
  std::vector<Pair> waiting;
  std::set<std::pair<Set, Set>> seen;
  const auto follow = [&](std::map<std::uint64_t, Set> a, std::map<std::uint64_t, Set> b,
                          const std::string& word) -> std::optional<std::string> {
    for (auto& [letter, states] : a) {
      const std::string longer = word + " " + std::to_string(letter);
      if (!b.contains(letter)) return "only the first has" + longer;
      left.close(states);
      right.close(b[letter]);
      if (seen.insert({states, b[letter]}).second) waiting.push_back({states, b[letter], longer});
    }
    for (const auto& [letter, states] : b)
      if (!a.contains(letter)) return "only the second has" + word + " " + std::to_string(letter);
    return std::nullopt;
  };
  if (auto difference = follow(left.initial(), right.initial(), "")) return difference;
  while (!waiting.empty() && seen.size() < limit) {
    const Pair pair = std::move(waiting.back());
    waiting.pop_back();
    const Ends a = left.ends(pair.left), b = right.ends(pair.right);
    if (!(a == b)) return "after" + pair.word + ":" + describe(a) + " against" + describe(b);
    if (auto difference = follow(left.next(pair.left), right.next(pair.right), pair.word)) return difference;
  }
  return std::nullopt;
}

}  // namespace weir::test
