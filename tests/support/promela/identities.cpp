// SPDX-License-Identifier: Apache-2.0
#include "support/promela/identities.h"

namespace weir::test {

namespace {

using P = Production;

constexpr int kNobody = 255;

Node turn() { return variable("turn"); }
Node me() { return leaf(P::OwnPid); }
Node flag_of(Node who) { return make(P::Element, {std::move(who)}, "flag"); }
Node channel_of(Node who) { return make(P::Element, {std::move(who)}, "own"); }
Node set(Node target, Node value) { return make(P::Assign, {std::move(target), std::move(value)}); }
Node when(Node condition, Node then) {
  return make(P::Atomic, {make(P::Sequence, {make(P::Condition, {std::move(condition)}), std::move(then)})});
}
Node is_somebody() { return make(P::NotEqual, {turn(), number(kNobody)}); }

/// The same of every process, joined: which comes first does not matter.
Node all_flags(P join, int count) {
  Node result = flag_of(number(0));
  for (int i = 1; i < count; ++i) result = make(join, {std::move(result), flag_of(number(i))});
  return result;
}

}  // namespace

std::vector<Node> identity_globals(Environment& environment, int count) {
  environment.identities = count;
  environment.symmetry = "P0";
  std::vector<Node> units;
  const auto add = [&](P type, Node declarator, DeclaredVariable variable) {
    variable.name = declarator.text;
    units.push_back(make(P::Global, {make(P::Declaration, {leaf(P::Visible), leaf(type), std::move(declarator)})}));
    environment.globals.push_back(std::move(variable));
  };
  add(P::TypeByte, make(P::ScalarInitialised, {number(kNobody)}, "turn"), {});
  DeclaredVariable flag;
  flag.type.basic = Basic::Bool;
  flag.size = count;
  add(P::TypeBool, make(P::Array, {number(count)}, "flag"), flag);
  DataType byte, bit;
  bit.basic = Basic::Bit;
  DeclaredVariable channel;
  channel.type.basic = Basic::Channel;
  channel.capacity = 1;
  channel.type.message = static_cast<int>(environment.messages.size());
  environment.messages.push_back({byte});
  add(P::TypeChan, make(P::Channel, {number(1), leaf(P::TypeByte)}, "ids"), channel);
  channel.type.message = static_cast<int>(environment.messages.size());
  environment.messages.push_back({bit});
  channel.size = count;
  add(P::TypeChan, make(P::ChannelArray, {number(count), number(1), leaf(P::TypeBit)}, "own"), channel);
  return units;
}

Node identity_statement(Draw& draw, Expressions& expressions, const Environment& environment) {
  const auto other = expressions.number_target();
  Node effect = other ? set(other->node, expressions.value_for(other->type, 0)) : leaf(P::Skip);
  const auto sends = [](Node channel, Node value) { return make(P::Send, {std::move(channel), std::move(value)}); };
  const auto receives = [](Node channel, Node pattern) {
    return make(P::Receive, {std::move(channel), std::move(pattern)});
  };
  const int count = environment.identities;
  switch (draw.below(18)) {
    case 0: return set(flag_of(me()), number(draw.between(0, 1)));
    case 1: return when(flag_of(me()), std::move(effect));
    case 2: return when(is_somebody(), set(flag_of(turn()), number(0)));
    case 3: return when(make(P::And, {is_somebody(), flag_of(turn())}), std::move(effect));
    case 4: return set(turn(), me());
    case 5: return when(make(P::Equal, {turn(), number(kNobody)}), set(turn(), me()));
    case 6: return when(make(P::Equal, {turn(), me()}), set(turn(), number(kNobody)));
    case 7: return when(make(P::NotEqual, {turn(), me()}), std::move(effect));
    case 8: return sends(variable("ids"), draw.chance(50) ? me() : turn());
    case 9: return receives(variable("ids"), make(P::IntoVariable, {turn()}));
    case 10: return receives(variable("ids"), make(P::MatchValue, {me()}));
    case 11: return sends(channel_of(me()), number(draw.between(0, 1)));
    case 12: return receives(channel_of(me()), leaf(P::Anything));
    case 13: return when(is_somebody(), sends(channel_of(turn()), number(1)));
    case 14: return when(make(P::Less, {all_flags(P::Add, count), number(2)}), std::move(effect));
    case 15: return when(all_flags(draw.chance(50) ? P::And : P::Or, count), std::move(effect));
    case 16: return make(P::Assert, {make(P::Or, {make(P::Equal, {turn(), number(kNobody)}), flag_of(me())})});
    default: return when(make(P::Equal, {make(P::Len, {channel_of(me())}), number(1)}), std::move(effect));
  }
}

}  // namespace weir::test
