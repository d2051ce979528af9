// SPDX-License-Identifier: Apache-2.0
// What all searches share: limits and the way they are watched, the result they give, and the expansion of stored
// states into numbered successors. A search counts and returns; it never prints.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <weir/weir.h>

#include "base/assert.h"
#include "base/memory/memory_budget.h"
#include "base/stop_flag.h"
#include "base/table/distinct_estimate.h"
#include "model/run.h"
#include "search/kernel/expansion_group.h"
#include "search/kernel/search_saver.h"
#include "search/space/search_space.h"
#include "store/state_store.h"

namespace weir {

struct SearchLimits {
  std::uint64_t max_depth = 0;     ///< steps from an initial state; 0: none
  std::uint64_t max_states = 0;    ///< distinct states; 0: none
  double seconds = 0;              ///< 0: none
  const StopFlag* stop = nullptr;  ///< raised: the search must end
  const StopFlag* cut = nullptr;   ///< raised: expansions may be incomplete; the search ends at once and is not saved
};

enum class Stop : std::uint8_t { None, Memory, Time, States, Interrupted };

/// Watches the limits of one search. Ask it before every expansion; it looks at the clock only now and then.
class SearchControl {
 public:
  SearchControl(MemoryBudget& budget, const SearchLimits& limits, Observer* observer = nullptr,
                std::string property = "");

  MemoryBudget& budget() { return budget_; }
  const SearchLimits& limits() const { return limits_; }

  /// True: the search must end; stop() says why.
  bool ended(const Statistics& stats, std::uint64_t frontier) {
    if (cut()) return end_cut();
    if (limits_.max_states != 0 && stats.states > limits_.max_states) return end_or_save(Stop::States);
    if (flagged()) return look(stats, frontier);
    if (--until_look_ != 0) return stop_ != Stop::None;
    return look(stats, frontier);
  }
  /// Before a further state is entered, which makes it so many.
  bool ended_by(std::uint64_t states, const Statistics& stats, std::uint64_t frontier) {
    if (limits_.max_states != 0 && states > limits_.max_states && end_or_save(Stop::States)) return true;
    return ended(stats, frontier);
  }
  /// A state beyond the limit is met. False: it is entered all the same, because the search is saved behind it.
  bool ended_by_states() { return end_or_save(Stop::States); }
  bool end(Stop reason) {
    if (stop_ == Stop::None) stop_ = reason;
    return true;
  }
  Stop stop() const { return stop_; }
  /// Whether a flag is raised: then results may be incomplete.
  bool flagged() const { return cut() || (limits_.stop != nullptr && limits_.stop->raised()); }
  bool cut() const { return limits_.cut != nullptr && limits_.cut->raised(); }
  bool too_deep(std::uint64_t depth) {
    if (limits_.max_depth == 0 || depth <= limits_.max_depth) return false;
    truncated_ = true;
    return true;
  }
  bool truncated() const { return truncated_; }

  /// From now on the search is saved now and then, and when it is told to stop.
  void use(SearchSaver* saver);
  bool is_saved() const { return saver_ != nullptr; }
  /// Where a search could be left and taken up again. True: it ends here.
  template <class Search>
  bool pause(Search& search) {
    if (cut()) return end_cut();
    if (save_due_) save([&search](Archive& archive) { search.serialize(archive); });
    return stop_ != Stop::None;
  }
  /// Takes a search up where it was left; false: it was not, and begins. If it cannot be, stop() says so.
  template <class Search>
  bool resume(Search& search) {
    if (saver_ == nullptr || !saver_->has_state()) return false;
    load([&search](Archive& archive) { search.serialize(archive); });
    return true;
  }
  /// The same time, memory and observer, but no bound on depth and states: for work that ends a search.
  SearchControl unbounded() const;
  double seconds() const;
  std::uint64_t memory_used() const { return budget_.used(); }

