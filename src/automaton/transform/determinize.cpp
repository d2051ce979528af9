// SPDX-License-Identifier: Apache-2.0
#include "automaton/transform/determinize.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "automaton/analysis/scc_info.h"
#include "automaton/letter_cells.h"
#include "automaton/transform/degeneralize.h"
#include "automaton/transform/powerset.h"
#include "automaton/transform/remove_fin.h"
#include "automaton/transform/simplify.h"
#include "automaton/transform/trim.h"

namespace weir {
namespace {

using State = Automaton::State;
using Name = std::uint32_t;
/// Nodes from the root to the node that holds a state. The root is omitted, so name n here is n + 1 in the header.
using Path = std::vector<Name>;
/// Sorted by state.
using MacroState = std::vector<std::pair<State, Path>>;

/// Returns whether `a` is preferred: the path of the older node, or of a node and its descendant, the descendant.
bool preferred(const Path& a, const Path& b) {
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (x == a.end()) return false;
  return y == b.end() || *x < *y;
}

struct Step {
  MacroState next;
  std::optional<std::uint32_t> colour;
};

class Determinizer {
 public:
  Determinizer(const Automaton& buchi, std::uint32_t limit)
      : from_(buchi), info_(scc_info(buchi)), limit_(limit), result_(Automaton::like(buchi)) {}

  Automaton run() {
    MacroState start;
    for (const State s : from_.initials()) start.emplace_back(s, Path{});
    std::sort(start.begin(), start.end());
    result_.add_initial(number_of(std::move(start)));
    for (State s = 0; s < found_.size(); ++s) expand(s);
    finish();
    return std::move(result_);
  }

 private:
  struct ColouredEdge {
    State from, to;
    Bdd letters;
    std::optional<std::uint32_t> colour;
  };

  State number_of(MacroState macro) {
    const auto [entry, fresh] = numbers_.try_emplace(macro, result_.state_count());
    if (fresh) {
      if (result_.state_count() >= limit_) too_large("the deterministic automaton has too many states");
      result_.add_state();
      found_.push_back(std::move(macro));
    }
    return entry->second;
  }

  void expand(State here) {
    const MacroState macro = found_[here];
    from_.meter().steps(macro.size());
    std::vector<Bdd> labels;
    std::vector<std::pair<std::size_t, const Automaton::Edge*>> edges;  // position in the macro-state, edge
    for (std::size_t i = 0; i < macro.size(); ++i) {
      for (const Automaton::Edge& edge : from_.edges(macro[i].first)) {
        labels.push_back(edge.label);
        edges.emplace_back(i, &edge);
      }
    }
    for (const LetterCell& cell : letter_cells(result_.bdds(), labels)) {
      std::vector<std::pair<std::size_t, const Automaton::Edge*>> taken;
      for (const std::uint32_t i : cell.holds) taken.push_back(edges[i]);
      // Comparing and copying paths costs several diagram steps each.
      from_.meter().steps(8 * taken.size());
      from_.meter().allocate(taken.size() * sizeof(MacroState::value_type));
      Step step = successor(macro, taken);
      const State to = number_of(std::move(step.next));
      edges_.push_back({here, to, cell.letters, step.colour});
    }
  }

  Step successor(const MacroState& macro, const std::vector<std::pair<std::size_t, const Automaton::Edge*>>& taken) {
    Name names = 0;
    for (const auto& [state, path] : macro)
      for (const Name name : path) names = std::max(names, name + 1);
    // Nodes are named 0 .. old_names-1 below the root; new children get later names, one for each node that has any.
    const Name old_names = names;
    std::map<Path, Name> children;
    std::map<State, Path> next;
    for (const auto& [position, edge] : taken) {
      const auto& [state, old_path] = macro[position];
      Path path = old_path;
      if (!info_.same(state, edge->destination)) {
        path.clear();  // marks seen in a component that was left no longer count
      } else if (edge->marks.has(0)) {
        const auto [child, fresh] = children.try_emplace(old_path, names);
        if (fresh) ++names;
        path.push_back(child->second);
      }
      const auto [entry, fresh] = next.try_emplace(edge->destination, path);
      if (!fresh && preferred(path, entry->second)) entry->second = std::move(path);
    }
    return tidy(MacroState(next.begin(), next.end()), names, old_names);
  }

