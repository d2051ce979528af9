// SPDX-License-Identifier: Apache-2.0
#include "formula/regex.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "base/assert.h"
#include "base/table/hash.h"

namespace weir {

struct Regex::Node {
  Kind kind = Kind::Nothing;
  std::vector<Regex> operands = {};
  Formula letter = Formula::constant(false);
  std::uint32_t least = 0;
  std::uint32_t most = 0;
  bool accepts_empty_word = false;
  std::uint32_t id = 0;
  std::size_t size = 1;
  std::size_t hash = 0;
};

class RegexTable {
 public:
  using Node = Regex::Node;

  static RegexTable& instance() {
    // Never destroyed, as the table of formulas.
    static RegexTable* table = new RegexTable;
    return *table;
  }

  Regex intern(Node node) {
    std::uint64_t hash = hash_mix(static_cast<std::uint64_t>(node.kind), node.letter.id());
    hash = hash_mix(hash_mix(hash, node.least), node.most);
    for (const Regex operand : node.operands) hash = hash_mix(hash, operand.id());
    node.hash = hash;
    for (const Regex operand : node.operands) {
      const std::size_t sum = node.size + operand.size();
      node.size = sum < node.size ? std::numeric_limits<std::size_t>::max() : sum;
    }
    const std::lock_guard lock(mutex_);
    if (const auto found = index_.find(&node); found != index_.end()) return Regex(*found);
    WEIR_ASSERT(nodes_.size() < std::numeric_limits<std::uint32_t>::max(), "expression ids fit in 32 bits");
    node.id = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(std::move(node));
    index_.insert(&nodes_.back());
    return Regex(&nodes_.back());
  }

 private:
  struct Hash {
    std::size_t operator()(const Node* node) const { return node->hash; }
  };
  struct Equal {
    bool operator()(const Node* a, const Node* b) const {
      return a->kind == b->kind && a->letter == b->letter && a->least == b->least && a->most == b->most &&
             a->operands == b->operands;
    }
  };

