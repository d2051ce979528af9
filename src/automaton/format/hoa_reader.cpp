// SPDX-License-Identifier: Apache-2.0
#include "automaton/format/hoa_reader.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "automaton/analysis/strength.h"

namespace weir {
namespace {

/// Acceptance conditions are processed recursively, so their depth is limited.
constexpr std::uint32_t kMaxAcceptanceDepth = 500;

class Reader {
 public:
  Reader(const HoaDocument& document, const SourceText& text, const AtomSpacePtr& space, Words words)
      : doc_(document), text_(text), space_(space), automaton_(space, words) {}

  Expected<Automaton> read() {
    if (const auto place = doc_.alternation_offset())
      return text_.at(*place, 1, "alternating automata (conjunctions of states) are not supported");
    if (auto problem = read_acceptance()) return std::move(*problem);
    read_atoms();
    for (std::uint32_t i = 0; i < doc_.body.size(); ++i) index_.emplace(doc_.body[i].number, i);
    automaton_.add_states(static_cast<std::uint32_t>(doc_.body.size()));
    for (const auto& start : doc_.start) automaton_.add_initial(index_.at(start.front()));
    automaton_.set_name(doc_.name);
    for (const HoaDocument::State& state : doc_.body)
      if (auto problem = read_state(state)) return std::move(*problem);
    if (auto problem = check_properties()) return std::move(*problem);
    return std::move(automaton_);
  }

 private:
  using Problem = std::optional<Diagnostic>;

  Problem read_acceptance() {
    if (automaton_.words() == Words::Finite) {
      if (doc_.acceptance_sets != 1 || doc_.acceptance.size() != 1 || doc_.acceptance[0].kind != HoaToken::Kind::Inf)
        return text_.at(doc_.acceptance_offset, 1, "an automaton on finite words must have 'Acceptance: 1 Inf(0)'");
      return {};
    }
    std::uint32_t marks = doc_.acceptance_sets;
    const auto negation_of = [&](std::uint32_t set) {
      const auto [entry, fresh] = complements_.try_emplace(set, marks);
      if (fresh) ++marks;
      return entry->second;
    };
    struct Part {
      Acceptance condition;
      std::uint32_t depth = 1;
    };
    std::uint32_t deepest = 1;
    // Conditions that are too deep are truncated here and rejected below.
    const auto combine = [&](const Part& a, const Part& b, bool conjunction) {
      Part result;
      result.depth = std::max(a.depth, b.depth) + 1;
      deepest = std::max(deepest, result.depth);
      if (deepest <= kMaxAcceptanceDepth)
        result.condition = conjunction ? Acceptance::conjunction({a.condition, b.condition})
                                       : Acceptance::disjunction({a.condition, b.condition});
      // Chains of one operator are flattened, so they are not deep.
      const auto op = conjunction ? Acceptance::Op::And : Acceptance::Op::Or;
      if (a.condition.op() == op || b.condition.op() == op)
        result.depth =
            std::max(a.condition.op() == op ? a.depth : a.depth + 1, b.condition.op() == op ? b.depth : b.depth + 1);
      return result;
    };
    const Part whole = evaluate_hoa<Part>(
        doc_.acceptance,
        [&](const HoaToken& token) -> Part {
          using enum HoaToken::Kind;
          if (token.kind == True) return {Acceptance::constant(true)};
          if (token.kind == False) return {Acceptance::constant(false)};
          const bool complement = token.kind == InfNot || token.kind == FinNot;
          const std::uint32_t mark = complement ? negation_of(token.number) : token.number;
          if (mark >= MarkSet::kCapacity) return {};
          return {token.kind == Inf || token.kind == InfNot ? Acceptance::inf(mark) : Acceptance::fin(mark)};
        },
        [](const Part& part) { return part; }, [&](const Part& a, const Part& b) { return combine(a, b, true); },
        [&](const Part& a, const Part& b) { return combine(a, b, false); });
    if (marks > MarkSet::kCapacity)
      return text_.at(doc_.acceptance_offset, 1,
                      "more than 64 acceptance sets (including those added for !set) are not supported");
    if (deepest > kMaxAcceptanceDepth)
      return text_.at(doc_.acceptance_offset, 1, "the acceptance condition is nested too deeply");
    automaton_.set_acceptance(marks, whole.condition);
    return {};
  }

  void read_atoms() {
    for (const std::string& name : doc_.atoms) {
      variables_.push_back(space_->variable(name));
      automaton_.declare_atom(variables_.back());
    }
    for (const HoaDocument::Alias& alias : doc_.aliases) aliases_.push_back(label(alias.label));
  }

