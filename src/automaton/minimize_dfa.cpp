// SPDX-License-Identifier: Apache-2.0
#include "automaton/minimize_dfa.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>
#include <vector>

#include "automaton/powerset.h"
#include "automaton/trim.h"
#include "base/assert.h"

namespace weir {
namespace {

using State = Automaton::State;

class Partition {
 public:
  /// `automaton` is deterministic and complete.
  Partition(const Automaton& automaton, const std::vector<std::uint32_t>& kind)
      : automaton_(automaton), entering_(automaton.state_count()) {
    block_of_.resize(automaton.state_count());
    blocks_.resize(1);
    for (State s = 0; s < automaton.state_count(); ++s) {
      blocks_[0].push_back(s);
      for (const Automaton::Edge& edge : automaton.edges(s)) entering_[edge.destination].push_back({s, edge.label});
    }
    std::map<std::uint32_t, std::vector<State>> by_kind;
    for (const State s : blocks_[0]) by_kind[kind[s]].push_back(s);
    waiting_ = {0};
    split(0, by_kind);
    while (!waiting_.empty()) {
      const std::uint32_t splitter = waiting_.front();
      waiting_.pop_front();
      split_by(splitter);
    }
  }

  std::uint32_t block_of(State s) const { return block_of_[s]; }
  std::size_t block_count() const { return blocks_.size(); }
  State representative(std::uint32_t block) const { return blocks_[block].front(); }

 private:
  struct Entry {
    State from;
    Bdd label;
  };

  void split_by(std::uint32_t splitter) {
    std::unordered_map<State, Bdd> into;  // the letters that lead a state into the splitter
    for (const State target : blocks_[splitter]) {
      for (const Entry& entry : entering_[target]) {
        Bdd& letters = into.try_emplace(entry.from, kBddFalse).first->second;
        letters = automaton_.bdds().disjoin(letters, entry.label);
      }
    }
    std::map<std::uint32_t, std::map<std::uint32_t, std::vector<State>>> touched;  // block -> letters -> states
    for (const auto& [state, letters] : into) touched[block_of_[state]][letters.id].push_back(state);
    for (auto& [block, parts] : touched) {
      std::size_t moved = 0;
      for (const auto& [letters, states] : parts) moved += states.size();
      if (moved < blocks_[block].size()) {
        std::vector<State>& rest = parts[kBddFalse.id];
        for (const State s : blocks_[block])
          if (into.count(s) == 0) rest.push_back(s);
      }
      if (parts.size() > 1) split(block, parts);
    }
  }

  /// Replaces a block by parts of it: the largest keeps its number.
  void split(std::uint32_t block, const std::map<std::uint32_t, std::vector<State>>& parts) {
    const auto largest = std::max_element(
        parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    for (auto part = parts.begin(); part != parts.end(); ++part) {
      if (part == largest) continue;
      const auto number = static_cast<std::uint32_t>(blocks_.size());
      blocks_.push_back(part->second);
      for (const State s : part->second) block_of_[s] = number;
      waiting_.push_back(number);
    }
    blocks_[block] = largest->second;
  }

  const Automaton& automaton_;
  std::vector<std::vector<Entry>> entering_;
  std::vector<std::uint32_t> block_of_;
  std::vector<std::vector<State>> blocks_;
  std::deque<std::uint32_t> waiting_;
};

std::vector<std::uint32_t> ends(const Automaton& automaton) {
  std::vector<std::uint32_t> kind;
  for (State s = 0; s < automaton.state_count(); ++s) kind.push_back(automaton.accepts_end(s) ? 1 : 0);
  return kind;
}

}  // namespace

Automaton merged_by_kind(const Automaton& automaton, const std::vector<std::uint32_t>& kind) {
  WEIR_ASSERT(is_deterministic(automaton) && is_complete(automaton), "only deterministic automata are merged by kind");
  const Partition partition(automaton, kind);
  Automaton result = Automaton::like(automaton);
  const auto blocks = static_cast<std::uint32_t>(partition.block_count());
  result.add_states(blocks);
  for (std::uint32_t block = 0; block < blocks; ++block) {
    const State s = partition.representative(block);
    result.set_accepts_end(block, automaton.accepts_end(s));
    result.set_state_name(block, automaton.state_name(s));
    for (const Automaton::Edge& edge : automaton.edges(s))
      result.add_edge(block, edge.label, edge.marks, partition.block_of(edge.destination));
  }
  for (const State s : automaton.initials()) result.add_initial(partition.block_of(s));
  merge_edges(result);
  return reachable_part(result);
}

Automaton merged_by_marks(const Automaton& automaton) {
  std::map<std::map<MarkSet, Bdd>, std::uint32_t> kinds;
  std::vector<std::uint32_t> kind;
  for (State s = 0; s < automaton.state_count(); ++s) {
    std::map<MarkSet, Bdd> letters;
    for (const Automaton::Edge& edge : automaton.edges(s)) {
      Bdd& label = letters.try_emplace(edge.marks, kBddFalse).first->second;
      label = automaton.bdds().disjoin(label, edge.label);
    }
    kind.push_back(kinds.try_emplace(std::move(letters), static_cast<std::uint32_t>(kinds.size())).first->second);
  }
  return merged_by_kind(automaton, kind);
}

Automaton minimal_finite(const Automaton& automaton, std::uint32_t limit) {
  WEIR_ASSERT(automaton.words() == Words::Finite, "minimal_finite is about finite words");
  const Automaton graph = is_deterministic(automaton) ? completed(automaton) : powerset(automaton, limit).automaton;
  return merged_by_kind(graph, ends(graph));
}

Automaton minimized_dfa(const Automaton& automaton) {
  WEIR_ASSERT(automaton.words() == Words::Finite && is_deterministic(automaton), "a deterministic finite automaton");
  const Automaton complete = completed(automaton);
  const Partition partition(complete, ends(complete));
  const auto blocks = static_cast<std::uint32_t>(partition.block_count());

  // Blocks from which no word is accepted are one block: the one without end whose edges all stay inside.
  const auto is_sink = [&](std::uint32_t block) {
    const State s = partition.representative(block);
    const auto edges = complete.edges(s);
    return !complete.accepts_end(s) && std::all_of(edges.begin(), edges.end(), [&](const Automaton::Edge& edge) {
      return partition.block_of(edge.destination) == block;
    });
  };
  Automaton result = Automaton::like(automaton);
  std::vector<std::uint32_t> number(blocks, blocks);
  std::vector<std::uint32_t> order;
  const auto reach = [&](std::uint32_t block) {
    if (number[block] == blocks) {
      number[block] = result.add_state();
      order.push_back(block);
    }
    return number[block];
  };
  result.add_initial(reach(partition.block_of(complete.initials().front())));
  for (std::size_t i = 0; i < order.size(); ++i) {
    const State s = partition.representative(order[i]);
    const auto here = static_cast<State>(i);
    result.set_accepts_end(here, complete.accepts_end(s));
    result.set_state_name(here, s < automaton.state_count() ? automaton.state_name(s) : "");
    for (const Automaton::Edge& edge : complete.edges(s)) {
      const std::uint32_t target = partition.block_of(edge.destination);
      if (!is_sink(target)) result.add_edge(here, edge.label, {}, reach(target));
    }
  }
  merge_edges(result);
  return result;
}

}  // namespace weir
