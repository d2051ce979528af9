// SPDX-License-Identifier: Apache-2.0
#include "automaton/transform/minimize_dfa.h"

#include <algorithm>
#include <deque>
#include <map>
#include <span>
#include <vector>

#include "automaton/transform/powerset.h"
#include "automaton/transform/trim.h"
#include "base/assert.h"

namespace weir {
namespace {

using State = Automaton::State;

/// Blocks of states as ranges of one array: splitting a block costs only the size of the smaller parts.
class Partition {
 public:
  /// Requires that `automaton` is deterministic and complete.
  Partition(const Automaton& automaton, const std::vector<std::uint32_t>& kind)
      : automaton_(automaton), entering_(automaton.state_count()), into_(automaton.state_count(), kBddFalse) {
    const State count = automaton.state_count();
    for (State s = 0; s < count; ++s) {
      automaton.meter().steps(automaton.edges(s).size() + 1);
      automaton.meter().allocate(automaton.edges(s).size() * sizeof(Entry));
      for (const Automaton::Edge& edge : automaton.edges(s)) entering_[edge.destination].push_back({s, edge.label});
      elements_.push_back(s);
      position_.push_back(s);
    }
    block_of_.assign(count, 0);
    blocks_.push_back({0, count});
    waiting_.push_back(0);
    std::vector<Keyed> keyed;
    for (State s = 0; s < count; ++s) keyed.push_back({0, kind[s], s});
    split_touched(keyed);
    while (!waiting_.empty()) {
      const std::uint32_t splitter = waiting_.front();
      waiting_.pop_front();
      split_by(splitter);
    }
    // The smallest state represents its block.
    representative_.assign(blocks_.size(), count);
    for (State s = count; s-- > 0;) representative_[block_of_[s]] = s;
  }

  std::uint32_t block_of(State s) const { return block_of_[s]; }
  std::size_t block_count() const { return blocks_.size(); }
  State representative(std::uint32_t block) const { return representative_[block]; }

 private:
  struct Entry {
    State from;
    Bdd label;
  };
  struct Range {
    std::uint32_t begin, end;
    std::uint32_t size() const { return end - begin; }
  };
  /// A state, its block, and the key that distinguishes it within the block.
  struct Keyed {
    std::uint32_t block, key;
    State state;
    friend auto operator<=>(const Keyed&, const Keyed&) = default;
  };

  /// Splits blocks by the letters that lead a state into the splitter.
  void split_by(std::uint32_t splitter) {
    std::vector<State> touched;
    const Range range = blocks_[splitter];
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
      for (const Entry& entry : entering_[elements_[i]]) {
        if (into_[entry.from] == kBddFalse) touched.push_back(entry.from);
        into_[entry.from] = automaton_.bdds().disjoin(into_[entry.from], entry.label);
      }
    }
    std::vector<Keyed> keyed;
    for (const State s : touched) {
      keyed.push_back({block_of_[s], into_[s].id, s});
      into_[s] = kBddFalse;
    }
    automaton_.meter().steps(touched.size() + 1);
    split_touched(keyed);
  }

  /// Splits each block by the keys of its states; states without key stay together.
  void split_touched(std::vector<Keyed>& keyed) {
    std::sort(keyed.begin(), keyed.end());
    for (std::size_t first = 0; first < keyed.size();) {
      std::size_t last = first;
      while (last < keyed.size() && keyed[last].block == keyed[first].block) ++last;
      split_block(std::span(keyed).subspan(first, last - first));
      first = last;
    }
  }

  void split_block(std::span<const Keyed> touched) {
    const std::uint32_t block = touched.front().block;
    const std::size_t rest = blocks_[block].size() - touched.size();
    std::vector<std::span<const Keyed>> groups;
    for (std::size_t first = 0; first < touched.size();) {
      std::size_t last = first;
      while (last < touched.size() && touched[last].key == touched[first].key) ++last;
      groups.push_back(touched.subspan(first, last - first));
      first = last;
    }
    if (groups.size() + (rest > 0 ? 1 : 0) == 1) return;
    // The largest part keeps the block's number, so that all other parts become splitters.
    const auto largest = std::max_element(groups.begin(), groups.end(),
                                          [](const auto& a, const auto& b) { return a.size() < b.size(); });
    const bool rest_stays = rest >= largest->size();
    for (auto group = groups.begin(); group != groups.end(); ++group) {
      if (group == largest && !rest_stays) continue;
      const std::uint32_t begin = blocks_[block].begin;
      move_to_front(block, *group);
      blocks_[block].begin += static_cast<std::uint32_t>(group->size());
      add_block({begin, blocks_[block].begin});
    }
    if (rest_stays || rest == 0) return;
    move_to_front(block, *largest);
    const std::uint32_t end = blocks_[block].end;
    blocks_[block].end = blocks_[block].begin + static_cast<std::uint32_t>(largest->size());
    add_block({blocks_[block].end, end});
  }

  void move_to_front(std::uint32_t block, std::span<const Keyed> group) {
    std::uint32_t to = blocks_[block].begin;
    for (const Keyed& one : group) {
      const std::uint32_t from = position_[one.state];
      const State other = elements_[to];
      std::swap(elements_[from], elements_[to]);
      position_[one.state] = to++;
      position_[other] = from;
    }
  }

  void add_block(Range range) {
    const auto number = static_cast<std::uint32_t>(blocks_.size());
    blocks_.push_back(range);
    for (std::uint32_t i = range.begin; i < range.end; ++i) block_of_[elements_[i]] = number;
    waiting_.push_back(number);
  }

  const Automaton& automaton_;
  std::vector<std::vector<Entry>> entering_;
  std::vector<State> elements_;  ///< all states; those of a block are contiguous
  std::vector<std::uint32_t> position_, block_of_;
  std::vector<Range> blocks_;
  std::vector<State> representative_;
  std::vector<Bdd> into_;  ///< per state, while it is touched
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

  // Merge blocks that accept no word: a block that does not accept the end and whose edges all stay inside.
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