  Bdd label(const HoaExpression& expression) {
    BddManager& bdds = space_->bdds;
    return evaluate_hoa<Bdd>(
        expression,
        [&](const HoaToken& token) {
          if (token.kind == HoaToken::Kind::Atom) return bdds.variable(variables_[token.number]);
          if (token.kind == HoaToken::Kind::Alias) return aliases_[token.number];
          return token.kind == HoaToken::Kind::True ? kBddTrue : kBddFalse;
        },
        [&](Bdd f) { return bdds.negate(f); }, [&](Bdd f, Bdd g) { return bdds.conjoin(f, g); },
        [&](Bdd f, Bdd g) { return bdds.disjoin(f, g); });
  }

  Bdd implicit_label(std::size_t letter) {
    Bdd result = kBddTrue;
    for (std::size_t i = variables_.size(); i-- > 0;)
      result = space_->bdds.conjoin(space_->bdds.literal(variables_[i], (letter >> i & 1) != 0), result);
    return result;
  }

  MarkSet marks(const HoaDocument::State& state, const HoaDocument::Edge& edge) const {
    MarkSet result;
    for (const std::uint32_t mark : state.marks) result.add(mark);
    for (const std::uint32_t mark : edge.marks) result.add(mark);
    for (const auto& [set, complement] : complements_)
      if (!result.has(set)) result.add(complement);
    return result;
  }

  Problem read_state(const HoaDocument::State& state) {
    const Automaton::State here = index_.at(state.number);
    automaton_.set_state_name(here, state.name);
    if (automaton_.words() == Words::Finite) automaton_.set_accepts_end(here, !state.marks.empty());
    const Bdd common = state.label ? label(*state.label) : kBddTrue;
    for (std::size_t i = 0; i < state.edges.size(); ++i) {
      const HoaDocument::Edge& edge = state.edges[i];
      if (automaton_.words() == Words::Finite && !edge.marks.empty())
        return text_.at(edge.offset, 1, "an automaton on finite words must have its acceptance set on states");
      const Bdd letters = edge.label ? label(*edge.label) : state.implicit_labels ? implicit_label(i) : common;
      const bool finite = automaton_.words() == Words::Finite;
      automaton_.add_edge(here, letters, finite ? MarkSet() : marks(state, edge), index_.at(edge.destinations.front()));
    }
    return {};
  }

  Problem check_properties() const {
    for (const HoaDocument::Property& property : doc_.properties) {
      std::optional<bool> holds;
      if (property.name == "deterministic") holds = is_deterministic(automaton_);
      if (property.name == "complete") holds = is_complete(automaton_);
      if (automaton_.words() == Words::Infinite) {
        if (property.name == "very-weak") holds = is_very_weak(automaton_);
        if (property.name == "weak") holds = is_weak(automaton_);
        if (property.name == "inherently-weak") holds = strength(automaton_) != Strength::Strong;
        if (property.name == "terminal") holds = strength(automaton_) == Strength::Terminal;
      }
      if (!holds || *holds != property.negated) continue;
      return text_.at(property.offset, property.name.size() + (property.negated ? 1 : 0),
                      "the automaton is " + std::string(property.negated ? "" : "not ") + property.name);
    }
    return {};
  }

  const HoaDocument& doc_;
  const SourceText& text_;
  AtomSpacePtr space_;
  Automaton automaton_;
  std::map<std::uint32_t, std::uint32_t> complements_;  ///< maps an acceptance set to the mark of its complement
  std::vector<std::uint32_t> variables_;
  std::vector<Bdd> aliases_;
  std::unordered_map<std::uint32_t, Automaton::State> index_;
};

}  // namespace

Expected<Automaton> automaton_of_hoa(const HoaDocument& document, const SourceText& text, const AtomSpacePtr& space,
                                     Words words) {
  Expected<Automaton> automaton = bounded([&] { return Reader(document, text, space, words).read(); });
  if (automaton || !automaton.error().front().limit) return automaton;
  Diagnostic limit = text.at(document.offset, 1, "this automaton was not read: " + automaton.error().front().message);
  limit.limit = true;
  return limit;
}

Expected<std::vector<Automaton>> read_hoa(const SourceText& text, const AtomSpacePtr& space, Words words) {
  auto documents = parse_hoa(text);
  if (!documents) return documents.error();
  std::vector<Automaton> automata;
  for (const HoaDocument& document : *documents) {
    auto automaton = automaton_of_hoa(document, text, space, words);
    if (!automaton) return automaton.error();
    automata.push_back(std::move(*automaton));
  }
  return automata;
}

}  // namespace weir
