// SPDX-License-Identifier: Apache-2.0
// Shared by all searches: limits and their supervision, the result type, and the expansion of stored states into
// numbered successors. A search counts and returns; it never prints.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
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
  std::uint64_t max_depth = 0;     ///< steps from an initial state; 0: no limit
  std::uint64_t max_states = 0;    ///< distinct states; 0: no limit
  double seconds = 0;              ///< 0: no limit
  const StopFlag* stop = nullptr;  ///< raised: the search must end
  const StopFlag* cut = nullptr;   ///< raised: expansions may be incomplete; the search ends at once, unsaved
  /// After a flag was raised: for the lifetime of the result, expansions are complete for a moment longer, to rebuild a
  /// run that was found in time. May be empty.
  std::function<std::shared_ptr<void>()> grace = {};
  /// Called with defects that a search has found, while it goes on for others. By one thread at a time. May be empty.
  std::function<void(Defect)> found = {};
};

enum class Stop : std::uint8_t { None, Memory, Time, States, Interrupted };
Stop stop_of(StopFlag::Reason reason);

/// Thrown by a search that cannot find again what it found at a state before, with what is missing. It happens after
/// the stop flag is raised, when expansions may be incomplete, and in a search resumed from a forged file.
/// `unless_cut_short` catches it.
struct CutShort {
  const char* missing;
};
inline void require_found(bool found, const char* what) {
  if (!found) throw CutShort{what};
}

/// Checks the limits of one search. Call it before every expansion; it reads the clock only every kLookEvery calls.
class SearchControl {
 public:
  SearchControl(MemoryBudget& budget, const SearchLimits& limits, Observer* observer = nullptr,
                std::string property = "");

  MemoryBudget& budget() { return budget_; }
  const SearchLimits& limits() const { return limits_; }

  /// Returns true if the search must end; stop() gives the reason.
  bool ended(const Statistics& stats, std::uint64_t frontier) {
    if (cut()) return end_cut(stats);
    if (limits_.max_states != 0 && stats.states > limits_.max_states) return end_or_save(Stop::States);
    if (flagged()) return look(stats, frontier);
    if (--until_look_ != 0) return stop_ != Stop::None;
    return look(stats, frontier);
  }
  /// The same before a state is entered, with the resulting number of states.
  bool ended_by(std::uint64_t states, const Statistics& stats, std::uint64_t frontier) {
    if (limits_.max_states != 0 && states > limits_.max_states && end_or_save(Stop::States)) return true;
    return ended(stats, frontier);
  }
  /// Call when a state beyond the limit is met. Returns false if the search must enter it to reach a point where it can
  /// be saved.
  bool ended_by_states() { return end_or_save(Stop::States); }
  bool end(Stop reason) {
    if (stop_ == Stop::None) stop_ = reason;
    return true;
  }
  Stop stop() const { return stop_; }
  /// Whether a flag is raised, so that results may be incomplete.
  bool flagged() const { return cut() || (limits_.stop != nullptr && limits_.stop->raised()); }
  const StopFlag* stop_flag() const { return limits_.stop; }  ///< may be null
  bool cut() const { return limits_.cut != nullptr && limits_.cut->raised(); }
  /// Builds the run of an error that was found. Expansions are complete for a while after a limit; if that does not
  /// suffice, the run is empty. A search that goes on for other errors leaves time to certify this one.
  template <class Build>
  Run rebuilt(Build&& build) {
    constexpr double kCertifying = 12;  // times what rebuilding takes: refining, certifying, describing
    const std::shared_ptr<void> grace = limits_.grace ? limits_.grace() : nullptr;
    try {
      const double before = elapsed();
      Run run = build();
      reserved_ += kCertifying * (elapsed() - before);
      return run;
    } catch (const CutShort&) {
      if (!flagged()) throw;
      end(stop_of((cut() ? limits_.cut : limits_.stop)->reason()));
      return {};
    }
  }
  /// Call when defects are found. `wanted`: those that the search still looks for.
  void report(Defect found, Defect wanted) const {
    if (limits_.found && any(wanted)) limits_.found(found);
  }
  /// The statistics when the limits were checked last.
  const Statistics& last_stats() const { return last_stats_; }
  bool too_deep(std::uint64_t depth) {
    if (limits_.max_depth == 0 || depth <= limits_.max_depth) return false;
    truncated_ = true;
    return true;
  }
  bool truncated() const { return truncated_; }

