// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/state_equation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "frontend/pnml/traps.h"

namespace weir::pnml {
namespace {

using Clock = std::chrono::steady_clock;

/// Larger nets are not analysed: a single program would take too long.
constexpr std::size_t kMostEntries = 500'000;
constexpr double kSecondsForAll = 3;
constexpr double kSecondsForOne = 0.5;
/// Numbers beyond this are not exact in floating point.
constexpr std::int64_t kMostTokens = std::int64_t{1} << 40;
constexpr int kTrapsForOne = 20;
constexpr int kMostFutileTraps = 100;  ///< that did not lead to a proof
/// Every column that a program gets later has bounds on both sides, so that the dual simplex can start with it.
constexpr double kMostOfTrap = 1000;

bool is_exact(const Inequality& inequality) {
  const auto exact = [](NetAtom::Wide number) { return -kMostTokens < number && number < kMostTokens; };
  return exact(inequality.least) && std::all_of(inequality.terms.begin(), inequality.terms.end(),
                                                [&](const NetAtom::Term& term) { return exact(term.factor); });
}

NetAtom::Wide floor_of(NetAtom::Wide number, NetAtom::Wide divisor) {
  return number / divisor - (number % divisor < 0 ? 1 : 0);
}

}  // namespace

StateEquation::StateEquation(const Net& net) : net_(net), seconds_left_(kSecondsForAll) {
  bool small = std::all_of(net.places.begin(), net.places.end(),
                           [](const Place& place) { return place.initial < std::uint64_t{kMostTokens}; });
  std::size_t size = 0;
  for (const Transition& transition : net.transitions) size += transition.inputs.size() + transition.outputs.size();
  if (size > kMostEntries || !LinearProgram::available()) return;
  std::set<std::vector<std::pair<std::uint32_t, std::int64_t>>> distinct;
  for (const Transition& transition : net.transitions) {
    std::vector<std::pair<std::uint32_t, std::int64_t>> effect;
    for_each_change(transition, [&](std::uint32_t place, std::int64_t change) {
      effect.emplace_back(place, change);
      small = small && -kMostTokens < change && change < kMostTokens;
    });
    if (!effect.empty()) distinct.insert(std::move(effect));
  }
  if (!small) return;
  changes_.resize(net.places.size());
  for (const auto& effect : distinct) {
    const auto index = static_cast<std::uint32_t>(effects_.size());
    std::vector<LinearProgram::Entry>& row = effects_.emplace_back();
    for (const auto& [place, change] : effect) {
      row.push_back({place, static_cast<double>(change)});
      changes_[place].push_back({index, static_cast<double>(change)});
    }
  }
  std::vector<double> costs;
  for (const Place& place : net.places) costs.push_back(static_cast<double>(place.initial));
  program_ = std::make_unique<LinearProgram>(costs, effects_);
}

std::optional<StateEquation::Wide> StateEquation::upper_bound(const std::vector<NetAtom::Term>& sum) {
  const Inequality bounded{sum, 0};
  const std::optional<Weights> weights = solve({&bounded, 1}, true).weights;
  if (!weights) return std::nullopt;
  return floor_of(weights->rest, weights->scale);  // the sum is an integer
}

/// A solution for one place bounds every place with a positive weight.
std::vector<std::optional<std::uint64_t>> StateEquation::bounds(double seconds) {
  std::vector<std::optional<std::uint64_t>> found(net_.places.size());
  const double kept = std::exchange(seconds_left_, seconds);
  for (std::uint32_t place = 0; place < found.size() && solvable(); ++place) {
    // The initial marking shows that a bound is best; 1 is good enough.
    if (found[place] && *found[place] <= std::max<std::uint64_t>(1, net_.places[place].initial)) continue;
    const Inequality bounded{{{place, 1}}, 0};
    const std::optional<Weights> weights = solve({&bounded, 1}, true).weights;
    if (!weights) continue;
    for (std::uint32_t p = 0; p < found.size(); ++p) {
      const Wide weight = weights->columns[p] + (p == place ? weights->scale : 0);
      if (weight <= 0) continue;
      const Wide bound = weights->rest / weight;
      if (bound < kMostTokens) found[p] = std::min(found[p].value_or(kMaxTokens), static_cast<std::uint64_t>(bound));
    }
  }
  seconds_left_ = kept;
  return found;
}

StateEquation::Answer StateEquation::examine(std::span<const Inequality> inequalities) {
  Solved solved = solve(inequalities, false);
  const bool never = solved.weights && solved.weights->rest < 0;
  return {never, never ? std::vector<double>{} : std::move(solved.marking)};
}

StateEquation::Solved StateEquation::solve(std::span<const Inequality> inequalities, bool bounds) {
  Solved solved;
  if (!solvable() || !std::all_of(inequalities.begin(), inequalities.end(), is_exact)) return solved;
  const std::size_t first = inequalities_.size();
  for (const Inequality& inequality : inequalities) add(inequality, bounds ? 1 : 0, 1);
  std::optional<Wide> without_traps;  // the bound
  int traps = 0;
  Clock::time_point start = Clock::now();
  const auto count_time = [&] {
    const Clock::time_point now = Clock::now();
    seconds_left_ -= std::chrono::duration<double>(now - std::exchange(start, now)).count();
  };
  for (; solvable(); count_time()) {
    const auto solution = program_->minimise(std::min(kSecondsForOne, seconds_left_));
    if (!solution) break;
    auto weights = exact(solution->columns);
    if (weights && (!bounds || weights->columns[net_.places.size() + first] == weights->scale))
      solved.weights = std::move(weights);
    solved.marking = marking_of(solution->prices);
    if (traps == 0 && solved.weights) without_traps = floor_of(solved.weights->rest, solved.weights->scale);
    const bool refuted = !bounds && solved.weights && solved.weights->rest < 0;
    if (refuted || traps == kTrapsForOne || futile_traps_ + traps >= kMostFutileTraps || !add_trap(solved.marking))
      break;
    ++traps;
  }
  remove(first, inequalities.size());
  count_time();
  // Only traps that have contributed to a proof are kept for other questions.
  const auto bound =
      solved.weights ? std::optional(floor_of(solved.weights->rest, solved.weights->scale)) : std::nullopt;
  if (bound && (bounds ? !without_traps || *bound < *without_traps : *bound < 0)) return solved;
  remove(first, static_cast<std::size_t>(traps));
  futile_traps_ += traps;
  return solved;
}

void StateEquation::remove(std::size_t first, std::size_t count) {
  program_->remove_columns(net_.places.size() + first, count);
  const auto begin = inequalities_.begin() + static_cast<std::ptrdiff_t>(first);
  inequalities_.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
}

/// The weights of the program are y less the part that the inequalities demand, so that they are at least 0.
void StateEquation::add(const Inequality& inequality, double least, double most) {
  LinearProgram::Column column{-static_cast<double>(inequality.least), least, most, {}};
  std::map<std::uint32_t, double> effects;
  for (const NetAtom::Term& term : inequality.terms) {
    const auto factor = static_cast<double>(term.factor);
    column.cost += factor * static_cast<double>(net_.places[term.place].initial);
    for (const LinearProgram::Entry& change : changes_[term.place]) effects[change.index] += factor * change.factor;
  }
  for (const auto& [effect, factor] : effects)
    if (factor != 0) column.rows.push_back({effect, factor});
  program_->add_column(column);
  inequalities_.push_back(inequality);
}

/// Adds a trap that is empty in this marking, but has a token initially; returns false if there is none.
bool StateEquation::add_trap(const std::vector<double>& marking) {
  constexpr double kEmpty = 1e-6;
  std::vector<bool> empty(marking.size());
  for (std::size_t p = 0; p < marking.size(); ++p) empty[p] = marking[p] < kEmpty;
  const std::vector<std::uint32_t> trap = largest_trap(net_, std::move(empty));
  if (std::none_of(trap.begin(), trap.end(), [&](std::uint32_t p) { return net_.places[p].initial > 0; })) return false;
  Inequality marked{{}, 1};
  for (const std::uint32_t place : trap) marked.terms.push_back({place, 1});
  add(marked, 0, kMostOfTrap);
  return true;
}

std::vector<double> StateEquation::marking_of(const std::vector<double>& firings) const {
  std::vector<double> marking;
  for (const Place& place : net_.places) marking.push_back(static_cast<double>(place.initial));
  for (std::size_t i = 0; i < effects_.size(); ++i)
    for (const LinearProgram::Entry& change : effects_[i]) marking[change.index] += firings[i] * change.factor;
  return marking;
}

std::optional<StateEquation::Weights> StateEquation::exact(const std::vector<double>& solution) const {
  constexpr double kLargest = 1e9;
  for (const std::int64_t scale : {1, 2, 3, 4, 5, 6, 8, 12, 30, 60, 420, 2520}) {
    Weights weights{{}, scale, 0};
    bool good = true;
    for (std::size_t i = 0; i < solution.size() && good; ++i) {
      const double wanted = solution[i] * static_cast<double>(scale);
      const double rounded = std::round(wanted);
      good = 0 <= rounded && rounded < kLargest && std::abs(wanted - rounded) < 1e-6 * std::max(1.0, wanted);
      weights.columns.push_back(static_cast<std::int64_t>(rounded));
    }
    if (good && verify(weights)) return weights;
  }
  return std::nullopt;
}

/// Returns whether y never increases, and computes the rest.
bool StateEquation::verify(Weights& weights) const {
  constexpr Wide kLargest = Wide{1} << 60;  // sums of products with token counts cannot overflow
  const std::size_t places = net_.places.size();
  std::vector<Wide> y(weights.columns.begin(), weights.columns.begin() + static_cast<std::ptrdiff_t>(places));
  for (std::size_t i = 0; i < inequalities_.size(); ++i) {
    const Wide multiplier = weights.columns[places + i];
    weights.rest -= multiplier * inequalities_[i].least;
    for (const NetAtom::Term& term : inequalities_[i].terms) y[term.place] += multiplier * term.factor;
  }
  for (std::size_t p = 0; p < places; ++p) {
    if (y[p] < -kLargest || y[p] > kLargest) return false;
    weights.rest += y[p] * static_cast<std::int64_t>(net_.places[p].initial);
  }
  return std::all_of(effects_.begin(), effects_.end(), [&](const std::vector<LinearProgram::Entry>& effect) {
    Wide change = 0;
    for (const LinearProgram::Entry& entry : effect) change += y[entry.index] * static_cast<std::int64_t>(entry.factor);
    return change <= 0;
  });
}

}  // namespace weir::pnml
