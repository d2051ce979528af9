// SPDX-License-Identifier: Apache-2.0
#include "formula/regex_semantics.h"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "base/table/hash.h"

namespace weir {
namespace {

constexpr std::size_t kMostVariables = 12;

/// Evaluates formulas about one position for an assignment of their atoms and past formulas.
class Assignment {
 public:
  explicit Assignment(const std::vector<Formula>& variables) : variables_(variables) {}
  void set(std::uint32_t bits) { bits_ = bits; }

  bool holds(Formula f) const {
    std::unordered_map<Formula, bool> value;
    for (const Formula g : subformulas(f)) {
      const auto v = [&](std::size_t i) { return value.at(g[i]); };
      const auto operand = [&](Formula h) { return value.at(h); };
      const auto variable = std::find(variables_.begin(), variables_.end(), g);
      if (variable != variables_.end()) {
        value.emplace(g, (bits_ >> (variable - variables_.begin()) & 1) != 0);
        continue;
      }
      const auto parts = g.operands();
      switch (g.op()) {
        case Op::True: value.emplace(g, true); break;
        case Op::Not: value.emplace(g, !v(0)); break;
        case Op::And: value.emplace(g, std::all_of(parts.begin(), parts.end(), operand)); break;
        case Op::Or: value.emplace(g, std::any_of(parts.begin(), parts.end(), operand)); break;
        case Op::Xor: value.emplace(g, v(0) != v(1)); break;
        case Op::Implies: value.emplace(g, !v(0) || v(1)); break;
        case Op::Equiv: value.emplace(g, v(0) == v(1)); break;
        default: value.emplace(g, false);  // False; atoms below a past operator, which no letter reads
      }
    }
    return value.at(f);
  }