  /// From now on, saves the search at intervals and when it is told to stop.
  void use(SearchSaver* saver);
  bool is_saved() const { return saver_ != nullptr; }
  /// A point where the search can be saved and resumed. Returns true if it ends here.
  template <class Search>
  bool pause(Search& search) {
    if (cut()) return end_cut(last_stats_);
    if (save_due_) save([&search](Archive& archive) { search.serialize(archive); });
    return stop_ != Stop::None;
  }
  /// Resumes a saved search. Returns false if there is none, so that the search starts afresh. If resuming fails,
  /// stop() gives the reason.
  template <class Search>
  bool resume(Search& search) {
    if (saver_ == nullptr || !saver_->has_state()) return false;
    load([&search](Archive& archive) { search.serialize(archive); });
    return true;
  }
  /// Lets a search with several threads rest between two steps whenever `due` returns true: `rest` is called while none
  /// of its threads works. `due` is called often, by the first thread.
  void rest_with(std::function<bool()> due, std::function<void()> rest) {
    rest_due_ = std::move(due);
    rest_ = std::move(rest);
  }
  bool rest_due() const { return rest_due_ && rest_due_(); }
  void rest() {
    if (rest_due()) rest_();
  }
  /// The same time, memory and observer without limits on depth and states, for work at the end of a search.
  SearchControl unbounded() const;
  double seconds() const;
  std::uint64_t memory_used() const { return budget_.used(); }

 private:
  bool look(const Statistics& stats, std::uint64_t frontier);
  bool end_cut(const Statistics& stats);
  /// Ends the search, or, if it is to be saved, lets it continue to the next point where it can be saved.
  bool end_or_save(Stop reason) {
    if (saver_ == nullptr) return end(reason);
    if (stop_after_save_ == Stop::None) stop_after_save_ = reason;
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
  Statistics last_stats_;
  Stop stop_ = Stop::None;
  bool truncated_ = false;
  double reserved_ = 0;  ///< seconds left to certify errors found so far
  SearchSaver* saver_ = nullptr;
  bool save_due_ = false;
  Stop stop_after_save_ = Stop::None;  ///< the reason to end once the search is saved
  double earlier_seconds_ = 0;         ///< seconds used by earlier processes of a resumed search
  double next_save_ = 0;               ///< in seconds of this process
  std::function<bool()> rest_due_;
  std::function<void()> rest_;
};

/// Returns the result of `search`, or nothing if it was cut short.
template <class Search>
auto unless_cut_short(const SearchControl& control, Search&& search) -> std::optional<decltype(search())> {
  try {
    return search();
  } catch (const CutShort& cut) {
    WEIR_ASSERT(control.flagged(), cut.missing);
    return std::nullopt;
  }
}

struct SearchResult {
  enum class Outcome : std::uint8_t {
    Exhausted,  ///< every state was visited and there is no failing run
    Found,      ///< `run` is a failing run; empty if a limit was reached before it was rebuilt
    Stopped,    ///< by `stop`, or by the depth limit
  };
  Outcome outcome = Outcome::Exhausted;
  Stop stop = Stop::None;
  Statistics stats;
  Run run;
};

/// The reason as a text ("the memory limit was reached"), for a result that is Stopped.
std::string stop_reason(const SearchResult& result);
/// A state with a defect, and a run that leads to it; empty if a limit was reached before it was rebuilt.
struct DefectFound {
  Defect defect = Defect::None;
  Run run;
};
struct DefectResult {
  SearchResult search;  ///< Found: all wanted defects were found
  std::vector<DefectFound> found;
};

void serialize(Archive& archive, Statistics& stats);
void serialize(Archive& archive, Run& run);
void serialize(Archive& archive, SearchResult& result);
void serialize(Archive& archive, std::vector<DefectFound>& found);
/// The defects still wanted and those found. When loading, `wanted` must hold all that were requested.
void serialize(Archive& archive, Defect& wanted, std::vector<DefectFound>& found);
void serialize(Archive& archive, DefectResult& result);
/// All states in order. When loading, the store must be empty; a state that `is_state` rejects is damage.
using StateTest = std::function<bool(StateView)>;
void serialize(Archive& archive, StateStore& store, const StateTest& is_state);

/// The result of a search that found nothing: Exhausted, or Stopped with the reason.
SearchResult finished(const SearchControl& control, const Statistics& stats);

/// The result of `search`, a DefectResult; an empty one if it was cut short.
template <class Search>
DefectResult outcome_of(const SearchControl& control, Search&& search) {
  if (auto found = unless_cut_short(control, search)) return std::move(*found);
  return {.search = finished(control, control.last_stats()), .found = {}};
}

/// Sets the number of states for a store that may forget: `counted` if known and no state was forgotten, otherwise an
/// estimate.
void count_distinct(const StateStore& store, std::optional<std::uint64_t> counted, const DistinctEstimate& distinct,
                    Statistics& stats);

/// Expands stored states into edges to store ids. Needs a store with ids.
class Expander {
 public:
  Expander(SearchSpace& space, StateStore& store, SearchControl& control)
      : space_(space), store_(store), control_(control) {}