 private:
  bool look(const Statistics& stats, std::uint64_t frontier);
  bool end_cut();
  /// A search that is saved goes on to where that can be done.
  bool end_or_save(Stop reason) {
    if (saver_ == nullptr) return end(reason);
    if (then_ == Stop::None) then_ = reason;
    save_due_ = true;
    return false;
  }
  void save(const Serializer& search);
  void load(const Serializer& search);
  void serialize(Archive& archive);
  double elapsed() const;

  static constexpr std::uint32_t kLookEvery = 512;
  MemoryBudget& budget_;
  SearchLimits limits_;
  Observer* observer_;
  std::string property_;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_report_;
  std::uint32_t until_look_ = kLookEvery;
  Stop stop_ = Stop::None;
  bool truncated_ = false;
  SearchSaver* saver_ = nullptr;
  bool save_due_ = false;
  Stop then_ = Stop::None;  ///< how the search ends once it is saved
  double before_ = 0;       ///< seconds, of the processes that have left it
  double next_save_ = 0;    ///< in seconds of this process
};

struct SearchResult {
  enum class Outcome : std::uint8_t {
    Exhausted,  ///< every state was seen, and there is no failing run
    Found,      ///< `run` is one
    Stopped,    ///< `stop` says why, or the depth limit cut something off
  };
  Outcome outcome = Outcome::Exhausted;
  Stop stop = Stop::None;
  Statistics stats;
  Run run;
};

/// "the memory limit was reached", ...; for a result that was Stopped.
std::string stop_reason(const SearchResult& result);
/// A state with a defect was found; the run leads there.
struct DefectFound {
  Defect defect = Defect::None;
  Run run;
};
struct DefectResult {
  SearchResult search;  ///< Found: everything that was asked for
  std::vector<DefectFound> found;
};

void serialize(Archive& archive, Statistics& stats);
void serialize(Archive& archive, Run& run);
void serialize(Archive& archive, SearchResult& result);
void serialize(Archive& archive, std::vector<DefectFound>& found);
/// What is still wanted, and what was found of it; loading, `wanted` is all that was asked for.
void serialize(Archive& archive, Defect& wanted, std::vector<DefectFound>& found);
void serialize(Archive& archive, DefectResult& result);
/// All states in order; loading, the store must be empty, and bytes that `is_state` refuses are damage.
using StateTest = std::function<bool(StateView)>;
void serialize(Archive& archive, StateStore& store, const StateTest& is_state);

/// Once the stop flag is raised, expansions may be incomplete: a search that looks again at a state it has expanded
/// before may not find there what it found; nor may one that was taken up from a forged file. It throws this, with what
/// it misses; `unless_cut_short` catches it.
struct CutShort {
  const char* missing;
};
inline void must_be_there(bool found, const char* what) {
  if (!found) throw CutShort{what};
}
/// What `search` returns, or nothing if it was cut short.
template <class Search>
auto unless_cut_short(const SearchControl& control, Search&& search) -> std::optional<decltype(search())> {
  try {
    return search();
  } catch (const CutShort& cut) {
    WEIR_ASSERT(control.flagged(), cut.missing);
    return std::nullopt;
  }
}

/// Exhausted, or Stopped with its reason.
SearchResult finished(const SearchControl& control, const Statistics& stats);

/// The number of states on a store that may forget: `counted` if it is known and none was forgotten, else an estimate.
void count_distinct(const StateStore& store, std::optional<std::uint64_t> counted, const DistinctEstimate& distinct,
                    Statistics& stats);

/// Expands stored states: edges lead to the numbers that the store gives. Needs a store with ids.
class Expander {
 public:
  Expander(SearchSpace& space, StateStore& store, SearchControl& control)
      : space_(space), store_(store), control_(control) {}

