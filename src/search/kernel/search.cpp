// SPDX-License-Identifier: Apache-2.0
#include "search/kernel/search.h"

#include <algorithm>

namespace weir {

namespace {
using Clock = std::chrono::steady_clock;
constexpr auto kReportEvery = std::chrono::milliseconds(200);
}  // namespace

Stop stop_of(StopFlag::Reason reason) {
  switch (reason) {
    case StopFlag::Reason::None: break;
    case StopFlag::Reason::Interrupted: return Stop::Interrupted;
    case StopFlag::Reason::Time: return Stop::Time;
    case StopFlag::Reason::Memory: return Stop::Memory;
  }
  return Stop::None;
}

SearchControl::SearchControl(MemoryBudget& budget, const SearchLimits& limits, Observer* observer, std::string property)
    : budget_(budget),
      limits_(limits),
      observer_(observer),
      property_(std::move(property)),
      start_(Clock::now()),
      last_report_(start_) {}

double SearchControl::elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
double SearchControl::seconds() const { return earlier_seconds_ + elapsed(); }

SearchControl SearchControl::unbounded() const {
  SearchLimits limits;
  if (limits_.seconds > 0) limits.seconds = std::max(limits_.seconds - elapsed(), 1e-3);
  limits.stop = limits_.stop;
  limits.cut = limits_.cut;
  return {budget_, limits, observer_, property_};
}

bool SearchControl::end_cut(const Statistics& stats) {
  last_stats_ = stats;
  return end(stop_of(limits_.cut->reason()));
}

bool SearchControl::look(const Statistics& stats, std::uint64_t frontier) {
  until_look_ = kLookEvery;
  last_stats_ = stats;
  if (stop_ != Stop::None) return true;
  if (limits_.stop != nullptr && limits_.stop->raised()) return end_or_save(stop_of(limits_.stop->reason()));
  const auto now = Clock::now();
  const double used = std::chrono::duration<double>(now - start_).count();
  if (limits_.seconds > 0 && used > limits_.seconds - std::min(reserved_, limits_.seconds / 2))
    return end_or_save(Stop::Time);
  if (saver_ != nullptr && used >= next_save_) save_due_ = true;
  if (observer_ == nullptr) return false;
  if (observer_->interrupted()) return end_or_save(Stop::Interrupted);
  if (now - last_report_ >= kReportEvery) {
    last_report_ = now;
    Observer::Progress progress{property_, stats, frontier, 0};
    progress.stats.seconds = seconds();
    progress.stats.memory_bytes = budget_.used();
    if (budget_.limit() != MemoryBudget::kUnlimited) progress.memory_limit = budget_.limit();
    observer_->progress(progress);
  }
  return false;
}

void SearchControl::use(SearchSaver* saver) {
  saver_ = saver;
  if (saver == nullptr) return;
  next_save_ = elapsed() + saver->seconds_between_saves();
  save_due_ = saver->seconds_between_saves() == 0;
}

void SearchControl::serialize(Archive& archive) {
  double so_far = seconds();
  archive.seconds(so_far);
  if (archive.loading()) earlier_seconds_ = so_far;
  archive.value(truncated_);
}

void SearchControl::save(const Serializer& search) {
  const double start = elapsed();
  saver_->save([&](Archive& archive) {
    serialize(archive);
    search(archive);
  });
  // Saving takes at most a tenth of the time, so a large search is saved less often.
  next_save_ = elapsed() + std::max(saver_->seconds_between_saves(), 9 * (elapsed() - start));
  save_due_ = saver_->seconds_between_saves() == 0;
  if (stop_after_save_ != Stop::None) end(stop_after_save_);
}

void SearchControl::load(const Serializer& search) {
  const Archive::State state = saver_->load([&](Archive& archive) {
    serialize(archive);
    search(archive);
  });
  // The owner of the saver reports the damage.
  if (state != Archive::State::Good) end(state == Archive::State::NoMemory ? Stop::Memory : Stop::Interrupted);
}

std::string stop_reason(const SearchResult& result) {
  switch (result.stop) {
    case Stop::Memory: return "the memory limit was reached";
    case Stop::Time: return "the time limit was reached";
    case Stop::States: return "the state limit was reached";
    case Stop::Interrupted: return "interrupted";
    case Stop::None: break;
  }
  return "the depth limit cut off part of the state space";
}

void count_distinct(const StateStore& store, std::optional<std::uint64_t> counted, const DistinctEstimate& distinct,
                    Statistics& stats) {
  stats.states_estimated = store.forgot() || !counted;
  stats.states = stats.states_estimated ? std::min(distinct.estimate(), stats.states_generated) : *counted;
}

SearchResult finished(const SearchControl& control, const Statistics& stats) {
  SearchResult result;
  const bool whole = control.stop() == Stop::None && !control.truncated() && !control.flagged();
  result.outcome = whole ? SearchResult::Outcome::Exhausted : SearchResult::Outcome::Stopped;
  result.stop = control.stop() != Stop::None || !control.flagged()
                    ? control.stop()
                    : stop_of(control.cut() ? control.limits().cut->reason() : control.limits().stop->reason());
  result.stats = stats;
  result.stats.memory_bytes = control.memory_used();
  result.stats.seconds = control.seconds();
  return result;
}

/// Inserts the successors one by one, because the state limit is near.
bool Expander::insert_up_to(std::uint64_t max_states, std::uint64_t depth) {
  insertions_.clear();
  for (std::size_t i = 0; i < expansion_.size(); ++i) {
    const StateView state = expansion_.states.state(i);
    if (store_.size() >= max_states && !store_.contains(state) && control_.ended_by_states()) return false;
    insertions_.push_back(store_.insert(state, depth));
    if (insertions_.back().full()) return !control_.end(Stop::Memory);
  }
  return true;
}

bool Expander::insert_within_limit(std::uint64_t depth) {
  const std::uint64_t max_states = control_.limits().max_states;
  if (max_states == 0 || store_.size() + expansion_.size() <= max_states) return insert(depth);
  return insert_up_to(max_states, depth);
}

void serialize(Archive& archive, Statistics& stats) {
  for (std::uint64_t* count : {&stats.states, &stats.states_generated, &stats.transitions, &stats.max_depth,
                               &stats.stored_peak, &stats.automaton_states, &stats.memory_bytes})
    archive.value(*count);
  archive.seconds(stats.seconds);
}

namespace {
void serialize(Archive& archive, std::vector<RunStep>& steps) {
  constexpr std::size_t kLeast = 30;
  steps.resize(static_cast<std::size_t>(archive.count(steps.size(), kLeast)));
  for (RunStep& step : steps) {
    archive.value(step.state);
    archive.value(step.step.transition);
    archive.value(step.step.process);
    archive.value(step.step.partner);
    archive.value(step.step.fault);
    archive.value(step.stutters);
    archive.value(step.last);
    archive.value(step.automaton_state);
  }
}
}  // namespace

void serialize(Archive& archive, Run& run) {
  serialize(archive, run.prefix);
  serialize(archive, run.cycle);
}

void serialize(Archive& archive, SearchResult& result) {
  archive.value(result.outcome);
  archive.value(result.stop);
  archive.require(result.outcome <= SearchResult::Outcome::Stopped && result.stop <= Stop::Interrupted);
  serialize(archive, result.stats);
  serialize(archive, result.run);
}

void serialize(Archive& archive, std::vector<DefectFound>& found) {
  constexpr std::size_t kLeast = 17;
  found.resize(static_cast<std::size_t>(archive.count(found.size(), kLeast)));
  for (DefectFound& one : found) {
    archive.value(one.defect);
    serialize(archive, one.run);
    archive.require(!one.run.prefix.empty());
  }
}

void serialize(Archive& archive, Defect& wanted, std::vector<DefectFound>& found) {
  const Defect asked = wanted;
  archive.value(wanted);
  serialize(archive, found);
  Defect known = wanted;
  for (const DefectFound& one : found) known = known | one.defect;
  archive.require((wanted & ~asked) == Defect::None && (known & asked) == asked);
}

void serialize(Archive& archive, DefectResult& result) {
  serialize(archive, result.search);
  serialize(archive, result.found);
}

void serialize(Archive& archive, StateStore& store, const StateTest& is_state) {
  const std::uint64_t count = archive.count(store.size(), sizeof(std::uint32_t));
  std::vector<std::byte> bytes;
  for (std::uint64_t i = 0; i < count && archive.good(); ++i) {
    std::uint32_t size = 0;
    if (!archive.loading()) {
      const StateView state = store.get(StateId{static_cast<std::uint32_t>(i)}, bytes);
      size = static_cast<std::uint32_t>(state.size());
      archive.value(size);
      archive.bytes(const_cast<std::byte*>(state.data()), size);
      continue;
    }
    archive.value(size);
    archive.require(size <= archive.left());
    if (!archive.good()) return;
    bytes.resize(size);
    archive.bytes(bytes.data(), size);
    if (!archive.good() || !is_state(bytes)) return archive.damaged();
    const Insertion insertion = store.insert(bytes);
    if (insertion.full()) return archive.no_memory();
    archive.require(insertion.inserted());
  }
}

void Expander::serialize(Archive& archive) {
  weir::serialize(archive, stats);
  weir::serialize(archive, store_, [this](StateView state) { return space_.is_state(state); });
  if (archive.loading()) space_.initial(expansion_);
}

bool Expander::insert(std::uint64_t depth) {
  store_.insert_all(expansion_.states, insertions_, depth);
  if (!insertions_.empty() && insertions_.back().full()) {
    control_.end(Stop::Memory);
    return false;
  }
  return true;
}

/// Inserts the preferred successors, and the others only if the cycle proviso requires them.
bool Expander::insert_preferred(StateId state, std::uint64_t depth) {
  space_.expand_preferred(store_.get(state, scratch_), expansion_);
  if (expansion_.preferred >= expansion_.size() && !expansion_.preferred_alone) return insert_within_limit(depth);
  bool proviso_holds = false;
  if (expansion_.preferred_alone) {  // only preferred edges were generated: look them up together
    if (!insert_within_limit(depth)) return false;
    for (const Insertion& insertion : insertions_)
      proviso_holds = proviso_holds || insertion.inserted() || proviso(insertion.id);
  } else {
    insertions_.clear();
    for (std::size_t i = 0; i < expansion_.preferred; ++i) {
      insertions_.push_back(store_.insert(expansion_.states.state(i), depth));
      const Insertion& insertion = insertions_.back();
      if (insertion.full()) return !control_.end(Stop::Memory);
      proviso_holds = proviso_holds || insertion.inserted() || proviso(insertion.id);
    }
  }
  if (proviso_holds) {
    kept_preferred = true;
    expansion_.keep_preferred();
    return true;
  }
  // All preferred successors are already stored, so re-inserting them after the full expansion cannot add states.
  if (expansion_.preferred_alone) space_.expand(store_.get(state, scratch_), expansion_);
  return insert_within_limit(depth);
}

bool Expander::initial() {
  space_.initial(expansion_);
  const bool fits = insert_within_limit(0);
  stats.states = stats.states_generated = stats.stored_peak = store_.size();
  return fits;
}

bool Expander::initial_again() {
  space_.initial(expansion_);
  return insert(0);
}

bool Expander::expand(StateId state, std::uint64_t depth) {
  if (control_.ended(stats, frontier)) return false;
  kept_preferred = false;
  bool fits = false;
  if (proviso) {
    fits = insert_preferred(state, depth + 1);
  } else {
    space_.expand(store_.look(state, scratch_), expansion_);
    fits = insert_within_limit(depth + 1);
  }
  // An incomplete expansion may look like a deadlock.
  if (control_.cut()) return !control_.ended(stats, frontier);
  note_expansion(depth, fits ? expansion_.size() : 0, expansion_.states);
  return fits;
}

Expander::Together Expander::expand_group(std::uint64_t first, std::size_t count, std::uint64_t depth, Group& group) {
  if (!space_.expands_groups()) return Together::Refused;
  std::array<StateView, StateStore::kGroupStates> sources;
  store_.read_group(StateId{static_cast<std::uint32_t>(first)}, {sources.data(), count});
  group.states.clear();
  if (!space_.expand_group({sources.data(), count}, group.states, group.ends.data())) return Together::Refused;
  if (control_.flagged() && control_.ended(stats, frontier)) return Together::Ended;
  const std::uint64_t max_states = control_.limits().max_states;
  if (max_states != 0 && store_.size() + group.states.size() > max_states) {
    group.targets.clear();
    for (std::size_t i = 0; i < group.states.size(); ++i) {
      const StateView state = group.states.state(i);
      if (store_.size() >= max_states && !store_.contains(state) && control_.ended_by_states()) {
        note_expansion(depth, i, group.states);
        return Together::Ended;
      }
      group.targets.push_back(store_.insert(state, depth + 1));
      if (group.targets.back().full()) break;
    }
  } else {
    store_.prepare_group(group.states, {group.ends.data(), count}, group.batch);
    store_.prefetch_all(group.batch);
    store_.insert_prepared(group.states, group.batch, group.targets, depth + 1);
  }
  if (!group.targets.empty() && group.targets.back().full()) {
    control_.end(Stop::Memory);
    return Together::Ended;
  }
  note_expansion(depth, group.states.size(), group.states);
  for (std::size_t i = 0; i < count; ++i)
    if (control_.ended(stats, frontier)) return Together::Ended;
  return Together::Expanded;
}

bool Expander::expand_again(StateId state) {
  space_.expand(store_.look(state, scratch_), expansion_);
  if (expansion_.preferred >= expansion_.size()) return insert(0);
  // With a reduced expansion, successors that the search did not reach must not be added to the store.
  insertions_.clear();
  for (std::size_t i = 0; i < expansion_.size(); ++i) {
    const StateView target = expansion_.states.state(i);
    insertions_.push_back(store_.contains(target) ? store_.insert(target)
                                                  : Insertion{Insertion::Outcome::Present, kNoState});
  }
  return true;
}

}  // namespace weir