  /// Edges to the initial states, or out of a state. Returns false if a limit was reached.
  [[nodiscard]] bool initial();
  [[nodiscard]] bool expand(StateId state, std::uint64_t depth);
  /// Expands a state again without counting and without checking limits.
  [[nodiscard]] bool expand_again(StateId state);
  [[nodiscard]] bool initial_again();
  /// Expands the states of a group, each at its depth, as `expand` would one by one. Calls `use(member, depth)` once
  /// the successors of a state are stored; stops if it returns false.
  struct Waiting {
    std::uint32_t state;
    std::uint32_t depth;
  };
  template <class Use>
  [[nodiscard]] bool expand_together(ExpansionGroup& group, std::span<const Waiting> states, Use&& use);

  /// Expands the `count` states from number `first` on, all at the same depth. Refused: they must be expanded one by
  /// one, and nothing has changed. Ended: a limit was reached.
  enum class Together : std::uint8_t { Expanded, Refused, Ended };
  struct Group {
    SuccessorBuffer states;                                  ///< the successors of all states
    std::array<std::size_t, StateStore::kGroupStates> ends;  ///< where the successors of each state end
    std::vector<Insertion> targets;
    LookupBatch batch;
  };
  [[nodiscard]] Together expand_group(std::uint64_t first, std::size_t count, std::uint64_t depth, Group& group);

  /// Statistics and states. Loading also expands the initial states, so that the space counts them again.
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
  /// How many states are expanded together, by the size of the last ones found.
  std::size_t group_size() const { return states_in_group(state_bytes_); }

  Statistics stats;
  std::uint64_t frontier = 0;  ///< for progress: the number of states on the stack or waiting
  /// The cycle proviso of partial-order reduction: whether an edge to this stored state ensures that postponed
  /// transitions are not postponed for ever. If empty, every state is fully expanded.
  std::function<bool(StateId)> proviso;
  bool kept_preferred = false;  ///< only the preferred edges of the last state were kept

 private:
  void note_expansion(std::uint64_t depth, std::size_t transitions, const SuccessorBuffer& found) {
    stats.transitions += transitions;
    if (!found.empty()) state_bytes_ = found.state(0).size();
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
  std::size_t state_bytes_ = 0;  ///< of the successor found last
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
      note_expansion(states[i].depth, fits ? member.edges.size() : 0, member.edges.states);
      if (!fits) return false;
    } else {
      const bool fits = group.insert(store_, i, states[i].depth + 1);
      note_expansion(states[i].depth, fits ? member.edges.size() : 0, member.edges.states);
      if (!fits) return !control_.end(Stop::Memory);
    }
    if (!use(member, states[i].depth)) return false;
  }
  return true;
}

}  // namespace weir
