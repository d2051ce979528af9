// SPDX-License-Identifier: Apache-2.0
#include "support/promela/formulas.h"

#include <string>

#include "support/promela/identities.h"

namespace weir::test {

namespace {
using P = Production;
constexpr int kDepth = 4;
}  // namespace

Node Formulas::ltl() {
  expressions_.where = Where::Formula;
  int temporal = 3;
  return ltl(kDepth, temporal);
}

Node Formulas::ltl(int depth, int& temporal) {
  const bool inner = depth > 0;
  const bool words = draw_.chance(15);
  switch (draw_.weighted(
      {depth == kDepth ? 2 : 25, inner && temporal > 0 ? 40 : 0, inner && temporal > 0 ? 18 : 0, inner ? 22 : 0})) {
    case 1: {
      --temporal;
      const bool next = !profile_.for_spin() && draw_.chance(12);
      const P op = next               ? (words ? P::LtlNextWord : P::LtlNext)
                   : draw_.chance(50) ? (words ? P::LtlAlwaysWord : P::LtlAlways)
                                      : (words ? P::LtlEventuallyWord : P::LtlEventually);
      return make(op, {ltl(depth - 1, temporal)});
    }
    case 2: {
      --temporal;
      P op = draw_.one_of({P::LtlUntil, P::LtlRelease, P::LtlWeakUntil});
      if (words) op = draw_.one_of({P::LtlUntilWord, P::LtlStrongUntilWord, P::LtlReleaseWord, P::LtlWeakUntilWord});
      return make(op, {ltl(depth - 1, temporal), ltl(depth - 1, temporal)});
    }
    case 3: {
      if (draw_.chance(25)) return make(P::LtlNot, {ltl(depth - 1, temporal)});
      P op = draw_.one_of({P::LtlAnd, P::LtlOr, P::LtlImplies, P::LtlEquivalent});
      if (!profile_.for_spin() && draw_.chance(20)) op = draw_.one_of({P::LtlAndSlash, P::LtlOrSlash});
      if (words) op = draw_.one_of({P::LtlImpliesWord, P::LtlEquivalentWord});
      return make(op, {ltl(depth - 1, temporal), ltl(depth - 1, temporal)});
    }
    default: {
      const bool alike = environment_.identities.count > 0 && !profile_.for_spin() && draw_.chance(65);
      return make(P::LtlAtom, {alike ? IdentityPhrases(draw_, profile_, expressions_, environment_).closed_condition()
                                     : expressions_.condition(1, false)});
    }
  }
}

Node Formulas::event() {
  const auto channel = expressions_.pick([](const auto& place) { return place.type.basic == Basic::Channel; });
  switch (draw_.weighted({channel ? 25 : 0, channel ? 15 : 0, channel ? 25 : 0, channel ? 15 : 0, 15, 10, 6})) {
    case 0: return make(P::Sent, {channel->node});
    case 1: return make(P::SentMessage, {channel->node, expressions_.small_constant()});
    case 2: return make(P::Received, {channel->node});
    case 3: return make(P::ReceivedMessage, {channel->node, expressions_.small_constant()});
    case 4: return leaf(P::By, draw_.one_of(environment_.processes).name);
    case 5: {
      const std::string process = draw_.one_of(environment_.processes).name;
      return make(P::ByProcess, {expressions_.process_number()}, process);
    }
    default: return leaf(P::Tau);
  }
}

Node Formulas::atom(const FormulaTaste& taste) {
  if (environment_.identities.count > 0 && !profile_.for_spin() && draw_.chance(65)) {
    if (taste.events && draw_.chance(15)) return make(P::FormulaAtom, {event()});
    Node said = IdentityPhrases(draw_, profile_, expressions_, environment_).closed_condition();
    return make(draw_.chance(60) ? P::FormulaAtomCompared : P::FormulaAtomQuoted, {std::move(said)});
  }
  const int computed = profile_.on(Feature::Faults) ? 25 : 8;
  switch (draw_.weighted({60, taste.events ? 14 : 0, 4, 4, 3, 12, computed, 6, 3})) {
    case 1: return make(P::FormulaAtom, {event()});
    case 2: return make(P::FormulaAtom, {leaf(P::NonProgress)});
    case 3: return make(P::FormulaAtom, {leaf(P::AcceptAtom)});
    case 4: return make(P::FormulaAtom, {leaf(P::Dead)});
    case 5: return make(P::FormulaAtom, {expressions_.remote(true)});
    case 6: {
      const P kind = draw_.chance(60) ? P::FormulaAtomCompared : P::FormulaAtomQuoted;
      return make(kind, {expressions_.condition(2)});
    }
    case 7:
      if (const auto channel = expressions_.channel()) {
        if (draw_.chance(40)) {
          const P op = draw_.one_of({P::Greater, P::Equal});
          return make(P::FormulaAtom, {make(op, {make(P::Len, {channel->node}), expressions_.small_constant()})});
        }
        const P op = draw_.one_of({P::Full, P::Empty, P::NotFull, P::NotEmpty});
        return make(P::FormulaAtom, {make(op, {channel->node})});
      }
      break;
    case 8:
      if (draw_.chance(30)) return make(P::FormulaAtom, {leaf(P::Timeout)});
      return make(P::FormulaAtom, {make(P::Equal, {leaf(P::ProcessCount), number(draw_.between(0, 4))})});
    default: break;
  }
  const auto place = expressions_.pick([](const auto& candidate) { return candidate.type.is_number(); });
  if (!place) return leaf(draw_.chance(50) ? P::FormulaTrue : P::FormulaFalse);
  const P op = draw_.one_of({P::Equal, P::Equal, P::NotEqual, P::Less, P::Greater});
  if (place->type.basic == Basic::Mtype)
    return make(P::FormulaAtom, {make(P::Equal, {place->node, expressions_.mtype_constant(place->type.mtype)})});
  return make(P::FormulaAtom, {make(op, {place->node, expressions_.small_constant()})});
}

Node Formulas::formula(const FormulaTaste& taste) {
  expressions_.where = Where::Formula;
  return CommandFormulas(draw_, [this](const FormulaTaste& inner) { return atom(inner); }).formula(taste);
}

Node Formulas::claim_guard() {
  if (draw_.chance(25)) return make(P::Condition, {leaf(P::True)});
  return make(P::Condition, {expressions_.condition(1, draw_.chance(30))});
}

Node Formulas::never_claim(const std::string& name) {
  expressions_.where = Where::Claim;
  const int states = draw_.between(1, 3);
  std::vector<std::string> labels;
  for (int i = 0; i < states; ++i) labels.push_back((draw_.chance(45) ? "accept_S" : "S") + std::to_string(i));
  labels.push_back("over");
  const auto jump = [&] {
    const bool end = draw_.chance(12);
    return leaf(P::Goto, end ? labels.back() : labels[draw_.below(labels.size() - 1)]);
  };
  std::vector<Node> statements;
  for (int i = 0; i < states; ++i) {
    std::vector<Node> options;
    const int count = draw_.between(1, 3);
    for (int k = 0; k < count; ++k) {
      Node guard = claim_guard();
      if (draw_.chance(8)) {
        Node check = make(P::Sequence, {std::move(guard), make(P::Assert, {expressions_.condition(1)})});
        Node together = make(P::Sequence, {make(P::Atomic, {std::move(check)}), jump()});
        options.push_back(make(P::OptionOfSequence, {std::move(together)}));
      } else {
        options.push_back(make(P::OptionWithArrow, {std::move(guard), make(P::Sequence, {jump()})}));
      }
    }
    if (draw_.chance(20)) options.push_back(make(P::OptionWithArrow, {leaf(P::Else), make(P::Sequence, {jump()})}));
    Node choice = make(draw_.chance(80) ? P::If : P::Do, std::move(options));
    const std::string& label = labels[static_cast<std::size_t>(i)];
    statements.push_back(make(label[0] == 'a' ? P::AcceptLabel : P::PlainLabel, {std::move(choice)}, label));
  }
  statements.push_back(make(P::PlainLabel, {leaf(P::Skip)}, labels.back()));
  Node body = make(P::Sequence, std::move(statements));
  return name.empty() ? make(P::Never, {std::move(body)}) : make(P::NamedNever, {std::move(body)}, name);
}

Node Formulas::trace_assertion() {
  expressions_.where = Where::Formula;
  const auto operation = [&](const Expressions::Place& channel) {
    const bool sends = draw_.chance(60);
    std::vector<Node> children = {channel.node};
    for (const DataType& field : environment_.messages[static_cast<std::size_t>(channel.type.message)]) {
      const bool any = draw_.chance(60) || !field.is_number();
      if (sends)
        children.push_back(any ? leaf(P::Underscore) : expressions_.small_constant());
      else
        children.push_back(any ? leaf(P::Anything) : make(P::MatchConstant, {expressions_.small_constant()}));
    }
    return make(sends ? P::Send : P::Receive, std::move(children));
  };
  const auto fixed = [](const Expressions::Place& place) {
    return Expressions::is_channel(place) && place.capacity >= 0;
  };
  std::vector<Node> options;
  const int count = draw_.between(1, 3);
  for (int i = 0; i < count; ++i) {
    const auto channel = expressions_.pick(fixed);
    if (!channel) return leaf(P::Skip);
    std::vector<Node> statements = {operation(*channel)};
    if (draw_.chance(40)) statements.push_back(operation(*channel));
    if (draw_.chance(20)) statements.push_back(leaf(P::Break));
    options.push_back(make(P::OptionOfSequence, {make(P::Sequence, std::move(statements))}));
  }
  Node body = make(P::Do, std::move(options));
  if (draw_.chance(70)) body = make(P::EndLabel, {std::move(body)}, "end0");
  return make(draw_.chance(65) ? P::Trace : P::Notrace, {make(P::Sequence, {std::move(body)})});
}

}  // namespace weir::test