  std::mutex mutex_;
  std::deque<Node> nodes_;
  std::unordered_set<const Node*, Hash, Equal> index_;
};

namespace {

using Kind = Regex::Kind;

bool by_id(Regex a, Regex b) { return a.id() < b.id(); }

bool contains(const std::vector<Regex>& parts, Regex r) {
  return std::find(parts.begin(), parts.end(), r) != parts.end();
}

/// Operands of operands of the same kind become operands.
std::vector<Regex> flattened(Kind kind, std::vector<Regex> parts) {
  if (std::none_of(parts.begin(), parts.end(), [&](Regex r) { return r.is(kind); })) return parts;
  std::vector<Regex> flat;
  for (const Regex part : parts) {
    if (part.is(kind)) {
      flat.insert(flat.end(), part.operands().begin(), part.operands().end());
    } else {
      flat.push_back(part);
    }
  }
  return flat;
}

void sort_unique(std::vector<Regex>& parts) {
  std::sort(parts.begin(), parts.end(), by_id);
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
}

/// Joins all letters into one, with `op`.
void join_letters(std::vector<Regex>& parts, Op op) {
  std::vector<Formula> letters;
  for (const Regex part : parts)
    if (part.is(Kind::OneLetter)) letters.push_back(part.letter());
  if (letters.size() < 2) return;
  std::erase_if(parts, [](Regex part) { return part.is(Kind::OneLetter); });
  parts.push_back(Regex::letter(Formula::nary(op, std::move(letters))));
}

bool is_any_word(Regex r) {
  return r.is(Kind::Repetition) && r.least() == 0 && r.most() == Regex::kUnbounded && r[0].is(Kind::OneLetter) &&
         r[0].letter().is(Op::True);
}

}  // namespace

Regex Regex::nothing() { return RegexTable::instance().intern({.kind = Kind::Nothing}); }

Regex Regex::empty_word() {
  return RegexTable::instance().intern({.kind = Kind::EmptyWord, .accepts_empty_word = true});
}

Regex Regex::letter(Formula formula) {
  if (formula.is(Op::False)) return nothing();
  return RegexTable::instance().intern({.kind = Kind::OneLetter, .letter = formula});
}

Regex Regex::concatenation(std::vector<Regex> parts) {
  parts = flattened(Kind::Concatenation, std::move(parts));
  if (contains(parts, nothing())) return nothing();
  std::erase(parts, empty_word());
  if (parts.empty()) return empty_word();
  if (parts.size() == 1) return parts.front();
  const bool empty = std::all_of(parts.begin(), parts.end(), [](Regex r) { return r.accepts_empty_word(); });
  return RegexTable::instance().intern(
      {.kind = Kind::Concatenation, .operands = std::move(parts), .accepts_empty_word = empty});
}

Regex Regex::fusion(std::vector<Regex> parts) {
  WEIR_ASSERT(!parts.empty(), "a fusion has parts");
  parts = flattened(Kind::Fusion, std::move(parts));
  if (parts.size() == 1) return parts.front();
  if (contains(parts, nothing()) || contains(parts, empty_word())) return nothing();
  std::vector<Regex> kept;
  for (const Regex part : parts) {
    if (!kept.empty() && kept.back().is(Kind::OneLetter) && part.is(Kind::OneLetter)) {
      kept.back() = letter(kept.back().letter() & part.letter());
      if (kept.back().is(Kind::Nothing)) return nothing();
    } else {
      kept.push_back(part);
    }
  }
  // r : 1 is r without the empty word.
  const Regex one = letter(Formula::constant(true));
  while (kept.size() > 1 && contains(kept, one)) {
    if (kept.size() == 2 && (kept[0] == one ? kept[1] : kept[0]).accepts_empty_word()) break;
    kept.erase(std::find(kept.begin(), kept.end(), one));
  }
  if (kept.size() == 1) return kept.front();
  return RegexTable::instance().intern({.kind = Kind::Fusion, .operands = std::move(kept)});
}

Regex Regex::any_of(std::vector<Regex> alternatives) {
  std::vector<Regex> parts = flattened(Kind::Union, std::move(alternatives));
  join_letters(parts, Op::Or);
  std::erase(parts, nothing());
  sort_unique(parts);
  if (parts.empty()) return nothing();
  if (parts.size() == 1) return parts.front();
  if (const auto all = std::find_if(parts.begin(), parts.end(), is_any_word); all != parts.end()) return *all;
  const bool empty = std::any_of(parts.begin(), parts.end(), [](Regex r) { return r.accepts_empty_word(); });
  if (empty && contains(parts, empty_word()) &&
      std::count_if(parts.begin(), parts.end(), [](Regex r) { return r.accepts_empty_word(); }) > 1) {
    std::erase(parts, empty_word());
    if (parts.size() == 1) return parts.front();
  }
  return RegexTable::instance().intern(
      {.kind = Kind::Union, .operands = std::move(parts), .accepts_empty_word = empty});
}

Regex Regex::all_of(std::vector<Regex> parts) {
  WEIR_ASSERT(!parts.empty(), "an intersection has parts");
  parts = flattened(Kind::Intersection, std::move(parts));
  if (contains(parts, nothing())) return nothing();
  join_letters(parts, Op::And);
  if (contains(parts, nothing())) return nothing();
  const bool empty = std::all_of(parts.begin(), parts.end(), [](Regex r) { return r.accepts_empty_word(); });
  if (contains(parts, empty_word())) return empty ? empty_word() : nothing();
  const Regex first = parts.front();
  std::erase_if(parts, is_any_word);
  if (parts.empty()) return first;
  sort_unique(parts);
  if (parts.size() == 1) return parts.front();
  return RegexTable::instance().intern(
      {.kind = Kind::Intersection, .operands = std::move(parts), .accepts_empty_word = empty});
}

Regex Regex::loosely_all_of(std::vector<Regex> parts) {
  WEIR_ASSERT(!parts.empty(), "an intersection has parts");
  parts = flattened(Kind::LooseIntersection, std::move(parts));
  if (contains(parts, nothing())) return nothing();
  std::erase(parts, empty_word());
  if (parts.empty()) return empty_word();
  join_letters(parts, Op::And);
  if (contains(parts, nothing())) return nothing();
  sort_unique(parts);
  if (parts.size() == 1) return parts.front();
  const bool empty = std::all_of(parts.begin(), parts.end(), [](Regex r) { return r.accepts_empty_word(); });
  return RegexTable::instance().intern(
      {.kind = Kind::LooseIntersection, .operands = std::move(parts), .accepts_empty_word = empty});
}

Regex Regex::repetition(Regex part, std::uint32_t least, std::uint32_t most) {
  WEIR_ASSERT(least <= most, "the bounds of a repetition are in order");
  if (most == 0 || part.is(Kind::EmptyWord)) return empty_word();
  if (part.is(Kind::Nothing)) return least == 0 ? empty_word() : part;
  if (least == 1 && most == 1) return part;
  if (part.accepts_empty_word()) least = 0;
  if (part.is(Kind::Repetition) && part.least() <= 1 && part.most() == kUnbounded && most == kUnbounded)
    return repetition(part[0], part.least() == 0 ? 0 : least, kUnbounded);
  return RegexTable::instance().intern(
      {.kind = Kind::Repetition, .operands = {part}, .least = least, .most = most, .accepts_empty_word = least == 0});
}

Regex Regex::fusion_repetition(Regex part, std::uint32_t least, std::uint32_t most) {
  WEIR_ASSERT(least <= most, "the bounds of a repetition are in order");
  const Regex one = letter(Formula::constant(true));
  if (most == 0) return one;
  if (part.is(Kind::Nothing) || part.is(Kind::EmptyWord)) return least == 0 ? one : nothing();
  if (part.is(Kind::OneLetter)) return least == 0 ? one : part;
  if (least == 1 && most == 1 && !part.accepts_empty_word()) return part;
  return RegexTable::instance().intern(
      {.kind = Kind::FusionRepetition, .operands = {part}, .least = least, .most = most});
}

Regex Regex::first_match(Regex part) {
  if (part.accepts_empty_word()) return empty_word();
  if (part.is(Kind::Nothing) || part.is(Kind::OneLetter) || part.is(Kind::FirstMatch)) return part;
  return RegexTable::instance().intern({.kind = Kind::FirstMatch, .operands = {part}});
}

Regex::Kind Regex::kind() const { return node_->kind; }
std::span<const Regex> Regex::operands() const { return node_->operands; }
Formula Regex::letter() const { return node_->letter; }
std::uint32_t Regex::least() const { return node_->least; }
std::uint32_t Regex::most() const { return node_->most; }
bool Regex::accepts_empty_word() const { return node_->accepts_empty_word; }
std::uint32_t Regex::id() const { return node_->id; }
std::size_t Regex::size() const { return node_->size; }

std::vector<Regex> subexpressions(Regex r) {
  std::vector<Regex> found{r};
  std::unordered_set<Regex> seen{r};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::vector<Regex> operands(found[i].operands().begin(), found[i].operands().end());
    for (const Regex operand : operands)
      if (seen.insert(operand).second) found.push_back(operand);
  }
  std::sort(found.begin(), found.end(), by_id);
  return found;
}

