// SPDX-License-Identifier: Apache-2.0
#include "automaton/translate/regex_steps.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "base/assert.h"

namespace weir {
namespace {

using Kind = Regex::Kind;

std::uint32_t one_less(std::uint32_t bound) { return bound == Regex::kUnbounded || bound == 0 ? bound : bound - 1; }

}  // namespace

const std::vector<RegexSteps::Step>& RegexSteps::all_steps(Regex r) {
  if (const auto found = all_.find(r); found != all_.end()) return found->second;
  // Operands first, without recursion on the depth of r. What follows an operand is computed when it is asked for.
  for (const Regex part : subexpressions(r)) {
    if (all_.find(part) != all_.end()) continue;
    std::vector<Step> steps = compute(part);
    bdds_.meter().steps(steps.size() + 1);
    for (const Step& step : steps) bdds_.meter().allocate(sizeof(Step) + 64 + 16 * step.next.operands().size());
    // One step for each next expression.
    std::map<std::uint32_t, std::size_t> by_next;
    std::vector<Step> merged;
    for (const Step& step : steps) {
      if (step.label == kBddFalse || step.next.is(Kind::Nothing)) continue;
      const auto [entry, fresh] = by_next.try_emplace(step.next.id(), merged.size());
      if (fresh) {
        merged.push_back(step);
      } else {
        merged[entry->second].label = bdds_.disjoin(merged[entry->second].label, step.label);
      }
    }
    all_.emplace(part, std::move(merged));
  }
  return all_.at(r);
}

std::vector<RegexSteps::Step> RegexSteps::joint(const std::vector<Step>& left, const std::vector<Step>& right,
                                                const std::function<Regex(Regex, Regex)>& join) {
  std::vector<Step> result;
  for (const Step& one : left) {
    for (const Step& other : right) {
      const Bdd label = bdds_.conjoin(one.label, other.label);
      if (label != kBddFalse) result.push_back({label, join(one.next, other.next)});
    }
  }
  return result;
}

/// Steps with disjoint labels; the next expressions of one letter are joined by a union.
std::vector<RegexSteps::Step> RegexSteps::deterministic(const std::vector<Step>& steps) {
  std::vector<Step> cells{{kBddTrue, Regex::nothing()}};
  for (const Step& step : steps) {
    std::vector<Step> finer;
    for (const Step& cell : cells) {
      const Bdd inside = bdds_.conjoin(cell.label, step.label);
      const Bdd outside = bdds_.conjoin(cell.label, bdds_.negate(step.label));
      if (inside != kBddFalse) finer.push_back({inside, Regex::any_of({cell.next, step.next})});
      if (outside != kBddFalse) finer.push_back({outside, cell.next});
    }
    cells = std::move(finer);
  }
  return cells;
}

std::vector<RegexSteps::Step> RegexSteps::compute(Regex r) {
  const auto of = [&](std::size_t i) -> const std::vector<Step>& { return all_.at(r[i]); };
  std::vector<Step> result;
  const auto append = [&](const std::vector<Step>& steps, const std::function<Regex(Regex)>& then) {
    for (const Step& step : steps) result.push_back({step.label, then(step.next)});
  };
  const auto rest_after = [&](std::size_t i, Regex first) {
    std::vector<Regex> parts{first};
    for (std::size_t k = i + 1; k < r.operands().size(); ++k) parts.push_back(r[k]);
    return parts;
  };
  switch (r.kind()) {
    case Kind::Nothing:
    case Kind::EmptyWord: break;
    case Kind::OneLetter: result.push_back({label_of_(r.letter()), Regex::empty_word()}); break;
    case Kind::Union:
      for (std::size_t i = 0; i < r.operands().size(); ++i) append(of(i), [](Regex next) { return next; });
      break;
    case Kind::Concatenation:
      for (std::size_t i = 0; i < r.operands().size(); ++i) {
        append(of(i), [&](Regex next) { return Regex::concatenation(rest_after(i, next)); });
        if (!r[i].accepts_empty_word()) break;
      }
      break;
    case Kind::Fusion: {
      // A letter may be the last of one part, the first and last of the next, and so on.
      std::vector<Step> ended{{kBddTrue, Regex::empty_word()}};
      for (std::size_t i = 0; i < r.operands().size() && !ended.empty(); ++i) {
        std::vector<Step> here = joint(ended, of(i), [](Regex, Regex next) { return next; });
        append(here, [&](Regex next) { return Regex::fusion(rest_after(i, next)); });
        std::erase_if(here, [](const Step& step) { return !step.next.accepts_empty_word(); });
        ended = std::move(here);
      }
      break;
    }
    case Kind::Intersection:
      result = of(0);
      for (std::size_t i = 1; i < r.operands().size(); ++i)
        result = joint(result, of(i), [](Regex a, Regex b) { return Regex::all_of({a, b}); });
      break;
    case Kind::LooseIntersection: {
      result = of(0);
      bool done_so_far = r[0].accepts_empty_word();
      for (std::size_t i = 1; i < r.operands().size(); ++i) {
        std::vector<Step> both = joint(result, of(i), [](Regex a, Regex b) { return Regex::loosely_all_of({a, b}); });
        if (r[i].accepts_empty_word()) both.insert(both.end(), result.begin(), result.end());
        if (done_so_far) both.insert(both.end(), of(i).begin(), of(i).end());
        result = std::move(both);
        done_so_far = done_so_far && r[i].accepts_empty_word();
      }
      break;
    }
    case Kind::Repetition: {
      const Regex rest = Regex::repetition(r[0], one_less(r.least()), one_less(r.most()));
      append(of(0), [&](Regex next) { return Regex::concatenation({next, rest}); });
      break;
    }
    case Kind::FusionRepetition: {
      std::uint32_t least = r.least(), most = r.most();
      std::vector<Step> ended{{kBddTrue, Regex::empty_word()}};
      while (!ended.empty()) {
        if (least == 0) append(ended, [](Regex) { return Regex::empty_word(); });
        if (most == 0) break;
        const std::uint32_t rest_least = one_less(least), rest_most = one_less(most);
        std::vector<Step> here = joint(ended, of(0), [](Regex, Regex next) { return next; });
        append(here, [&](Regex next) {
          return Regex::fusion({next, Regex::fusion_repetition(r[0], rest_least, rest_most)});
        });
        if (rest_least == least && rest_most == most) break;
        std::erase_if(here, [](const Step& step) { return !step.next.accepts_empty_word(); });
        // Only the letters matter; without this the steps would multiply with each round.
        Bdd letters = kBddFalse;
        for (const Step& step : here) letters = bdds_.disjoin(letters, step.label);
        ended.clear();
        if (letters != kBddFalse) ended.push_back({letters, Regex::empty_word()});
        least = rest_least;
        most = rest_most;
      }
      break;
    }
    case Kind::FirstMatch:
      result = deterministic(of(0));
      for (Step& step : result) step.next = Regex::first_match(step.next);
      break;
  }
  return result;
}

bool RegexSteps::lives(Regex r) {
  if (r.accepts_empty_word()) return true;
  if (const auto known = lives_.find(r); known != lives_.end()) return known->second;
  // What was reached, and from where. All that leads to a living expression lives: without this, a[*1000] would be
  // followed to its end once for each of its derivatives.
  std::vector<Regex> reached{r};
  std::vector<std::size_t> from{0};
  std::unordered_set<Regex> seen{r};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    bdds_.meter().steps(1);
    for (const Step& step : all_steps(reached[i])) {
      const auto known = lives_.find(step.next);
      if (step.next.accepts_empty_word() || (known != lives_.end() && known->second)) {
        for (std::size_t k = i; k != 0; k = from[k]) lives_[reached[k]] = true;
        return lives_[r] = true;
      }
      if (known != lives_.end() || !seen.insert(step.next).second) continue;
      reached.push_back(step.next);
      from.push_back(i);
    }
  }
  for (const Regex dead : reached) lives_[dead] = false;
  return false;
}

const std::vector<RegexSteps::Step>& RegexSteps::steps(Regex r) {
  if (const auto found = living_.find(r); found != living_.end()) return found->second;
  std::vector<Step> kept;
  const std::vector<Step> all = all_steps(r);
  for (const Step& step : all)
    if (lives(step.next)) kept.push_back(step);
  return living_.emplace(r, std::move(kept)).first->second;
}

}  // namespace weir
