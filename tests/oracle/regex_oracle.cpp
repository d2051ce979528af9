// SPDX-License-Identifier: Apache-2.0
// Recursive functions are fine here, because test expressions are small.
#include "oracle/regex_oracle.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/assert.h"

namespace weir::test {

using Kind = Regex::Kind;

bool holds_at(Formula f, Letter letter, const std::vector<std::string>& atoms) {
  const auto sub = [&](std::size_t i) { return holds_at(f[i], letter, atoms); };
  switch (f.op()) {
    case Op::True: return true;
    case Op::False: return false;
    case Op::Atom: {
      const auto atom = std::find(atoms.begin(), atoms.end(), f.name());
      WEIR_ASSERT(atom != atoms.end(), "a letter gives every atom a value");
      return (letter >> (atom - atoms.begin()) & 1) != 0;
    }
    case Op::Not: return !sub(0);
    case Op::Xor: return sub(0) != sub(1);
    case Op::Equiv: return sub(0) == sub(1);
    case Op::Implies: return !sub(0) || sub(1);
    case Op::And:
    case Op::Or:
      for (std::size_t i = 0; i < f.operands().size(); ++i)
        if (sub(i) == f.is(Op::Or)) return f.is(Op::Or);
      return f.is(Op::And);
    default: WEIR_ASSERT(false, "a letter of an expression is a Boolean formula");
  }
}

namespace {

std::uint64_t bit(std::size_t i) { return std::uint64_t{1} << i; }

}  // namespace

const RegexMatches::Ends& RegexMatches::all(Regex r) {
  if (const auto found = known_.find(r); found != known_.end()) return found->second;
  Ends ends = compute(r);
  return known_.emplace(r, std::move(ends)).first->second;
}

RegexMatches::Ends RegexMatches::concatenated(const Ends& left, const Ends& right) const {
  Ends result(length_ + 1, 0);
  for (std::size_t i = 0; i <= length_; ++i)
    for (std::size_t middle = i; middle <= length_; ++middle)
      if ((left[i] & bit(middle)) != 0) result[i] |= right[middle];
  return result;
}

/// The position before `middle` belongs to both.
RegexMatches::Ends RegexMatches::fused(const Ends& left, const Ends& right) const {
  Ends result(length_ + 1, 0);
  for (std::size_t i = 0; i <= length_; ++i)
    for (std::size_t middle = i + 1; middle <= length_; ++middle)
      if ((left[i] & bit(middle)) != 0) result[i] |= right[middle - 1] & ~bit(middle - 1);
  return result;
}

RegexMatches::Ends RegexMatches::compute(Regex r) {
  const std::size_t n = length_;
  Ends result(n + 1, 0);
  switch (r.kind()) {
    case Kind::Nothing: break;
    case Kind::EmptyWord:
      for (std::size_t i = 0; i <= n; ++i) result[i] = bit(i);
      break;
    case Kind::OneLetter: {
      const std::uint64_t holds = letter_(r.letter());
      for (std::size_t i = 0; i < n; ++i)
        if ((holds & bit(i)) != 0) result[i] = bit(i + 1);
      break;
    }
    case Kind::Concatenation:
    case Kind::Fusion: {
      result = all(r[0]);
      for (std::size_t k = 1; k < r.operands().size(); ++k)
        result = r.is(Kind::Fusion) ? fused(result, all(r[k])) : concatenated(result, all(r[k]));
      break;
    }
    case Kind::Union:
    case Kind::Intersection: {
      result = all(r[0]);
      for (std::size_t k = 1; k < r.operands().size(); ++k) {
        const Ends& other = all(r[k]);
        for (std::size_t i = 0; i <= n; ++i)
          result[i] = r.is(Kind::Union) ? result[i] | other[i] : result[i] & other[i];
      }
      break;
    }
    case Kind::LooseIntersection: {
      // At the end of one operand each other one has ended, too.
      for (std::size_t i = 0; i <= n; ++i) {
        for (std::size_t j = i; j <= n; ++j) {
          bool some_here = false, all_ended = true;
          for (const Regex part : r.operands()) {
            const std::uint64_t ends = all(part)[i];
            some_here = some_here || (ends & bit(j)) != 0;
            all_ended = all_ended && (ends & (bit(j) | (bit(j) - 1))) != 0;
          }
          if (some_here && all_ended) result[i] |= bit(j);
        }
      }
      break;
    }
    case Kind::Repetition:
    case Kind::FusionRepetition: {
      // More copies than positions add nothing new, except empty ones.
      const bool fusion = r.is(Kind::FusionRepetition);
      const Ends part = all(r[0]);
      const std::size_t most = std::min<std::size_t>(r.most(), std::max<std::size_t>(r.least(), 0) + n + 1);
      Ends copies(n + 1, 0);  // of exactly k copies
      for (std::size_t i = 0; i <= n; ++i) copies[i] = !fusion ? bit(i) : i < n ? bit(i + 1) : 0;
      for (std::size_t k = 0;; ++k) {
        if (k >= r.least())
          for (std::size_t i = 0; i <= n; ++i) result[i] |= copies[i];
        if (k >= most) break;
        copies = fusion ? fused(copies, part) : concatenated(copies, part);
      }
      break;
    }
    case Kind::FirstMatch: {
      const Ends& part = all(r[0]);
      for (std::size_t i = 0; i <= n; ++i) result[i] = part[i] & (~part[i] + 1);  // the earliest end
      break;
    }
  }
  return result;
}

namespace {

/// The words of r with at least one letter as a nondeterministic automaton whose initial states have no incoming edges
/// and do not accept, and whether the empty word is in r.
struct Language {
  bool empty = false;
  std::vector<std::size_t> initial = {};
  std::vector<std::vector<std::vector<std::size_t>>> next = {};  // by state and letter
  std::vector<bool> accepts = {};
};

class Composer {
 public:
  explicit Composer(const std::vector<std::string>& atoms) : atoms_(atoms), letters_(Letter{1} << atoms.size()) {}