std::vector<Formula> letters_of(Regex r) {
  std::vector<Formula> letters;
  for (const Regex part : subexpressions(r))
    if (part.is(Kind::OneLetter)) letters.push_back(part.letter());
  std::sort(letters.begin(), letters.end(), [](Formula f, Formula g) { return f.id() < g.id(); });
  letters.erase(std::unique(letters.begin(), letters.end()), letters.end());
  return letters;
}

namespace {

/// The expression with the kind and bounds of `like`, over other operands.
Regex rebuilt(Regex like, std::vector<Regex> operands) {
  switch (like.kind()) {
    case Kind::Nothing:
    case Kind::EmptyWord:
    case Kind::OneLetter: return like;
    case Kind::Concatenation: return Regex::concatenation(std::move(operands));
    case Kind::Fusion: return Regex::fusion(std::move(operands));
    case Kind::Union: return Regex::any_of(std::move(operands));
    case Kind::Intersection: return Regex::all_of(std::move(operands));
    case Kind::LooseIntersection: return Regex::loosely_all_of(std::move(operands));
    case Kind::Repetition: return Regex::repetition(operands[0], like.least(), like.most());
    case Kind::FusionRepetition: return Regex::fusion_repetition(operands[0], like.least(), like.most());
    case Kind::FirstMatch: return Regex::first_match(operands[0]);
  }
  WEIR_ASSERT(false, "a kind of expression");
}

std::uint32_t one_less(std::uint32_t bound) { return bound == Regex::kUnbounded || bound == 0 ? bound : bound - 1; }

std::vector<Regex> tail(Regex r, std::size_t from) {
  return {r.operands().begin() + static_cast<std::ptrdiff_t>(from), r.operands().end()};
}

/// d(r[:*i..j]): the copies that overlap completely with the first letter are consumed by it, too.
Regex derivative_of_fusion_repetition(Regex r, Regex first) {
  std::uint32_t least = r.least(), most = r.most();
  std::vector<Regex> alternatives;
  while (true) {
    if (least == 0) alternatives.push_back(Regex::empty_word());  // the letter `1`
    if (most == 0) break;
    const std::uint32_t rest_least = one_less(least), rest_most = one_less(most);
    alternatives.push_back(Regex::fusion({first, Regex::fusion_repetition(r[0], rest_least, rest_most)}));
    if (!first.accepts_empty_word() || (rest_least == least && rest_most == most)) break;
    least = rest_least;
    most = rest_most;
  }
  return Regex::any_of(std::move(alternatives));
}

}  // namespace

