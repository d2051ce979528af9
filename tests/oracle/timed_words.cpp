// SPDX-License-Identifier: Apache-2.0
#include "oracle/timed_words.h"

#include <algorithm>

#include "base/assert.h"
#include "formula/regex.h"

namespace weir::test {
namespace {

/// Whether positions i to j-1 are a word of r.
bool matches(Regex r, const TimedWord& word, std::size_t i, std::size_t j);

/// Whether they are `copies` words of r, one after another.
bool repeats(Regex r, std::uint64_t copies, const TimedWord& word, std::size_t i, std::size_t j) {
  if (copies == 0) return i == j;
  for (std::size_t k = i; k <= j; ++k)
    if (matches(r, word, i, k) && repeats(r, copies - 1, word, k, j)) return true;
  return false;
}

bool parts_match(Regex r, std::size_t part, const TimedWord& word, std::size_t i, std::size_t j) {
  const bool fusion = r.is(Regex::Kind::Fusion);
  if (part + 1 == r.operands().size()) return matches(r[part], word, i, j);
  for (std::size_t k = i; k <= j; ++k) {
    if (!matches(r[part], word, i, k)) continue;
    if (fusion ? k > i && parts_match(r, part + 1, word, k - 1, j) : parts_match(r, part + 1, word, k, j)) return true;
  }
  return false;
}

bool matches(Regex r, const TimedWord& word, std::size_t i, std::size_t j) {
  const auto all = r.operands();
  switch (r.kind()) {
    case Regex::Kind::Nothing: return false;
    case Regex::Kind::EmptyWord: return i == j;
    case Regex::Kind::OneLetter: return j == i + 1 && holds_on_timed(r.letter(), word, i);
    case Regex::Kind::Concatenation:
    case Regex::Kind::Fusion: return parts_match(r, 0, word, i, j);
    case Regex::Kind::Union:
      return std::any_of(all.begin(), all.end(), [&](Regex p) { return matches(p, word, i, j); });
    case Regex::Kind::Intersection:
      return std::all_of(all.begin(), all.end(), [&](Regex p) { return matches(p, word, i, j); });
    case Regex::Kind::Repetition: {
      // More copies than letters add only empty words.
      const std::uint64_t enough = std::max<std::uint64_t>(r.least(), j - i);
      for (std::uint64_t n = r.least(); n <= std::min<std::uint64_t>(r.most(), enough); ++n)
        if (repeats(r[0], n, word, i, j)) return true;
      return false;
    }
    default: WEIR_ASSERT(false, "not supported by the oracle");
  }
}

}  // namespace

bool holds_on_timed(Formula f, const TimedWord& word, std::size_t i) {
  const std::size_t n = word.letters.size();
  const auto first = [&](std::size_t j) { return holds_on_timed(f[0], word, j); };
  const auto last = [&](std::size_t j) { return holds_on_timed(f[f.operands().size() - 1], word, j); };
  const auto within = [&](std::size_t a, std::size_t b) {
    const auto distance = static_cast<std::uint64_t>(word.stamps[b] - word.stamps[a]);
    return f.bounds().from <= distance && distance <= f.bounds().to;
  };
  // Whether `path` holds from i (included) to some j (excluded) with `goal`.
  const auto until = [&](auto path, auto goal) {
    for (std::size_t j = i; j < n; ++j) {
      if (goal(j)) return true;
      if (!path(j)) return false;
    }
    return false;
  };
  const auto since = [&](auto path, auto goal) {
    for (std::size_t j = i + 1; j-- > 0;) {
      if (goal(j)) return true;
      if (!path(j)) return false;
    }
    return false;
  };
  const auto yes = [](std::size_t) { return true; };
  const auto no = [](auto value) { return [value](std::size_t j) { return !value(j); }; };
  switch (f.op()) {
    case Op::False: return false;
    case Op::True: return true;
    case Op::Atom: {
      const auto k = std::find(word.atoms.begin(), word.atoms.end(), f.name()) - word.atoms.begin();
      return ((word.letters[i] >> k) & 1) != 0;
    }
    case Op::Not: return !first(i);
    case Op::And:
      return std::all_of(f.operands().begin(), f.operands().end(),
                         [&](Formula g) { return holds_on_timed(g, word, i); });
    case Op::Or:
      return std::any_of(f.operands().begin(), f.operands().end(),
                         [&](Formula g) { return holds_on_timed(g, word, i); });
    case Op::Xor: return first(i) != last(i);
    case Op::Implies: return !first(i) || last(i);
    case Op::Equiv: return first(i) == last(i);
    case Op::Next: return i + 1 == n || first(i + 1);
    case Op::StrongNext: return i + 1 < n && first(i + 1);
    case Op::Finally: return until(yes, first);
    case Op::Globally: return !until(yes, no(first));
    case Op::Until: return until(first, last);
    case Op::Release: return !until(no(first), no(last));
    case Op::WeakUntil: return until(first, last) || !until(yes, no(first));
    case Op::StrongRelease: return until(last, [&](std::size_t j) { return first(j) && last(j); });
    case Op::Yesterday: return i > 0 && first(i - 1);
    case Op::WeakYesterday: return i == 0 || first(i - 1);
    case Op::Once: return since(yes, first);
    case Op::Historically: return !since(yes, no(first));
    case Op::Since: return since(first, last);
    case Op::Trigger: return !since(no(first), no(last));
    case Op::TimedUntil: return until(first, [&](std::size_t j) { return within(i, j) && last(j); });
    case Op::TimedSince: return since(first, [&](std::size_t j) { return within(j, i) && last(j); });
    case Op::SuffixConjunction:
    case Op::SuffixImplication: {
      const bool some = f.is(Op::SuffixConjunction);
      for (std::size_t j = i; j < n; ++j)
        if (matches(f.regex(), word, i, j + 1) && first(j) == some) return some;
      return !some;
    }
    case Op::Closure: WEIR_ASSERT(false, "not supported by the oracle");
  }
  return false;
}

}  // namespace weir::test