  Language words(Regex r) const {
    switch (r.kind()) {
      case Kind::Nothing: return {};
      case Kind::EmptyWord: return {.empty = true};
      case Kind::OneLetter: return letter(r.letter());
      case Kind::FirstMatch: return first_match(words(r[0]));
      case Kind::Repetition:
      case Kind::FusionRepetition: return repetition(r);
      default: break;
    }
    Language result = words(r[0]);
    for (std::size_t k = 1; k < r.operands().size(); ++k) {
      const Language other = words(r[k]);
      switch (r.kind()) {
        case Kind::Concatenation: result = concatenation(result, other); break;
        case Kind::Fusion: result = fusion(result, other); break;
        case Kind::Union: result = either(result, other); break;
        case Kind::Intersection: result = both(result, other); break;
        default: {  // one of them is on a beginning
          const Language any = at_least_one(letter(Formula::constant(true)));
          Language anything = any;
          anything.empty = true;
          result = either(both(result, concatenation(other, anything)), both(concatenation(result, anything), other));
        }
      }
    }
    return result;
  }

  /// Subsets of states that are reached by a letter at least.
  using Subset = std::set<std::size_t>;
  Subset step(const Language& w, const Subset& from, Letter letter) const {
    Subset to;
    for (const std::size_t q : from) to.insert(w.next[q][letter].begin(), w.next[q][letter].end());
    return to;
  }
  Letter letters() const { return letters_; }

 private:
  std::size_t add_state(Language& w, bool accepts) const {
    w.next.emplace_back(letters_);
    w.accepts.push_back(accepts);
    return w.next.size() - 1;
  }

  Language letter(Formula f) const {
    Language w;
    w.initial = {add_state(w, false)};
    add_state(w, true);
    for (Letter x = 0; x < letters_; ++x)
      if (holds_at(f, x, atoms_)) w.next[0][x].push_back(1);
    return w;
  }

  /// The states of both, those of `b` after those of `a`.
  Language side_by_side(const Language& a, const Language& b) const {
    Language w = a;
    w.accepts.insert(w.accepts.end(), b.accepts.begin(), b.accepts.end());
    for (auto row : b.next) {
      for (auto& to : row)
        for (std::size_t& q : to) q += a.next.size();
      w.next.push_back(std::move(row));
    }
    return w;
  }
  static void insert(std::vector<std::size_t>& to, const std::vector<std::size_t>& more, std::size_t offset = 0) {
    for (const std::size_t q : more)
      if (std::find(to.begin(), to.end(), q + offset) == to.end()) to.push_back(q + offset);
  }

  Language either(const Language& a, const Language& b) const {
    Language w = side_by_side(a, b);
    insert(w.initial, b.initial, a.next.size());
    w.empty = a.empty || b.empty;
    return w;
  }

  Language concatenation(const Language& a, const Language& b) const {
    Language w = side_by_side(a, b);
    const std::size_t offset = a.next.size();
    for (std::size_t q = 0; q < offset; ++q) {
      if (!a.accepts[q]) continue;
      for (Letter x = 0; x < letters_; ++x)
        for (const std::size_t start : b.initial) insert(w.next[q][x], b.next[start][x], offset);
      w.accepts[q] = b.empty;
    }
    if (a.empty) insert(w.initial, b.initial, offset);
    w.empty = a.empty && b.empty;
    return w;
  }

  Language fusion(const Language& a, const Language& b) const {
    Language w = side_by_side(a, b);
    const std::size_t offset = a.next.size();
    for (std::size_t q = 0; q < offset; ++q) {
      w.accepts[q] = false;
      for (Letter x = 0; x < letters_; ++x) {
        const auto& to = a.next[q][x];
        if (std::none_of(to.begin(), to.end(), [&](std::size_t p) { return a.accepts[p]; })) continue;
        for (const std::size_t start : b.initial) insert(w.next[q][x], b.next[start][x], offset);
      }
    }
    w.empty = false;
    return w;
  }