Regex map_letters(Regex r, const std::function<Formula(Formula)>& replacement) {
  std::unordered_map<Regex, Regex> done;
  for (const Regex part : subexpressions(r)) {
    if (part.is(Kind::OneLetter)) {
      done.emplace(part, Regex::letter(replacement(part.letter())));
      continue;
    }
    std::vector<Regex> operands;
    for (const Regex operand : part.operands()) operands.push_back(done.at(operand));
    done.emplace(part, rebuilt(part, std::move(operands)));
  }
  return done.at(r);
}

Regex derivative(Regex r, const std::function<bool(Formula)>& holds) {
  std::unordered_map<Regex, Regex> done;
  for (const Regex part : subexpressions(r)) {
    const auto d = [&](std::size_t i) { return done.at(part[i]); };
    const auto all = [&] {
      std::vector<Regex> operands;
      for (const Regex operand : part.operands()) operands.push_back(done.at(operand));
      return operands;
    };
    const auto result = [&]() -> Regex {
      switch (part.kind()) {
        case Kind::Nothing:
        case Kind::EmptyWord: return Regex::nothing();
        case Kind::OneLetter: return holds(part.letter()) ? Regex::empty_word() : Regex::nothing();
        case Kind::Union: return Regex::any_of(all());
        case Kind::Intersection: return Regex::all_of(all());
        case Kind::Concatenation: {
          std::vector<Regex> alternatives;
          for (std::size_t i = 0; i < part.operands().size(); ++i) {
            std::vector<Regex> rest = tail(part, i + 1);
            rest.insert(rest.begin(), d(i));
            alternatives.push_back(Regex::concatenation(std::move(rest)));
            if (!part[i].accepts_empty_word()) break;
          }
          return Regex::any_of(std::move(alternatives));
        }
        case Kind::Fusion: {
          std::vector<Regex> alternatives;
          for (std::size_t i = 0; i < part.operands().size(); ++i) {
            std::vector<Regex> rest = tail(part, i + 1);
            rest.insert(rest.begin(), d(i));
            alternatives.push_back(Regex::fusion(std::move(rest)));
            if (!d(i).accepts_empty_word()) break;  // the letter is the last of this part and the first of the next
          }
          return Regex::any_of(std::move(alternatives));
        }
        case Kind::LooseIntersection: {
          // d(r & s) = d(r) & d(s) | d(r) if s accepts the empty word | d(s) if r does; operand by operand.
          Regex both = d(0);
          bool done_so_far = part[0].accepts_empty_word();
          for (std::size_t i = 1; i < part.operands().size(); ++i) {
            std::vector<Regex> alternatives{Regex::loosely_all_of({both, d(i)})};
            if (part[i].accepts_empty_word()) alternatives.push_back(both);
            if (done_so_far) alternatives.push_back(d(i));
            both = Regex::any_of(std::move(alternatives));
            done_so_far = done_so_far && part[i].accepts_empty_word();
          }
          return both;
        }
        case Kind::Repetition:
          return Regex::concatenation(
              {d(0), Regex::repetition(part[0], one_less(part.least()), one_less(part.most()))});
        case Kind::FusionRepetition: return derivative_of_fusion_repetition(part, d(0));
        case Kind::FirstMatch: return Regex::first_match(d(0));
      }
      WEIR_ASSERT(false, "a kind of expression");
    }();
    done.emplace(part, result);
  }
  return done.at(r);
}

}  // namespace weir