 private:
  const std::vector<Formula>& variables_;
  std::uint32_t bits_ = 0;
};

/// The atoms and outermost past formulas of the letters.
std::vector<Formula> variables_of(Regex r) {
  std::vector<Formula> found;
  std::vector<Formula> waiting = letters_of(r);
  std::unordered_set<Formula> seen;
  while (!waiting.empty()) {
    const Formula f = waiting.back();
    waiting.pop_back();
    if (!seen.insert(f).second) continue;
    if (f.is(Op::Atom) || f.op() > Op::Equiv) {
      found.push_back(f);
    } else {
      waiting.insert(waiting.end(), f.operands().begin(), f.operands().end());
    }
  }
  return found;
}

/// Returns whether the words of all operands can be put together as they are: letters are never required jointly.
bool is_free_composition(Regex r) {
  const std::vector<Regex> all = subexpressions(r);
  return std::none_of(all.begin(), all.end(), [](Regex part) {
    return part.is(Regex::Kind::Intersection) || part.is(Regex::Kind::LooseIntersection) ||
           part.is(Regex::Kind::Fusion) || part.is(Regex::Kind::FusionRepetition);
  });
}

bool is_literal(Formula f) { return f.is(Op::Atom) || (f.is(Op::Not) && f[0].is(Op::Atom)) || f.is(Op::True); }

bool accepts_some_word_now(Regex r) {
  if (r.is(Regex::Kind::Nothing)) return false;
  if (r.accepts_empty_word()) return true;
  const std::vector<Formula> letters = letters_of(r);
  if (is_free_composition(r) && std::all_of(letters.begin(), letters.end(), is_literal)) return true;
  const std::vector<Formula> variables = variables_of(r);
  if (variables.size() > kMostVariables) return true;
  Assignment assignment(variables);
  std::vector<Regex> waiting{r};
  std::unordered_set<Regex> seen{r};
  while (!waiting.empty()) {
    const Regex from = waiting.back();
    waiting.pop_back();
    for (std::uint32_t bits = 0; bits < std::uint32_t{1} << variables.size(); ++bits) {
      assignment.set(bits);
      const Regex next = derivative(from, [&](Formula f) { return assignment.holds(f); });
      if (next.accepts_empty_word()) return true;
      if (!next.is(Regex::Kind::Nothing) && seen.insert(next).second) waiting.push_back(next);
    }
  }
  return false;
}

}  // namespace

bool LivingRegexes::lives(Regex r) {
  const auto [entry, fresh] = known_.try_emplace(r, false);
  if (fresh) entry->second = accepts_some_word_now(r);
  return entry->second;
}

std::size_t RegexWalk::PlaceHash::operator()(const Place& place) const noexcept {
  return hash_mix(place.position, place.regex.id());
}

bool letter_holds(const Timeline& timeline, Formula letter, std::size_t position) {
  if (timeline.has_row(letter)) return timeline.holds(letter, position);
  std::unordered_map<Formula, bool> value;
  for (const Formula g : subformulas(letter)) {
    if (timeline.has_row(g)) {
      value.emplace(g, timeline.holds(g, position));
      continue;
    }
    const auto operand = [&](Formula h) { return value.at(h); };
    const auto parts = g.operands();
    WEIR_ASSERT(g.op() <= Op::True || g.is(Op::And) || g.is(Op::Or), "letters are joined by & and |");
    // Constants have no operands.
    value.emplace(g, g.is(Op::And) || g.is(Op::True) ? std::all_of(parts.begin(), parts.end(), operand)
                                                     : std::any_of(parts.begin(), parts.end(), operand));
  }
  return value.at(letter);
}

Regex RegexWalk::step(Regex r, std::size_t position) {
  return derivative(r, [&](Formula letter) { return letter_holds(timeline_, letter, position); });
}

bool RegexWalk::value(Regex r, std::size_t position) {
  std::vector<Place> path;
  std::unordered_set<Place, PlaceHash> on_path;
  bool result = false;
  while (true) {
    const Place place{r, position};
    if (const auto found = known_.find(place); found != known_.end()) {
      result = found->second;
      break;
    }
    if (!on_path.insert(place).second) {
      result = verdicts_.value_on_cycle;
      break;
    }
    path.push_back(place);
    r = step(r, position);
    if (r.accepts_empty_word() && verdicts_.decides_at_match(position)) {
      result = verdicts_.value_if_decided;
      break;
    }
    if (!living_.lives(r)) {
      result = verdicts_.value_if_dead;
      break;
    }
    const auto next = timeline_.successor(position);
    if (!next) {
      // Only the empty word may be left, which has ended here.
      result = r.is(Regex::Kind::EmptyWord) ? verdicts_.value_if_dead : verdicts_.value_at_end;
      break;
    }
    position = *next;
  }
  for (const Place& place : path) known_.insert_or_assign(place, result);
  return result;
}

namespace semantics_detail {

bool fill_regex_row(Timeline& timeline, Formula g, WordEnd end) {
  const bool negated = g.is(Op::Not) && g[0].is(Op::Closure);
  const Formula owner = negated ? g[0] : g;
  if (!has_regex(owner.op())) return false;
  RegexVerdicts verdicts;
  verdicts.decides_at_match = [](std::size_t) { return true; };
  if (owner.is(Op::Closure)) {
    verdicts.value_if_decided = !negated;
    verdicts.value_if_dead = negated;
    verdicts.value_on_cycle = !negated;
    verdicts.value_at_end = end == WordEnd::Definite ? !negated : end == WordEnd::Possible;
  } else {
    const bool conjunction = owner.is(Op::SuffixConjunction);
    const std::vector<bool>& suffix = timeline.row(owner[0]);
    verdicts.decides_at_match = [&suffix, conjunction](std::size_t i) { return suffix[i] == conjunction; };
    verdicts.value_if_decided = conjunction;
    verdicts.value_if_dead = !conjunction;
    verdicts.value_on_cycle = !conjunction;
    verdicts.value_at_end = end == WordEnd::Definite ? !conjunction : end == WordEnd::Possible;
  }
  RegexWalk walk(timeline, std::move(verdicts));
  std::vector<bool> row(timeline.positions());
  for (std::size_t i = row.size(); i-- > 0;) row[i] = walk.value(owner.regex(), i);
  timeline.row(g) = std::move(row);
  return true;
}

bool fill_past_row(Timeline& timeline, Formula g) {
  if (!is_past(g.op())) return false;
  std::vector<bool>& out = timeline.row(g);
  const std::vector<bool>& first = timeline.row(g[0]);
  const std::vector<bool>& second = timeline.row(g[g.operands().size() - 1]);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const bool start = i == 0;
    switch (g.op()) {
      case Op::Yesterday: out[i] = !start && first[i - 1]; break;
      case Op::WeakYesterday: out[i] = start || first[i - 1]; break;
      case Op::Once: out[i] = first[i] || (!start && out[i - 1]); break;
      case Op::Historically: out[i] = first[i] && (start || out[i - 1]); break;
      case Op::Since: out[i] = second[i] || (first[i] && !start && out[i - 1]); break;
      case Op::Trigger: out[i] = second[i] && (first[i] || start || out[i - 1]); break;
      default: WEIR_ASSERT(false, "a past operator");
    }
  }
  return true;
}

}  // namespace semantics_detail
}  // namespace weir