  Language both(const Language& a, const Language& b) const {
    Language w;
    w.empty = a.empty && b.empty;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> numbers;
    std::vector<std::pair<std::size_t, std::size_t>> waiting;
    const auto number = [&](std::size_t p, std::size_t q) {
      const auto [entry, fresh] = numbers.try_emplace({p, q}, w.next.size());
      if (fresh) {
        add_state(w, a.accepts[p] && b.accepts[q]);
        waiting.emplace_back(p, q);
      }
      return entry->second;
    };
    for (const std::size_t p : a.initial)
      for (const std::size_t q : b.initial) w.initial.push_back(number(p, q));
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      const auto [p, q] = waiting[i];
      for (Letter x = 0; x < letters_; ++x) {
        for (const std::size_t to_p : a.next[p][x]) {
          for (const std::size_t to_q : b.next[q][x]) {
            const std::size_t to = number(to_p, to_q);
            insert(w.next[i][x], {to});
          }
        }
      }
    }
    return w;
  }

  Language at_least_one(Language a) const {
    const Language before = a;
    for (std::size_t q = 0; q < a.next.size(); ++q) {
      if (!a.accepts[q]) continue;
      for (Letter x = 0; x < letters_; ++x)
        for (const std::size_t start : a.initial) insert(a.next[q][x], before.next[start][x]);
    }
    return a;
  }

  Language at_least_one_fused(Language a) const {
    const Language before = a;
    for (std::size_t q = 0; q < a.next.size(); ++q) {
      for (Letter x = 0; x < letters_; ++x) {
        const auto& to = before.next[q][x];
        if (std::none_of(to.begin(), to.end(), [&](std::size_t p) { return before.accepts[p]; })) continue;
        for (const std::size_t start : before.initial) insert(a.next[q][x], before.next[start][x]);
      }
    }
    a.empty = false;
    return a;
  }

  /// Required copies one after the other, then optional ones, from the inside out: r (r (r)?)?
  Language repetition(Regex r) const {
    const bool fusion_of = r.is(Kind::FusionRepetition);
    const Language part = words(r[0]);
    const Language unit = fusion_of ? letter(Formula::constant(true)) : Language{.empty = true};
    const auto then = [&](const Language& a, const Language& b) {
      return fusion_of ? fusion(a, b) : concatenation(a, b);
    };
    Language rest = unit;
    if (r.most() == Regex::kUnbounded) {
      rest = either(unit, fusion_of ? at_least_one_fused(part) : at_least_one(part));
    } else {
      for (std::uint32_t k = r.least(); k < r.most(); ++k) rest = either(unit, then(part, rest));
    }
    for (std::uint32_t k = 0; k < r.least(); ++k) rest = then(part, rest);
    return rest;
  }

  /// Deterministic, without edges after acceptance.
  Language first_match(const Language& a) const {
    if (a.empty) return {.empty = true};
    Language w;
    std::map<Subset, std::size_t> numbers;
    std::vector<Subset> waiting;
    const auto number = [&](const Subset& subset) {
      const auto [entry, fresh] = numbers.try_emplace(subset, w.next.size());
      if (fresh) {
        add_state(w, std::any_of(subset.begin(), subset.end(), [&](std::size_t q) { return a.accepts[q]; }));
        waiting.push_back(subset);
      }
      return entry->second;
    };
    w.initial = {number(Subset(a.initial.begin(), a.initial.end()))};
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (w.accepts[i]) continue;
      for (Letter x = 0; x < letters_; ++x) {
        const Subset to = step(a, waiting[i], x);
        if (to.empty()) continue;
        const std::size_t q = number(to);
        w.next[i][x].push_back(q);
      }
    }
    return w;
  }

  const std::vector<std::string>& atoms_;
  Letter letters_;
};

}  // namespace

RegexAutomaton::RegexAutomaton(Regex r, const std::vector<std::string>& atoms) {
  const Composer composer(atoms);
  const Language words = composer.words(r);
  // States from which an accepting one is reachable, not counting the state itself unless it accepts.
  std::vector<bool> lives = words.accepts;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t q = 0; q < words.next.size(); ++q) {
      if (lives[q]) continue;
      for (const auto& to : words.next[q])
        if (std::any_of(to.begin(), to.end(), [&](std::size_t p) { return lives[p]; })) lives[q] = changed = true;
    }
  }
  std::map<Composer::Subset, std::uint32_t> numbers;
  std::vector<Composer::Subset> waiting;
  const auto number = [&](const Composer::Subset& subset) {
    Composer::Subset living;
    for (const std::size_t q : subset)
      if (lives[q]) living.insert(q);
    const auto [entry, fresh] = numbers.try_emplace(living, static_cast<std::uint32_t>(next_.size()));
    if (fresh) {
      next_.emplace_back(composer.letters(), 0);
      accepts_.push_back(std::any_of(living.begin(), living.end(), [&](std::size_t q) { return words.accepts[q]; }));
      waiting.push_back(living);
    }
    return entry->second;
  };
  number({});
  initial_ = number(Composer::Subset(words.initial.begin(), words.initial.end()));
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    for (Letter x = 0; x < composer.letters(); ++x) {
      const Composer::Subset from = waiting[i];
      const std::uint32_t to = number(composer.step(words, from, x));
      next_[i][x] = to;
    }
  }
}

}  // namespace weir::test
