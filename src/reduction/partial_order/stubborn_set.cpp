// SPDX-License-Identifier: Apache-2.0
#include "reduction/partial_order/stubborn_set.h"

#include <bit>

namespace weir {

bool StubbornSetFinder::grow(std::uint32_t seed, std::uint32_t give_up_at) {
  inside_.assign(words_, 0);
  moving_.assign(s_.begin.size() - 1, 0);
  waiting_.clear();
  cost_ = 0;
  row_ = inside_.data();
  require_process(seed);
  for (std::uint32_t i = s_.begin[seed]; i < s_.begin[seed + 1]; ++i) waiting_.push_back(i);
  while (!waiting_.empty()) {
    const std::uint32_t next = waiting_.back();
    waiting_.pop_back();
    if (known_[next] == 0) find_requirements(next);
    if ((known_[next] & kEverything) != 0) return false;
    const std::uint32_t process = s_.current[next].process;
    if ((known_[next] & kMoves) != 0 && moving_[process] == 0) {
      moving_[process] = 1;
      cost_ += s_.movements[process].steps;
      if (cost_ >= give_up_at) return false;
    }
    for (std::size_t word = 0; word < words_; ++word) {
      std::uint64_t fresh = required_[next * words_ + word] & ~inside_[word];
      inside_[word] |= fresh;
      for (; fresh != 0; fresh &= fresh - 1)
        waiting_.push_back(static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(fresh)));
    }
  }
  return true;
}

void StubbornSetFinder::find_requirements(std::uint32_t i) {
  row_ = required_.data() + i * words_;
  everything_ = moves_ = false;
  require(s_.current[i]);
  known_[i] = static_cast<std::uint8_t>(kKnown | (everything_ ? kEverything : 0) | (moves_ ? kMoves : 0));
}

void StubbornSetFinder::require(const Current& t) {
  switch (t.status) {
    case Status::Possible: return require_of_enabled(t);
    case Status::Rendezvous:
      if (s_.movements[t.process].in_rendezvous) require_of_enabled(t);
      require_partners(t);
      return require_enabling(t, true);
    case Status::Either:
      if (s_.movements[t.process].steps > 0 || s_.movements[t.process].in_rendezvous) require_of_enabled(t);
      if (t.facts->guard.everything || t.facts->operation != TransitionFacts::Operation::None) {
        everything_ = true;
        return;
      }
      return require_enabling(t, true);
    case Status::GuardFalse: return require_enabling(t, false);
    case Status::Blocked: return require_enabling(t, true);
    case Status::Empty:
      require_writers(t, PairRelations::kTails);
      return t.facts->channel_varies ? require_enabling(t, false) : void();
    case Status::Full:
      require_writers(t, PairRelations::kHeads);
      return t.facts->channel_varies ? require_enabling(t, false) : void();
    case Status::NoMatch:
      // The first message stays first whatever is sent: a process must receive it, or insert a sorted message before
      // it.
      require_writers(t, t.facts->anywhere ? PairRelations::kHeads | PairRelations::kTails : PairRelations::kHeads);
      return require_enabling(t, true);
    case Status::NotElse:
      for (std::uint32_t i = s_.begin[t.process]; i < s_.begin[t.process + 1]; ++i)
        if (s_.current[i].status == Status::Possible) return add(i);
      everything_ = true;
      return;
    case Status::NotYoungest: return require_process(static_cast<std::uint32_t>(s_.begin.size() - 2));
  }
}

void StubbornSetFinder::require_of_enabled(const Current& t) {
  moves_ = true;
  require_process(t.process);
  if (t.facts->effects.everything) {
    everything_ = true;
    return;
  }
  require_pairs(t, PairRelations::kDisturbs, t.process);
  if (t.status != Status::Rendezvous) require_partners(t);
}

/// All transitions that can be, or become, the other half.
void StubbornSetFinder::require_partners(const Current& t) {
  const Effects& effects = t.facts->effects;
  if (effects.rendezvous_sends.empty() && effects.rendezvous_receives.empty()) return;
  const auto meets = [&](const Effects& other) {
    return other.everything || effects.rendezvous_sends.meets(other.rendezvous_receives) ||
           effects.rendezvous_receives.meets(other.rendezvous_sends);
  };
  for (std::uint32_t i = 0; i < s_.current.size(); ++i) {
    const Current& other = s_.current[i];
    if (other.process != t.process && (meets(other.facts->effects) || meets(other.facts->later))) add(i);
  }
}

