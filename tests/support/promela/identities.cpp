// SPDX-License-Identifier: Apache-2.0
#include "support/promela/identities.h"

namespace weir::test {

namespace {

using P = Production;
using Kind = Identities::Kind;

/// Text of an OwnPid that is replaced by the number of the process in each copy.
constexpr const char* kConstant = "constant";

Node element(const char* array, Node index) { return make(P::Element, {std::move(index)}, array); }
Node set(Node target, Node value) { return make(P::Assign, {std::move(target), std::move(value)}); }
Node equal(Node a, Node b) { return make(P::Equal, {std::move(a), std::move(b)}); }
Node differ(Node a, Node b) { return make(P::NotEqual, {std::move(a), std::move(b)}); }
Node both(Node a, Node b) { return make(P::And, {std::move(a), std::move(b)}); }
Node condition_of(Node expression) { return make(P::Condition, {std::move(expression)}); }
Node sequence(std::vector<Node> statements) { return make(P::Sequence, std::move(statements)); }
Node sends(Node channel, Node value) { return make(P::Send, {std::move(channel), std::move(value)}); }
Node record_field(Node field) { return make(P::Field, {variable("rec"), std::move(field)}); }
Node declaration(P type, Node declarator) {
  return make(P::Declaration, {leaf(P::Visible), leaf(type), std::move(declarator)});
}

P type_of(Basic basic) {
  switch (basic) {
    case Basic::Pid: return P::TypePid;
    case Basic::Short: return P::TypeShort;
    case Basic::Int: return P::TypeInt;
    case Basic::Unsigned: return P::TypeUnsigned;
    case Basic::Bit: return P::TypeBit;
    default: return P::TypeByte;
  }
}

/// The type of a variable for an identity: mostly the common type, so that no identity is truncated.
Basic identity_type(Draw& draw, const Identities& identities) {
  if (!draw.chance(identities.tells_apart ? 10 : 2)) return identities.type;
  return draw.one_of({Basic::Byte, Basic::Short, Basic::Int, Basic::Unsigned, Basic::Bit});
}

Node identity_scalar(Draw& draw, const Identities& identities, const char* name) {
  const Basic type = identity_type(draw, identities);
  const bool initialised = !draw.chance(identities.first > 0 ? 30 : 8);
  if (type == Basic::Unsigned) {
    const Node bits = number(identities.bits);
    return declaration(P::TypeUnsigned, initialised
                                            ? make(P::BitsInitialised, {bits, number(identities.null_identity)}, name)
                                            : make(P::Bits, {bits}, name));
  }
  return declaration(type_of(type), initialised ? make(P::ScalarInitialised, {number(identities.null_identity)}, name)
                                                : leaf(P::Scalar, name));
}

Node identity_array(Draw& draw, const Identities& identities, const char* name, int size) {
  const Basic type = identity_type(draw, identities);
  if (type == Basic::Unsigned)
    return declaration(P::TypeUnsigned, make(P::BitsArray, {number(identities.bits), number(size)}, name));
  return declaration(type_of(type), make(P::ArrayInitialised, {number(size), number(identities.null_identity)}, name));
}

}  // namespace

std::vector<Node> identity_globals(Draw& draw, const Profile& profile, Environment& environment) {
  Identities& identities = environment.identities;
  identities.kind = static_cast<Kind>(draw.weighted({45, 15, 25, 15}));
  identities.count = draw.chance(4) ? 7 : static_cast<int>(draw.weighted({50, 40, 10})) + 2;
  if (identities.kind == Kind::Types && identities.count > 3) identities.count = 3;
  if (identities.kind == Kind::Started) identities.first = 1;  // `init` is process 0
  if (identities.kind == Kind::Parameter) identities.first = draw.chance(25) ? draw.between(1, 2) : 0;
  identities.type =
      draw.one_of({Basic::Byte, Basic::Byte, Basic::Byte, Basic::Pid, Basic::Short, Basic::Int, Basic::Unsigned});
  const bool has_sign = identities.type == Basic::Short || identities.type == Basic::Int;
  identities.bits = draw.one_of({3, 9, 17});  // packed in a byte with others, in two bytes, in four
  const bool narrow = identities.type == Basic::Unsigned && identities.bits == 3;
  identities.null_identity = narrow ? 7 : has_sign && draw.chance(50) ? -1 : 255;
  if (narrow && identities.count > 4) identities.count = 4;
  if (identities.kind == Kind::Parameter && identities.type == Basic::Int && draw.chance(15)) identities.first = 300;
  identities.tells_apart = draw.chance(30);
  identities.guarded = profile.for_spin() || !profile.on(Feature::Faults) || draw.chance(60);
  identities.constants = identities.kind == Kind::Types && draw.chance(60);
  identities.arrays = identities.first < 300;
  identities.owners = draw.chance(35);
  identities.next = identities.arrays && draw.chance(35);
  identities.record = draw.chance(30);
  identities.replies = identities.arrays && draw.chance(25);
  identities.peer = draw.chance(50);
  identities.seen = identities.arrays && draw.chance(25);
  identities.helper = !profile.for_spin() && draw.chance(20);
  identities.pairs = draw.chance(35);

  const int size = identities.first + identities.count + (draw.chance(10) ? 1 : 0);
  const auto nearly = [&] { return size - (identities.tells_apart && draw.chance(6) ? 1 : 0); };
  std::vector<Node> units;
  const auto add = [&](Node declared) { units.push_back(make(P::Global, {std::move(declared)})); };
  Node turn = identity_scalar(draw, identities, "turn");
  if (!profile.for_spin() && draw.chance(4)) turn.children[0] = leaf(P::Hidden);
  add(std::move(turn));
  const Basic field_type = identities.type == Basic::Unsigned ? Basic::Byte : identities.type;
  identities.carried = draw.chance(30);
  const P carried = identities.carried ? type_of(field_type) : P::TypeBit;
  if (identities.arrays) {
    add(declaration(draw.one_of({P::TypeBool, P::TypeBool, P::TypeBit, P::TypeByte, P::TypeInt}),
                    make(P::Array, {number(nearly())}, "flag")));
    add(declaration(P::TypeChan,
                    make(P::ChannelArray, {number(nearly()), number(draw.chance(75) ? 1 : 0), leaf(carried)}, "own")));
  }
  P field = type_of(identity_type(draw, identities));
  if (field == P::TypeUnsigned) field = P::TypeByte;  // a field cannot have a width
  const Node capacity = number(static_cast<std::int64_t>(draw.weighted({20, 60, 20})));
  std::vector<Node> message = {capacity, leaf(field)};
  if (identities.pairs) message.push_back(leaf(P::TypeBit));
  add(declaration(P::TypeChan, make(P::Channel, std::move(message), "ids")));
  if (identities.owners) add(identity_array(draw, identities, "owner", 2));
  if (identities.next) add(identity_array(draw, identities, "succ", size));
  if (identities.replies) add(declaration(P::TypeChan, make(P::Channel, {number(1), leaf(P::TypeChan)}, "replies")));
  if (identities.record) {
    std::vector<Node> fields = {declaration(type_of(identities.type == Basic::Unsigned ? Basic::Byte : identities.type),
                                            leaf(P::Scalar, "who"))};
    if (identities.arrays) fields.push_back(declaration(P::TypeBit, make(P::Array, {number(size)}, "mark")));
    units.push_back(make(P::Typedef, std::move(fields), "Record"));
    add(make(P::Declaration, {leaf(P::Visible), leaf(P::TypeStruct, "Record"), leaf(P::Scalar, "rec")}));
    if (identities.arrays && identities.tells_apart && draw.chance(30)) {
      identities.records = true;
      add(make(P::Declaration,
               {leaf(P::Visible), leaf(P::TypeStruct, "Record"), make(P::Array, {number(size)}, "recs")}));
    }
  }
  // The rest of the program uses identities arbitrarily, which is rarely symmetric.
  if (draw.chance(20)) {
    DeclaredVariable known;
    known.name = "turn";
    environment.globals.push_back(known);
    if (identities.arrays) {
      known.name = "flag";
      known.type.basic = Basic::Bool;
      known.size = size;
      environment.globals.push_back(known);
    }
  }
  return units;
}

std::vector<Node> identity_locals(Draw& draw, Environment& environment) {
  const Identities& identities = environment.identities;
  std::vector<Node> declared;
  const auto add = [&](Node node) { declared.push_back(make(P::Declare, {std::move(node)})); };
  if (identities.peer) add(identity_scalar(draw, identities, "peer"));
  if (identities.seen)
    add(declaration(P::TypeBool, make(P::Array, {number(identities.first + identities.count)}, "seen")));
  if (identities.replies) add(declaration(P::TypeChan, leaf(P::Scalar, "mine")));
  return declared;
}

std::string symmetry_declaration(Draw& draw, const Environment& environment) {
  const Identities& identities = environment.identities;
  if (draw.chance(identities.tells_apart ? 15 : 2))
    return draw.one_of({"P*0",      "*1",          "P*(id)",      "*(id)",       "P0, P*",    "P0: nothing.peer",
                        "Q0, P0",   "P0: P1.peer", "P0: Q*.peer", "P0: nothing", "Nobody",    "P0(nothing)",
                        "P0(",      "P0(id), Q",   "P0: 3",       "P0: a.b.c",   "Q, P0(id)", "P0: turn[]",
                        "P0: flag", "*",           "init",        "P0, init",    "P0(peer)",  "P0: P0.peer[]",
                        ": turn",   "P0(seen)",    "P0: P0.peer", "P0: .x",      "P**",       "P0 x",
                        "P0()",     "P0, P0",      "P0: P*.peer"});
  std::string text = "P0";
  if (identities.kind == Kind::Parameter && !draw.chance(10)) text += draw.chance(50) ? "(id)" : " ( id )";
  if (identities.kind == Kind::Types) {
    if (draw.chance(40))
      text = "P*";
    else
      for (int k = 1; k < identities.count; ++k) text += ", P" + std::to_string(k);
  }
  std::vector<std::string> variables;
  const int often = identities.constants ? 95 : 12;
  const auto add = [&](bool there, const char* name) {
    if (there && draw.chance(often)) variables.push_back(name);
  };
  add(true, "turn");
  add(identities.arrays, "flag[]");
  add(identities.owners, "owner");
  add(identities.next, "succ");
  add(identities.next, "succ[]");
  add(identities.peer, identities.kind == Kind::Types ? "P*.peer" : "P0.peer");
  add(identities.seen, "P0.seen[]");
  for (std::size_t i = 0; i < variables.size(); ++i) text += (i == 0 ? ": " : ",") + variables[i];
  return text;
}

Node identity_copy(Draw& draw, const Environment& environment, const Node& process, int k) {
  Node copy = process;
  copy.text = "P" + std::to_string(k);
  bool differs = k > 0 && environment.identities.tells_apart && draw.chance(50);
  const auto change = [&](Node& node) {
    switch (node.kind) {
      case P::Assign:
      case P::Receive: node = leaf(P::Skip); return true;
      case P::AcceptLabel:
      case P::ProgressLabel:
      case P::EndLabel:
        node.kind = P::PlainLabel;
        node.text = "L" + node.text;
        return true;
      case P::Do:
        if (node.children.size() < 2) return false;
        node.children.pop_back();
        return true;
      case P::Declare:
        if (draw.chance(50))
          node.children[0].children[1] = leaf(draw.one_of({P::TypeInt, P::TypeShort, P::TypeBit}));
        else
          node = make(P::Declare, {declaration(P::TypeByte, leaf(P::Scalar, "extra"))});
        return true;
      case P::Atomic: node.kind = P::Block; return true;
      default: return false;
    }
  };
  walk(copy, [&](Node& node) {
    if (node.is(P::OwnPid) && node.text == kConstant) node = number(environment.identities.first + k);
    if (differs && draw.chance(20)) differs = !change(node);
  });
  return copy;
}

Node IdentityPhrases::me() const {
  const Identities& identities = environment_.identities;
  if (identities.kind == Kind::Parameter) return variable("id");
  return leaf(P::OwnPid, identities.constants ? kConstant : "");
}

Node IdentityPhrases::null_identity() const { return number(environment_.identities.null_identity); }

/// A variable whose value is an identity or the null identity.
Node IdentityPhrases::place() {
  const Identities& identities = environment_.identities;
  switch (draw_.weighted({40, identities.owners ? 20 : 0, identities.next && own() ? 25 : 0, identities.record ? 15 : 0,
                          identities.peer && own() ? 30 : 0})) {
    case 1: return element("owner", number(draw_.between(0, 1)));
    case 2: return element("succ", me());
    case 3: return record_field(variable("who"));
    case 4: return variable("peer");
    default: return variable("turn");
  }
}

Node IdentityPhrases::identity() {
  const Identities& identities = environment_.identities;
  if (!own()) return draw_.chance(95) ? place() : leaf(P::OwnPid);
  const bool remote = identities.peer && !profile_.for_spin() && identities.kind != Kind::Parameter;
  switch (draw_.weighted({45, 45, 6, 4, identities.count == 2 ? 6 : 0, remote ? 3 : 0})) {
    case 1: return place();
    case 2: return make(P::Conditional, {condition(), me(), place()});
    case 3: return make(P::Conditional, {condition(), null_identity(), me()});
    case 4: return make(P::Subtract, {number(2 * identities.first + 1), me()});  // the other one
    case 5: return make(P::RemoteVariable, {variable("peer"), draw_.chance(50) ? me() : place()}, "P0");
    default: return me();
  }
}

/// The same expression for every process, combined in an operator that is commutative.
template <class Make>
Node IdentityPhrases::joined(Production join, const Make& each) {
  const Identities& identities = environment_.identities;
  Node result = each(number(identities.first));
  for (int i = 1; i < identities.count; ++i)
    result = make(join, {std::move(result), each(number(identities.first + i))});
  return result;
}

Node IdentityPhrases::closed_condition() {
  const Identities& identities = environment_.identities;
  const P any = draw_.chance(50) ? P::And : P::Or;
  const auto flag = [&](Node who) { return element("flag", std::move(who)); };
  const bool numbered = identities.kind != Kind::Types && identities.kind != Kind::Parameter;
  const bool labels = environment_.process < 0 && (numbered || draw_.chance(15));
  switch (draw_.weighted({identities.arrays ? 15 : 0, identities.arrays ? 15 : 0, 15, identities.arrays ? 10 : 0,
                          identities.next ? 10 : 0, identities.arrays ? 12 : 0, labels ? 20 : 0, 10,
                          labels && identities.peer ? 10 : 0, identities.record && identities.arrays ? 10 : 0})) {
    case 0: return make(P::Less, {joined(P::Add, flag), number(draw_.between(1, 2))});
    case 1: return joined(any, flag);
    case 2:
      return draw_.chance(50) ? equal(variable("turn"), null_identity()) : differ(variable("turn"), null_identity());
    case 3: {
      Node sum = joined(P::Add, [&](Node who) { return make(P::Len, {element("own", std::move(who))}); });
      return equal(std::move(sum), number(draw_.between(0, 2)));
    }
    case 4: return joined(any, [&](Node who) { return equal(element("succ", std::move(who)), null_identity()); });
    case 5: return both(differ(variable("turn"), null_identity()), flag(variable("turn")));
    case 6: {
      const P join = draw_.one_of({P::And, P::Or, P::Add});
      return joined(join, [&](Node who) { return make(P::RemoteLabel, {name("here"), std::move(who)}, "P0"); });
    }
    case 8:
      return joined(any, [&](Node who) {
        return equal(make(P::RemoteVariable, {variable("peer"), std::move(who)}, "P0"), null_identity());
      });
    case 9: return joined(P::Or, [&](Node who) { return record_field(element("mark", std::move(who))); });
    default: return joined(P::Or, [&](Node who) { return equal(variable("turn"), std::move(who)); });
  }
}

Node IdentityPhrases::condition() {
  const Identities& identities = environment_.identities;
  const bool mine = own();
  const bool remote = mine && !profile_.for_spin() && identities.kind != Kind::Parameter;
  switch (draw_.weighted({12, mine ? 12 : 0, mine && identities.arrays ? 12 : 0, 10, mine && identities.arrays ? 8 : 0,
                          profile_.for_spin() ? 0 : 8, remote ? 6 : 0, remote && identities.peer ? 4 : 0,
                          mine && identities.seen ? 10 : 0, mine && identities.replies ? 5 : 0, 4,
                          mine && profile_.on(Feature::Introspection) && !profile_.for_spin() ? 5 : 0})) {
    case 0: return equal(place(), null_identity());
    case 1: {
      if (draw_.chance(50)) return equal(place(), me());
      Node one = identity();
      return differ(std::move(one), place());
    }
    case 2: return element("flag", me());
    case 4: {
      const Node channel = element("own", me());
      if (draw_.chance(50)) return equal(make(P::Len, {channel}), number(draw_.between(0, 1)));
      return make(draw_.one_of({P::Full, P::Empty, P::NotFull, P::NotEmpty}), {channel});
    }
    case 5: {
      std::vector<Node> poll = {variable("ids"),
                                mine && draw_.chance(70) ? make(P::MatchValue, {identity()}) : leaf(P::Anything)};
      if (identities.pairs) poll.push_back(leaf(P::Anything));
      return make(draw_.chance(70) ? P::Poll : P::PollAny, std::move(poll));
    }
    case 6: return make(P::RemoteLabel, {name("here"), draw_.chance(50) ? me() : identity()}, "P0");
    case 7: {
      Node far = make(P::RemoteVariable, {variable("peer"), draw_.chance(50) ? me() : place()}, "P0");
      return equal(std::move(far), draw_.chance(50) ? null_identity() : identity());
    }
    case 8: return element("seen", me());
    case 9: return equal(variable("mine"), element("own", me()));
    case 10: {
      Node one = place();
      return make(P::Not, {equal(std::move(one), place())});
    }
    case 11: return draw_.chance(50) ? make(P::Enabled, {identity()}) : make(P::PcValue, {identity()});
    default: return closed_condition();
  }
}

/// Guards `then` by `who` not being the null identity, so that an index stays in range. Some programs omit the guard.
Node IdentityPhrases::if_identity(Node who, Node condition, Node then) {
  Node guard = differ(std::move(who), null_identity());
  if (!condition.is(P::True)) guard = both(std::move(guard), std::move(condition));
  if (!environment_.identities.guarded && draw_.chance(25)) return then;
  return make(P::Atomic, {sequence({condition_of(std::move(guard)), std::move(then)})});
}

Node IdentityPhrases::effect() {
  const auto other = expressions_.number_target();
  switch (draw_.weighted({other ? 40 : 0, own() && environment_.identities.arrays ? 30 : 0, 10, 20})) {
    case 0: {
      Node value = expressions_.value_for(other->type, 0);
      return set(other->node, std::move(value));
    }
    case 1: return set(element("flag", me()), number(draw_.between(0, 1)));
    case 3: return set(place(), null_identity());
    default: return leaf(P::Skip);
  }
}

Node IdentityPhrases::assignment() {
  const Identities& identities = environment_.identities;
  const bool mine = own();
  const bool arrays = identities.arrays;
  switch (draw_.weighted({mine && arrays ? 15 : 0, arrays ? 12 : 0, 15, 10, mine && identities.seen ? 10 : 0,
                          mine && identities.next ? 8 : 0, 5, identities.record && arrays && mine ? 8 : 0,
                          mine && identities.replies ? 8 : 0, mine && arrays ? 4 : 0, 4})) {
    case 0: return set(element("flag", me()), number(draw_.between(0, 1)));
    case 1: {
      const Node who = place();
      return if_identity(who, leaf(P::True), set(element("flag", who), number(draw_.between(0, 1))));
    }
    case 2: {
      Node target = place();
      return set(std::move(target), draw_.chance(25) ? null_identity() : identity());
    }
    case 4: {
      const Node who = identity();
      return if_identity(who, leaf(P::True), set(element("seen", who), number(draw_.between(0, 1))));
    }
    case 5: {
      const Node who = place();
      return if_identity(who, leaf(P::True), set(element("succ", who), draw_.chance(50) ? me() : null_identity()));
    }
    case 6: {
      // A nondeterministic choice of one of them.
      std::vector<Node> options;
      const Node target = place();
      for (int i = 0; i < identities.count; ++i) {
        Node chosen = set(target, number(identities.first + i));
        options.push_back(make(P::OptionOfSequence, {sequence({std::move(chosen)})}));
      }
      return make(P::If, std::move(options));
    }
    case 7: return set(record_field(element("mark", me())), number(draw_.between(0, 1)));
    case 8: return set(variable("mine"), element("own", me()));
    case 9: {
      Node flips = set(element("flag", me()), make(P::Subtract, {number(1), element("flag", me())}));
      return make(P::DStep, {sequence({std::move(flips), set(place(), me())})});
    }
    case 10: {
      const Node one = place(), other = place();
      return make(P::Atomic, {sequence({set(one, other), set(other, null_identity())})});
    }
    default: {
      const Node target = place();
      Node guard = equal(target, null_identity());
      return make(P::Atomic, {sequence({condition_of(std::move(guard)), set(target, identity())})});
    }
  }
}

/// Statements with identities in messages.
Node IdentityPhrases::messages() {
  const Identities& identities = environment_.identities;
  const auto with_rest = [&](P kind, Node first) {
    std::vector<Node> children = {variable("ids"), std::move(first)};
    if (identities.pairs)
      children.push_back(kind == P::Send    ? number(draw_.between(0, 1))
                         : draw_.chance(50) ? leaf(P::Anything)
                                            : make(P::MatchConstant, {number(draw_.between(0, 1))}));
    return make(kind, std::move(children));
  };
  static constexpr P kReceives[] = {P::Receive, P::Receive, P::Receive, P::ReceiveAny, P::Peek, P::PeekAny};
  P receive = kReceives[draw_.below(6)];
  if (profile_.for_spin()) receive = P::Receive;  // Spin cannot peek at a rendezvous
  switch (draw_.weighted({40, 30, 20, 10})) {
    case 0: return with_rest(P::Send, identity());
    case 1: return with_rest(receive, make(P::IntoVariable, {place()}));
    case 2: return with_rest(receive, make(P::MatchValue, {identity()}));
    default: return with_rest(receive, leaf(P::Anything));
  }
}

/// Statements with a channel of each process, and channels in messages.
Node IdentityPhrases::channels() {
  const Identities& identities = environment_.identities;
  if (!identities.arrays) return messages();
  const bool mine = own();
  const bool replies = mine && identities.replies;
  if (identities.carried && mine && draw_.chance(40)) {
    const Node channel = replies && draw_.chance(30) ? variable("mine") : element("own", me());
    if (draw_.chance(50)) return sends(channel, identity());
    return make(P::Receive, {channel, make(P::IntoVariable, {place()})});
  }
  switch (
      draw_.weighted({mine ? 20 : 0, mine ? 20 : 0, 20, replies ? 15 : 0, replies ? 15 : 0, replies ? 15 : 0, 10})) {
    case 0: return sends(element("own", me()), number(draw_.between(0, 1)));
    case 1: return make(P::Receive, {element("own", me()), leaf(P::Anything)});
    case 3: return sends(variable("replies"), draw_.chance(70) ? element("own", me()) : variable("mine"));
    case 4: return make(P::Receive, {variable("replies"), make(P::IntoVariable, {variable("mine")})});
    case 5: {
      // A variable that was never assigned is not a channel: a run-time error.
      Node start = set(variable("mine"), element("own", me()));
      Node use = draw_.chance(50) ? sends(variable("mine"), number(1))
                                  : make(P::Receive, {variable("mine"), leaf(P::Anything)});
      return make(P::Atomic, {sequence({std::move(start), std::move(use)})});
    }
    case 6: {
      const Node who = place();
      return if_identity(who, leaf(P::True), make(P::Receive, {element("own", who), leaf(P::Anything)}));
    }
    default: {
      const Node who = place();
      return if_identity(who, leaf(P::True), sends(element("own", who), number(1)));
    }
  }
}

/// Statements that distinguish processes or use identities in arithmetic.
Node IdentityPhrases::telling_apart() {
  const Identities& identities = environment_.identities;
  const Node who = own() ? me() : place();
  const Node one = number(identities.first + draw_.between(0, identities.count - 1));
  const int odd_value = draw_.one_of({256, 257, -1, 65536, 511, 8});
  const auto when = [&](Node guard) { return make(P::Atomic, {sequence({condition_of(std::move(guard)), effect()})}); };
  const bool arrays = identities.arrays;
  const bool weir = !profile_.for_spin();
  const bool created = identities.kind == Kind::Started || identities.kind == Kind::Parameter;
  switch (draw_.weighted({8,
                          8,
                          8,
                          5,
                          5,
                          arrays ? 8 : 0,
                          weir ? 5 : 0,
                          arrays ? 5 : 0,
                          5,
                          arrays ? 4 : 0,
                          5,
                          5,
                          identities.owners && weir ? 5 : 0,
                          identities.records ? 20 : 0,
                          arrays ? 5 : 0,
                          own() && arrays && weir ? 4 : 0,
                          weir ? 4 : 0,
                          own() && weir ? 4 : 0,
                          weir ? 3 : 0,
                          4,
                          4,
                          identities.peer && weir ? 4 : 0,
                          own() && identities.seen && weir ? 6 : 0,
                          arrays ? 5 : 0,
                          created && weir ? 6 : 0,
                          identities.kind == Kind::Parameter && own() ? 6 : 0,
                          weir ? 4 : 0,
                          identities.replies && own() && weir ? 4 : 0,
                          3})) {
    case 0: return when(equal(who, one));
    case 1: {
      const P order = draw_.one_of({P::Less, P::LessEqual, P::Greater, P::GreaterEqual});
      return when(make(order, {place(), who}));
    }
    case 2: return set(place(), one);
    case 3: return when(place());
    case 4: return when(equal(place(), make(P::Add, {who, number(1)})));
    case 5: return when(element("flag", one));
    case 6: {
      std::vector<Node> children = {variable("ids"), identity()};
      if (identities.pairs) children.push_back(number(0));
      return make(P::SortedSend, std::move(children));
    }
    case 7: return sends(element("own", one), number(1));
    case 8: {
      Node sum = make(P::Modulo, {make(P::Add, {who, number(1)}), number(identities.count)});
      return set(place(), make(P::Add, {std::move(sum), number(identities.first)}));
    }
    case 9: {
      const auto flag = [&](int i) { return element("flag", number(identities.first + i)); };
      return when(both(flag(0), make(P::Not, {flag(1)})));
    }
    case 10: {
      const auto target = expressions_.number_target();
      if (!target) return leaf(P::Skip);
      return set(target->node, who);
    }
    case 11: return make(P::Assert, {differ(place(), one)});
    case 12: return when(element("owner", place()));
    case 13: {
      Node field = draw_.chance(50) ? variable("who") : element("mark", number(identities.first));
      return set(make(P::Field, {element("recs", draw_.chance(50) ? who : one), std::move(field)}), number(1));
    }
    case 14: {
      const auto index = expressions_.number_target();
      if (!index) return leaf(P::Skip);
      Node bit = make(P::BitAnd, {index->node, number(1)});
      return set(element("flag", make(P::Add, {number(identities.first), std::move(bit)})), number(1));
    }
    case 15: return when(element("flag", make(P::BitAnd, {place(), number(identities.first)})));
    case 16: return when(make(P::RemoteLabel, {name("here"), one}, "P0"));
    case 17: return when(make(P::RemoteLabelOfOldest, {name("here")}, "P0"));
    case 18: return when(make(P::RemoteVariable, {leaf(P::OwnPid), make(P::Add, {who, number(1)})}, "P0"));
    case 19: return when(make(draw_.one_of({P::Less, P::Greater}), {one, who}));
    case 20: return set(place(), number(odd_value));
    case 21: return when(equal(make(P::RemoteVariableOfOldest, {variable("peer")}, "P0"), null_identity()));
    case 22: return when(make(P::RemoteVariable, {element("seen", one), who}, "P0"));
    case 23: {
      const auto index = expressions_.number_target();
      if (!index) return leaf(P::Skip);
      Node bit = make(P::BitAnd, {index->node, number(1)});
      return sends(element("own", make(P::Add, {number(identities.first), std::move(bit)})), number(1));
    }
    case 24: {
      std::vector<Node> given;
      if (identities.kind == Kind::Parameter) given.push_back(draw_.chance(50) ? who : one);
      Node few = make(P::Less, {leaf(P::ProcessCount), number(identities.count + 2)});
      Node start = make(P::RunStatement, {make(P::Run, std::move(given), "P0")});
      return make(P::Atomic, {sequence({condition_of(std::move(few)), std::move(start)})});
    }
    case 25: return set(variable("id"), draw_.chance(50) ? place() : one);
    case 26: {
      std::vector<Node> inner = {variable("ids"), leaf(P::Anything)}, outer = {variable("ids")};
      if (identities.pairs) inner.push_back(leaf(P::Anything));
      outer.push_back(make(P::MatchValue, {make(P::Poll, std::move(inner))}));
      if (identities.pairs) outer.push_back(leaf(P::Anything));
      return when(make(P::Poll, std::move(outer)));
    }
    case 27: return when(make(P::Less, {variable("mine"), number(3)}));
    default: {
      Node either = make(P::Conditional, {condition(), who, number(1)});
      return when(equal(std::move(either), place()));
    }
  }
}

Node IdentityPhrases::statement() {
  const Identities& identities = environment_.identities;
  if (identities.tells_apart && draw_.chance(15)) return telling_apart();
  switch (draw_.weighted({35, 20, 15, 20, 6, identities.helper && own() ? 8 : 0})) {
    case 0: return assignment();
    case 1: return messages();
    case 2: return channels();
    case 4: return make(P::Assert, {make(P::Or, {equal(place(), null_identity()), condition()})});
    case 5: {
      Node few = make(P::Less, {leaf(P::ProcessCount), number(identities.count + 2)});
      Node start = make(P::RunStatement, {make(P::Run, {identity()}, "Helper")});
      return make(P::Atomic, {sequence({condition_of(std::move(few)), std::move(start)})});
    }
    default: {
      Node guard = condition();
      return make(P::Atomic, {sequence({condition_of(std::move(guard)), effect()})});
    }
  }
}

}  // namespace weir::test