  /// Nodes whose states are all in children absorb them, empty nodes are removed, names are renumbered.
  static Step tidy(MacroState macro, Name names, Name old_names) {
    std::vector<bool> alive, holds_itself(names, false), good(names, false);
    for (const auto& [state, path] : macro)
      if (!path.empty()) holds_itself[path.back()] = true;
    for (auto& [state, path] : macro) {
      for (std::size_t i = 0; i < path.size(); ++i) {
        if (holds_itself[path[i]]) continue;
        good[path[i]] = true;
        path.resize(i + 1);
        break;
      }
    }
    std::optional<std::uint32_t> colour;
    const auto in_root = [](const auto& entry) { return entry.second.empty(); };
    if (std::none_of(macro.begin(), macro.end(), in_root)) {
      colour = 0;
      for (auto& [state, path] : macro) path.clear();
    }
    alive.assign(names, false);
    for (const auto& [state, path] : macro)
      for (const Name name : path) alive[name] = true;
    const auto offer = [&](std::uint32_t c) { colour = colour ? std::min(*colour, c) : c; };
    std::vector<Name> renamed(names, 0);
    Name kept = 0;
    for (Name name = 0; name < names; ++name) {
      if (alive[name]) {
        renamed[name] = kept++;
        if (good[name]) offer(2 * name + 2);
      } else if (name < old_names) {
        offer(2 * name + 1);
      }
    }
    for (auto& [state, path] : macro)
      for (Name& name : path) name = renamed[name];
    return {std::move(macro), colour};
  }

  /// Maps colours to marks 0 .. n-1: unused colours are skipped, preserving order and parity; the last odd colour needs
  /// no mark.
  void finish() {
    std::vector<std::uint32_t> used;
    for (const ColouredEdge& edge : edges_)
      if (edge.colour) used.push_back(*edge.colour);
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    while (!used.empty() && used.back() % 2 == 1) used.pop_back();
    std::map<std::uint32_t, std::uint32_t> mark;
    std::uint32_t last = 0;
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (i == 0)
        last = used[i] % 2;
      else if (used[i] % 2 != used[i - 1] % 2)
        ++last;
      mark[used[i]] = last;
    }
    const std::uint32_t colours = used.empty() ? 0 : last + 1;
    if (colours > MarkSet::kCapacity) too_large("the deterministic automaton has more than 64 colours");
    result_.set_acceptance(colours, parity_min_even(colours));
    for (const ColouredEdge& edge : edges_) {
      MarkSet marks;
      if (edge.colour && mark.contains(*edge.colour)) marks.add(mark[*edge.colour]);
      result_.add_edge(edge.from, edge.letters, marks, edge.to);
    }
    merge_edges(result_);
  }

  const Automaton& from_;
  SccInfo info_;
  std::uint32_t limit_;
  Automaton result_;
  std::map<MacroState, State> numbers_;
  std::vector<MacroState> found_;
  std::vector<ColouredEdge> edges_;
};

}  // namespace

Acceptance parity_min_even(std::uint32_t colours) {
  Acceptance condition = Acceptance::constant(false);
  for (std::uint32_t colour = colours; colour-- > 0;)
    condition = colour % 2 == 0 ? Acceptance::disjunction({Acceptance::inf(colour), condition})
                                : Acceptance::conjunction({Acceptance::fin(colour), condition});
  return condition;
}

Automaton determinized(const Automaton& automaton, std::uint32_t limit) {
  if (is_deterministic(automaton)) return automaton;
  if (automaton.words() == Words::Finite) return powerset(automaton, limit).automaton;
  // Small automata produce small trees.
  const Automaton small = simplified(without_fin(trimmed(automaton)));
  const Automaton buchi = degeneralized(simplified(degeneralized(small)));
  return is_deterministic(buchi) ? buchi : Determinizer(buchi, limit).run();
}

}  // namespace weir