/// All transitions with one of these relations to the transition.
void StubbornSetFinder::require_pairs(const Current& t, std::uint8_t of, std::uint32_t except) {
  const std::uint8_t* known = s_.relations.known(t.number);
  for (std::uint32_t i = 0; i < s_.current.size(); ++i) {
    const Current& other = s_.current[i];
    std::uint8_t pair = known != nullptr && other.number < PairRelations::kNumberLimit ? known[other.number] : 0;
    if (pair == 0) pair = s_.relations.between(*t.facts, *other.facts);
    if ((pair & of) != 0 && other.process != except) add(i);
  }
}

/// Includes those of this process.
void StubbornSetFinder::require_writers(const Current& t, unsigned of) {
  require_pairs(t, static_cast<std::uint8_t>(of), kNone);
}

/// All transitions that may make the guard true; `fields`: or the values that a message is compared with.
void StubbornSetFinder::require_enabling(const Current& t, bool fields) {
  const TransitionFacts& facts = *t.facts;
  if (facts.guard.everything || (fields && facts.fields.everything)) {
    everything_ = true;
    return;
  }
  if (facts.guard.locals || (fields && facts.fields.locals)) require_process(t.process);
  require_writers(t, fields ? PairRelations::kGuard | PairRelations::kFields : PairRelations::kGuard);
}

bool StubbornSetFinder::describe(Proviso proviso) {
  constexpr unsigned kStatusBits = 4, kInAWord = 64 / kStatusBits;
  static_assert(static_cast<unsigned>(Status::Either) < 1U << kStatusBits);
  constexpr std::uint32_t kMostSteps = 0x7FFF;
  const std::size_t processes = s_.begin.size() - 1;
  if (processes > 64) return false;
  choices_.key.clear();
  choices_.key.push_back(static_cast<std::uint64_t>(proviso));
  for (std::size_t p = 0; p < processes; ++p) {
    const Situation::Movement& movement = s_.movements[p];
    if (movement.steps > kMostSteps) return false;
    // The facts determine how many transitions follow.
    const auto* facts = s_.begin[p] == s_.begin[p + 1] ? nullptr : s_.current[s_.begin[p]].facts;
    choices_.key.push_back(reinterpret_cast<std::uintptr_t>(facts));
    std::uint64_t word = (std::uint64_t{movement.steps} << 1) | std::uint64_t{movement.in_rendezvous};
    unsigned filled = kInAWord / 4;  // the steps
    for (std::uint32_t i = s_.begin[p]; i < s_.begin[p + 1]; ++i) {
      if (filled == kInAWord) {
        choices_.key.push_back(word);
        word = filled = 0;
      }
      word |= static_cast<std::uint64_t>(s_.current[i].status) << (filled++ * kStatusBits);
    }
    choices_.key.push_back(word);
  }
  return true;
}

bool StubbornSetFinder::is_unseen() const {
  for (const Current& t : s_.current)
    if (moving_[t.process] != 0 && t.may_move() && (t.facts->visible || t.facts->sticky)) return false;
  return true;
}

void StubbornSetFinder::choose(std::size_t steps, Proviso proviso) {
  chosen_.clear();
  if (s_.too_wide() || !s_.agrees(true)) return;
  words_ = (s_.current.size() + 63) / 64;
  known_.assign(s_.current.size(), 0);
  required_.assign(s_.current.size() * words_, 0);
  std::uint32_t best = static_cast<std::uint32_t>(steps);
  for (std::uint32_t p = static_cast<std::uint32_t>(s_.begin.size() - 1); p-- > 0;) {
    if (s_.movements[p].steps == 0 || s_.movements[p].steps >= best) continue;
    if (!grow(p, best) || (proviso == Proviso::Static && !is_unseen())) continue;
    best = cost_;
    chosen_ = moving_;
    if (best == 1) break;
  }
}

bool StubbornSetFinder::find(std::size_t steps, Proviso proviso) {
  fits_ = describe(proviso);
  if (const auto known = fits_ ? choices_.find() : std::nullopt) {
    movers_ = *known;
    return movers_ != 0;
  }
  choose(steps, proviso);
  movers_ = 0;
  for (std::size_t p = 0; p < chosen_.size() && fits_; ++p) movers_ |= std::uint64_t{chosen_[p] != 0} << p;
  if (fits_) choices_.insert(movers_);
  return !chosen_.empty();
}

}  // namespace weir
