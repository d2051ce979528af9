// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/state_equation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

namespace weir::pnml {
namespace {

using Clock = std::chrono::steady_clock;

/// Larger nets are not analysed: a single program would take too long.
constexpr std::size_t kMostEntries = 500'000;
constexpr double kSecondsForAll = 3;
constexpr double kSecondsForOne = 0.5;
/// Numbers beyond this are not exact in floating point.
constexpr std::uint64_t kMostTokens = std::uint64_t{1} << 40;

}  // namespace

StateEquation::StateEquation(const Net& net) : net_(net), least_(net.places.size(), 0), seconds_left_(kSecondsForAll) {
  std::map<std::vector<std::pair<std::uint32_t, std::int64_t>>, bool> distinct;
  std::vector<std::vector<LinearProgram::Entry>> rows;
  bool small =
      std::all_of(net.places.begin(), net.places.end(), [](const Place& place) { return place.initial < kMostTokens; });
  std::size_t size = 0;
  for (const Transition& transition : net.transitions) size += transition.inputs.size() + transition.outputs.size();
  if (size > kMostEntries || !LinearProgram::available()) return;
  for (const Transition& transition : net.transitions) {
    std::map<std::uint32_t, std::int64_t> effect;
    for (const Arc& arc : transition.inputs) effect[arc.place] -= static_cast<std::int64_t>(arc.weight);
    for (const Arc& arc : transition.outputs) effect[arc.place] += static_cast<std::int64_t>(arc.weight);
    std::vector<std::pair<std::uint32_t, std::int64_t>> changes;
    for (const auto& [place, change] : effect) {
      if (change != 0) changes.emplace_back(place, change);
      small = small && static_cast<std::uint64_t>(std::abs(change)) < kMostTokens;
    }
    if (changes.empty() || !distinct.emplace(changes, true).second) continue;
    std::vector<LinearProgram::Entry>& row = rows.emplace_back();
    for (const auto& [place, change] : changes) row.push_back({place, static_cast<double>(change)});
  }
  if (!small) return;
  for (const auto& row : rows) {
    const auto begin = static_cast<std::uint32_t>(entries_.size());
    entries_.insert(entries_.end(), row.begin(), row.end());
    rows_.push_back({begin, static_cast<std::uint32_t>(entries_.size())});
  }
  std::vector<double> costs;
  for (const Place& place : net.places) costs.push_back(static_cast<double>(place.initial));
  program_ = std::make_unique<LinearProgram>(costs, rows);
}

std::optional<StateEquation::Wide> StateEquation::upper_bound(const std::vector<NetAtom::Term>& sum) {
  if (!solvable()) return std::nullopt;
  for (const NetAtom::Term& term : sum) {
    if (static_cast<std::uint64_t>(std::abs(term.factor)) >= kMostTokens) return std::nullopt;
    least_[term.place] = static_cast<double>(term.factor);
    program_->set_bounds(term.place, least_[term.place]);
  }
  const std::optional<Weights> weights = solve();
  for (const NetAtom::Term& term : sum) {
    least_[term.place] = 0;
    program_->set_bounds(term.place, 0);
  }
  if (!weights) return std::nullopt;
  const Wide bound = weigh_initial(*weights);
  const Wide quotient = bound / weights->scale;  // rounded down: the sum is an integer
  return bound % weights->scale < 0 ? quotient - 1 : quotient;
}

bool StateEquation::never_covers(const std::vector<Arc>& tokens) {
  if (!solvable() || tokens.empty()) return false;
  for (const Arc& arc : tokens) {
    if (arc.weight >= kMostTokens) return false;
  }
  const auto initial = [&](const Arc& arc) { return static_cast<double>(net_.places[arc.place].initial); };
  for (const Arc& arc : tokens) {
    program_->set_bounds(arc.place, 0, 1);
    program_->set_cost(arc.place, initial(arc) - static_cast<double>(arc.weight));
  }
  const std::optional<Weights> weights = solve();
  for (const Arc& arc : tokens) {
    program_->set_bounds(arc.place, 0);
    program_->set_cost(arc.place, initial(arc));
  }
  if (!weights) return false;
  Wide needed = 0;
  for (const Arc& arc : tokens)
    needed += static_cast<Wide>(weights->values[arc.place]) * static_cast<std::int64_t>(arc.weight);
  return weigh_initial(*weights) < needed;
}

std::optional<StateEquation::Weights> StateEquation::solve() {
  const Clock::time_point start = Clock::now();
  const auto solution = program_->minimise(std::min(kSecondsForOne, seconds_left_));
  seconds_left_ -= std::chrono::duration<double>(Clock::now() - start).count();
  return solution ? exact(*solution) : std::nullopt;
}

std::optional<StateEquation::Weights> StateEquation::exact(const std::vector<double>& solution) const {
  constexpr double kLargest = 1e9;
  for (const std::int64_t scale : {1, 2, 3, 4, 5, 6, 8, 12, 30, 60, 420, 2520}) {
    Weights weights{{}, scale};
    bool good = true;
    for (std::size_t p = 0; p < solution.size() && good; ++p) {
      const double wanted = solution[p] * static_cast<double>(scale);
      const double rounded = std::round(wanted);
      good = std::abs(rounded) < kLargest && std::abs(wanted - rounded) < 1e-6 * std::max(1.0, std::abs(wanted)) &&
             rounded >= least_[p] * static_cast<double>(scale);
      weights.values.push_back(static_cast<std::int64_t>(rounded));
    }
    for (std::size_t r = 0; r < rows_.size() && good; ++r) {
      Wide change = 0;
      for (std::uint32_t i = rows_[r].begin; i < rows_[r].end; ++i)
        change += static_cast<Wide>(weights.values[entries_[i].column]) * static_cast<std::int64_t>(entries_[i].factor);
      good = change <= 0;
    }
    if (good) return weights;
  }
  return std::nullopt;
}

StateEquation::Wide StateEquation::weigh_initial(const Weights& weights) const {
  Wide sum = 0;
  for (std::size_t p = 0; p < weights.values.size(); ++p)
    sum += static_cast<Wide>(weights.values[p]) * static_cast<std::int64_t>(net_.places[p].initial);
  return sum;
}

}  // namespace weir::pnml
