// SPDX-License-Identifier: Apache-2.0
#include "support/promela/declarations.h"

namespace weir::test {

namespace {
using P = Production;
}  // namespace

DataType Declarations::number_type() {
  const bool wide = profile_.on(Feature::WideTypes);
  const bool named = profile_.on(Feature::NamedMtypes) && environment_.mtypes.size() > 1;
  const bool plain = profile_.on(Feature::Mtypes) && !environment_.mtypes.empty();
  DataType type;
  switch (draw_.weighted({20, 10, 35, 3, wide ? 10 : 0, wide ? 12 : 0, profile_.on(Feature::BitFields) ? 15 : 0,
                          plain ? 12 : 0, named ? 12 : 0})) {
    case 0: type.basic = Basic::Bit; break;
    case 1: type.basic = Basic::Bool; break;
    case 3: type.basic = Basic::Pid; break;
    case 4: type.basic = Basic::Short; break;
    case 5: type.basic = Basic::Int; break;
    case 6:
      type.basic = Basic::Unsigned;
      type.bits = draw_.one_of({1, 2, 3, 5, 7, 9, 17, 31});
      break;
    case 7: type.basic = Basic::Mtype; break;
    case 8:
      type.basic = Basic::Mtype;
      type.mtype = environment_.mtypes[1 + draw_.below(environment_.mtypes.size() - 1)].name;
      break;
    default: break;
  }
  return type;
}

Node Declarations::initial_value(const DataType& type) {
  if (type.basic == Basic::Mtype) return expressions_.mtype_constant(type.mtype);
  return expressions_.constant();
}

/// The number as an expression that must be evaluated.
Node Declarations::size(int value) {
  if (profile_.for_spin() || !profile_.on(Feature::OddSpellings) || draw_.chance(50)) return number(value);
  const int k = draw_.between(1, 3);
  switch (draw_.below(16)) {
    case 0: return make(P::Add, {number(value - k), number(k)});
    case 1: return make(P::Subtract, {number(value + k), number(k)});
    case 2: return make(P::Multiply, {number(value), make(P::Equal, {number(k), number(k)})});
    case 3: return make(P::Divide, {number(value * k), number(k)});
    case 4: return make(P::Modulo, {number(value), number(value + k)});
    case 5: return make(P::BitAnd, {number(value), number(1023)});
    case 6: return make(P::BitXor, {number(value ^ k), number(k)});
    case 7: return make(P::BitOr, {number(value), number(0)});
    case 8: return make(P::ShiftLeft, {number(value), make(P::Less, {number(k), number(0)})});
    case 9: return make(P::ShiftRight, {number(value << k), number(k)});
    case 10: return make(P::Conditional, {make(P::GreaterEqual, {number(k), number(0)}), number(value), number(9)});
    case 11: return make(P::Conditional, {make(P::Greater, {number(0), number(k)}), number(9), number(value)});
    case 12: return make(P::Complement, {number(-value - 1)});
    case 13: return make(P::Negate, {make(P::Subtract, {number(0), number(value)})});
    case 14: return make(P::Add, {number(value), make(P::Not, {make(P::Or, {number(0), number(k)})})});
    default: {
      Node one = make(P::And, {make(P::LessEqual, {number(k), number(k)}), make(P::NotEqual, {number(k), number(0)})});
      return make(P::Multiply, {std::move(one), number(value)});
    }
  }
}

Node Declarations::declarator(const DeclaredVariable& variable, bool initialised) {
  const DataType& type = variable.type;
  if (type.basic == Basic::Channel && variable.capacity >= 0) {
    std::vector<Node> children;
    if (variable.size > 0) children.push_back(size(variable.size));
    children.push_back(size(variable.capacity));
    for (const DataType& field : environment_.messages[static_cast<std::size_t>(type.message)])
      children.push_back(expressions_.type_node(field));
    return make(variable.size > 0 ? P::ChannelArray : P::Channel, std::move(children), variable.name);
  }
  if (type.basic == Basic::Unsigned) {
    if (variable.size > 0) return make(P::BitsArray, {number(type.bits), number(variable.size)}, variable.name);
    if (!initialised) return make(P::Bits, {number(type.bits)}, variable.name);
    return make(P::BitsInitialised, {number(type.bits), initial_value(type)}, variable.name);
  }
  const bool plain = type.basic == Basic::Structure || type.basic == Basic::Channel || !initialised;
  if (variable.size == 0) {
    if (plain) return make(P::Scalar, {}, variable.name);
    const bool computed = expressions_.where == Where::Process && type.basic != Basic::Mtype && draw_.chance(40);
    return make(P::ScalarInitialised, {computed ? expressions_.value(1) : initial_value(type)}, variable.name);
  }
  if (plain) return make(P::Array, {size(variable.size)}, variable.name);
  if (expressions_.where != Where::Start || draw_.chance(50))
    return make(P::ArrayInitialised, {number(variable.size), initial_value(type)}, variable.name);
  std::vector<Node> children = {number(variable.size)};
  for (int i = draw_.between(1, variable.size); i > 0; --i) children.push_back(initial_value(type));
  return make(P::ArrayOfValues, std::move(children), variable.name);
}

Node Declarations::visibility(const DeclaredVariable& variable) {
  if (variable.hidden) return leaf(P::Hidden);
  if (draw_.chance(3)) return leaf(expressions_.where == Where::Start && draw_.chance(50) ? P::LocalKeyword : P::Show);
  return leaf(P::Visible);
}

Node Declarations::declare(const DeclaredVariable& variable, bool initialised) {
  return make(P::Declaration,
              {visibility(variable), expressions_.type_node(variable.type), declarator(variable, initialised)});
}

DeclaredVariable Declarations::local(const std::string& name, bool start) {
  DeclaredVariable variable;
  variable.name = name;
  if (start && profile_.on(Feature::LocalChannels) && !environment_.messages.empty() && draw_.chance(30))
    return channel(name, draw_.below(environment_.messages.size()));
  if (profile_.on(Feature::ChannelValues) && !environment_.messages.empty() && draw_.chance(25)) {
    variable.type.basic = Basic::Channel;
    variable.type.message = static_cast<int>(draw_.below(environment_.messages.size()));
    return variable;
  }
  if (profile_.on(Feature::Structures) && !environment_.structures.empty() && draw_.chance(20)) {
    variable.type.basic = Basic::Structure;
    variable.type.structure = static_cast<int>(draw_.below(environment_.structures.size()));
    return variable;
  }
  variable.type = number_type();
  if (profile_.on(Feature::Arrays) && variable.type.basic != Basic::Unsigned && draw_.chance(20))
    variable.size = draw_.between(1, 3);
  return variable;
}

DeclaredVariable Declarations::channel(const std::string& name, std::size_t message) {
  DeclaredVariable variable;
  variable.name = name;
  variable.type.basic = Basic::Channel;
  variable.type.message = static_cast<int>(message);
  const bool buffers = profile_.on(Feature::Buffers);
  const bool meets = profile_.on(Feature::Rendezvous) && (!buffers || draw_.chance(40));
  variable.capacity = meets ? 0 : draw_.between(1, 2);
  if (!meets && profile_.on(Feature::LargeChannels) && draw_.chance(60)) variable.capacity = draw_.between(256, 260);
  if (draw_.chance(15)) variable.size = draw_.between(1, 2);
  return variable;
}

void Declarations::add_types(std::vector<Node>& units) {
  const auto names = [&](const std::string& prefix, DeclaredMtype& mtype) {
    std::vector<Node> result;
    for (int i = draw_.between(2, 3); i > 0; --i) {
      mtype.constants.push_back(prefix + std::to_string(mtype.constants.size()));
      result.push_back(name(mtype.constants.back()));
    }
    return result;
  };
  if (!profile_.on(Feature::Mtypes) && !profile_.on(Feature::NamedMtypes)) return;
  DeclaredMtype plain;
  const P spelling = draw_.chance(85) ? P::Mtype : P::MtypeWithoutEqual;
  units.push_back(make(spelling, names("red", plain)));
  if (draw_.chance(15)) units.push_back(make(P::Mtype, names("red", plain)));
  environment_.mtypes.push_back(plain);
  if (!profile_.on(Feature::NamedMtypes)) return;
  DeclaredMtype named;
  named.name = "fruit";
  units.push_back(make(P::NamedMtype, names("fig", named), named.name));
  environment_.mtypes.push_back(named);
}

void Declarations::add_structures(std::vector<Node>& units) {
  if (!profile_.on(Feature::Structures)) return;
  const int count = draw_.between(1, 2);
  for (int i = 0; i < count; ++i) {
    DeclaredStructure structure;
    structure.name = "T" + std::to_string(i);
    std::vector<Node> fields;
    const int fields_wanted = draw_.between(1, 3);
    for (int k = 0; k < fields_wanted; ++k) {
      DeclaredVariable field;
      field.name = "f" + std::to_string(k);
      if (i > 0 && draw_.chance(40)) {
        field.type.basic = Basic::Structure;
        field.type.structure = 0;
      } else {
        field.type = number_type();
        if (draw_.chance(20) && field.type.basic != Basic::Unsigned) field.size = 2;
      }
      fields.push_back(make(P::Declaration, {leaf(P::Visible), expressions_.type_node(field.type),
                                             declarator(field, draw_.chance(10) && field.size == 0)}));
      structure.fields.push_back(field);
    }
    environment_.structures.push_back(structure);
    units.push_back(make(P::Typedef, std::move(fields), structure.name));
  }
}

std::vector<DataType> Declarations::random_message() {
  const auto field = [&] {
    DataType type = number_type();
    while (type.basic == Basic::Unsigned) type = number_type();
    return type;
  };
  std::vector<DataType> message;
  if (profile_.on(Feature::Structures) && draw_.chance(35)) {
    DataType type;
    type.basic = Basic::Structure;
    type.structure = static_cast<int>(draw_.below(environment_.structures.size()));
    message.push_back(type);
    if (draw_.chance(60)) return message;  // alone, so that `for` can iterate over it
  }
  const int wanted = profile_.on(Feature::LongMessages) ? draw_.between(4, 12) : draw_.between(1, 3);
  for (int i = 0; i < wanted; ++i) message.push_back(field());
  if (profile_.on(Feature::ChannelValues) && !environment_.messages.empty() && draw_.chance(50)) {
    DataType type;
    type.basic = Basic::Channel;
    type.message = static_cast<int>(draw_.below(environment_.messages.size()));
    message[draw_.below(message.size())] = type;
  }
  return message;
}

void Declarations::add_messages() {
  const bool used = profile_.on(Feature::Buffers) || profile_.on(Feature::Rendezvous);
  const int count = used ? draw_.between(1, 2) + (profile_.on(Feature::ChannelValues) ? 1 : 0) : 0;
  for (int i = 0; i < count; ++i) environment_.messages.push_back(random_message());
}

void Declarations::add_channels(std::vector<Node>& units) {
  if (environment_.messages.empty()) return;
  // At least one for each kind of message.
  const std::size_t kinds = environment_.messages.size();
  const std::size_t made = kinds + draw_.below(2);
  for (std::size_t i = 0; i < made; ++i) {
    environment_.globals.push_back(channel("q" + std::to_string(i), i < kinds ? i : draw_.below(kinds)));
    units.push_back(make(P::Global, {declare(environment_.globals.back(), false)}));
  }
  if (!profile_.on(Feature::ChannelValues)) return;
  DeclaredVariable uninitialised;
  uninitialised.name = "v";
  uninitialised.type.basic = Basic::Channel;
  uninitialised.type.message = static_cast<int>(draw_.below(environment_.messages.size()));
  environment_.globals.push_back(uninitialised);
  units.push_back(make(P::Global, {declare(uninitialised, false)}));
}

void Declarations::add_variables(std::vector<Node>& units) {
  const int wanted = draw_.between(2, 5);
  for (int i = 0; i < wanted; ++i) {
    DeclaredVariable variable;
    variable.name = "x" + std::to_string(i);
    variable.type = number_type();
    if (profile_.on(Feature::Arrays) && draw_.chance(30) &&
        (variable.type.basic != Basic::Unsigned || !profile_.for_spin()))
      variable.size = draw_.between(1, 4);
    const bool can_hide = variable.type.basic != Basic::Bit && variable.type.basic != Basic::Bool;
    variable.hidden = can_hide && profile_.on(Feature::Hidden) && draw_.chance(50);
    const bool initialised = draw_.chance(30);
    // Sometimes another one of the same type in one declaration.
    Node declaration = declare(variable, initialised);
    environment_.globals.push_back(variable);
    if (draw_.chance(25)) {
      variable.name = "y" + std::to_string(i);
      declaration.children.push_back(declarator(variable, draw_.chance(30)));
      environment_.globals.push_back(variable);
    }
    units.push_back(make(P::Global, {std::move(declaration)}));
  }
  if (!profile_.on(Feature::Structures)) return;
  for (std::size_t i = 0; i < environment_.structures.size(); ++i) {
    DeclaredVariable variable;
    variable.name = "s" + std::to_string(i);
    variable.type.basic = Basic::Structure;
    variable.type.structure = static_cast<int>(i);
    if (profile_.on(Feature::Arrays) && draw_.chance(30)) variable.size = 2;
    units.push_back(make(P::Global, {declare(variable, false)}));
    environment_.globals.push_back(variable);
  }
}

std::vector<Node> Declarations::globals() {
  expressions_.where = Where::Start;
  std::vector<Node> units;
  add_types(units);
  add_structures(units);
  add_messages();
  add_variables(units);
  add_channels(units);
  return units;
}

}  // namespace weir::test