  /// Edges to the initial states, or out of a state. False: memory is used up, or a limit was reached.
  [[nodiscard]] bool initial();
  [[nodiscard]] bool expand(StateId state, std::uint64_t depth);
  /// The same, counting nothing and watching no limit: for looking again at states that were expanded before.
  [[nodiscard]] bool expand_again(StateId state);
  [[nodiscard]] bool initial_again();
  /// Expands the states of a group, each found at its depth, as `expand` does one after the other. Calls
  /// `use(member, depth)` when the successors of a state are stored; false ends it.
  struct Waiting {
    std::uint32_t state;
    std::uint32_t depth;
  };
  template <class Use>
  [[nodiscard]] bool expand_together(ExpansionGroup& group, std::span<const Waiting> states, Use&& use);

  /// Expands `count` states from number `first` on, all at one depth, at once. Refused: they must be expanded one by
  /// one, and nothing has happened. Ended: memory is used up, or a limit was reached.
  enum class Together : std::uint8_t { Expanded, Refused, Ended };
  struct Group {
    SuccessorBuffer states;                                  ///< successors of all
    std::array<std::size_t, StateStore::kGroupStates> ends;  ///< for each state, where its successors end
    std::vector<Insertion> targets;
    LookupBatch batch;
  };
  [[nodiscard]] Together expand_group(std::uint64_t first, std::size_t count, std::uint64_t depth, Group& group);

  /// Counts and states. What the space notes of its initial states is noted again.
  void serialize(Archive& archive);

  std::size_t size() const { return insertions_.size(); }
  StateId target(std::size_t edge) const { return insertions_[edge].id; }
  bool is_new(std::size_t edge) const { return insertions_[edge].inserted(); }
  MarkSet marks(std::size_t edge) const { return expansion_.marks_of(edge); }
  const StateEdges& expansion() const { return expansion_; }

  SearchSpace& space() { return space_; }
  StateStore& store() { return store_; }
  SearchControl& control() { return control_; }
  StateView state(StateId id) { return store_.get(id, scratch_); }

  Statistics stats;
  std::uint64_t frontier = 0;  ///< for progress: states on the stack or waiting
  /// Of partial-order reduction: whether an edge to this state, known before, leads on, so that what the preferred
  /// edges put off is not put off for ever. Empty: preferred edges are never enough.
  std::function<bool(StateId)> proviso;
  bool chose = false;  ///< of the state expanded last only the preferred edges were kept

 private:
  void note_expansion(std::uint64_t depth, std::size_t transitions) {
    stats.transitions += transitions;
    stats.states = stats.states_generated = stats.stored_peak = store_.size();
    if (depth > stats.max_depth) stats.max_depth = depth;
  }
  bool insert_within_limit(std::uint64_t depth);
  bool insert(std::uint64_t depth);
  bool insert_up_to(std::uint64_t max_states, std::uint64_t depth);
  bool insert_preferred(StateId state, std::uint64_t depth);

  SearchSpace& space_;
  StateStore& store_;
  SearchControl& control_;
  StateEdges expansion_;
  std::vector<Insertion> insertions_;
  std::vector<std::byte> scratch_;
};

template <class Use>
bool Expander::expand_together(ExpansionGroup& group, std::span<const Waiting> states, Use&& use) {
  group.clear();
  for (const Waiting& waiting : states) group.add(store_, StateId{waiting.state});
  group.expand(space_, store_);
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (control_.ended(stats, frontier)) return false;
    ExpansionGroup::Member& member = group[i];
    const std::uint64_t max_states = control_.limits().max_states;
    if (max_states != 0 && store_.size() + member.edges.size() > max_states) {
      std::swap(member.edges, expansion_);
      const bool fits = insert_up_to(max_states, states[i].depth + 1);
      std::swap(member.edges, expansion_);
      std::swap(member.targets, insertions_);
      note_expansion(states[i].depth, fits ? member.edges.size() : 0);
      if (!fits) return false;
    } else {
      const bool fits = group.insert(store_, i, states[i].depth + 1);
      note_expansion(states[i].depth, fits ? member.edges.size() : 0);
      if (!fits) return !control_.end(Stop::Memory);
    }
    if (!use(member, states[i].depth)) return false;
  }
  return true;
}

}  // namespace weir
