// SPDX-License-Identifier: Apache-2.0
#include "support/promela/expressions.h"

#include <algorithm>

namespace weir::test {

namespace {

using P = Production;

Node parenthesised(Draw& draw, Node inner) {
  return draw.chance(5) ? make(P::Parenthesised, {std::move(inner)}) : std::move(inner);
}

}  // namespace

void Expressions::extend(Path path, std::vector<Path>& out) const {
  const DeclaredVariable& last = *path.steps.back();
  if (last.type.basic == Basic::Structure) {
    for (const DeclaredVariable& field :
         environment_.structures[static_cast<std::size_t>(last.type.structure)].fields) {
      Path longer = path;
      longer.steps.push_back(&field);
      extend(std::move(longer), out);
    }
  }
  out.push_back(std::move(path));
}

std::vector<Expressions::Path> Expressions::paths() const {
  std::vector<Path> result;
  for (const DeclaredVariable& variable : environment_.globals) extend({{&variable}}, result);
  if (where == Where::Process)
    for (const DeclaredVariable& variable : environment_.locals) extend({{&variable}}, result);
  return result;
}

/// Draws random indices, except for the last one: a whole array stays an array if `pick` asks for one.
Expressions::Place Expressions::place_of(const Path& path) {
  Place place;
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    const DeclaredVariable& step = *path.steps[i];
    Node here = step.size > 0 ? make(P::Element, {index(step.size)}, step.name) : variable(step.name);
    place.node = i == 0 ? std::move(here) : make(P::Field, {std::move(place.node), std::move(here)});
  }
  const DeclaredVariable& last = *path.steps.back();
  place.type = last.type;
  place.writable = path.steps.front()->writable;
  place.capacity = last.capacity;
  return place;
}

bool Expressions::is_local(const DeclaredVariable& variable) const {
  return !environment_.locals.empty() && &variable >= environment_.locals.data() &&
         &variable < environment_.locals.data() + environment_.locals.size();
}

std::optional<Expressions::Place> Expressions::pick(const std::function<bool(const Place&)>& fits) {
  std::vector<Path> global, local;
  for (Path& path : paths()) {
    const DeclaredVariable& first = *path.steps.front();
    const DeclaredVariable& last = *path.steps.back();
    Place shape;
    shape.type = last.type;
    shape.writable = first.writable;
    shape.capacity = last.capacity;
    if (fits(shape)) (is_local(first) ? local : global).push_back(std::move(path));
  }
  if (global.empty() && local.empty()) return std::nullopt;
  // Reductions apply to variables that are private to a process, so these are preferred.
  const bool own = global.empty() || (!local.empty() && draw_.chance(50));
  return place_of(draw_.one_of(own ? local : global));
}

std::optional<Expressions::Place> Expressions::number_target() {
  return pick([](const Place& place) { return place.type.is_number() && place.writable; });
}

Node Expressions::index(int size) {
  const bool faults = profile_.on(Feature::Faults) && where != Where::Start;
  switch (draw_.weighted({45, 20, 15, faults ? 12 : 0})) {
    case 1:  // a bit is always a valid index of an array of two
      if (size >= 2 && where != Where::Start) {
        std::vector<const DeclaredVariable*> bits;
        for (const DeclaredVariable& global : environment_.globals)
          if (global.size == 0 && (global.type.basic == Basic::Bit || global.type.basic == Basic::Bool))
            bits.push_back(&global);
        if (!bits.empty()) return variable(draw_.one_of(bits)->name);
      }
      break;
    case 2:
      if (where == Where::Start) break;
      if (size == 1) break;
      return make(P::BitAnd, {leaf_value(), number(size >= 4 ? 3 : 1)});
    case 3: return draw_.chance(20) ? number(draw_.one_of({size, size + 1, -1, 255})) : leaf_value();
    default: break;
  }
  return number(draw_.between(0, size - 1));
}

Node Expressions::constant() {
  if (profile_.on(Feature::Extremes) && draw_.chance(25)) {
    static const std::vector<std::int64_t> kExtremes = {3,     7,     127,   128,    255,        256,         -1,
                                                        32767, 32768, 65535, -32768, 2147483647, -2147483647, 16};
    // Spin's verifier is C, where integer overflow is undefined.
    if (profile_.for_spin()) return number(draw_.one_of({3, 7, 127, 128, 255, 256, -1, 32767, 32768, 16}));
    return number(draw_.one_of(kExtremes));
  }
  if (profile_.on(Feature::OddSpellings) && draw_.chance(15))
    return draw_.chance(50) ? leaf(P::Character, "a") : leaf(draw_.chance(50) ? P::SkipAsValue : P::True);
  if (draw_.chance(4)) return leaf(draw_.chance(50) ? P::True : P::False);
  return number(static_cast<std::int64_t>(draw_.weighted({5, 6, 3, 1})));
}

Node Expressions::mtype_constant(const std::string& name) {
  for (const DeclaredMtype& mtype : environment_.mtypes)
    if (mtype.name == name) return leaf(P::MtypeConstant, draw_.one_of(mtype.constants));
  return number(1);
}

Node Expressions::process_number() {
  const int total = std::max(1, environment_.process_total);
  const bool own = where == Where::Process || where == Where::Provided;
  switch (draw_.weighted({70, own ? 15 : 0, 10, profile_.on(Feature::Faults) ? 5 : 0})) {
    case 1: return leaf(P::OwnPid);
    case 2: return where == Where::Start ? number(0) : leaf_value();
    case 3: return number(draw_.one_of({total, -1, 255, 256}));
    default: return number(draw_.between(0, std::min(total, 4) - (draw_.chance(70) ? 1 : 0)));
  }
}

/// References fills in the label name when all bodies are known.
Node Expressions::remote(bool label) {
  if (environment_.processes.empty()) return small_constant();
  const DeclaredProcess& process = draw_.one_of(environment_.processes);
  const bool oldest = draw_.chance(25);
  if (profile_.for_spin()) {
    // Spin needs the proctype declared before, and reads arbitrary data of a process of another type.
    const auto number_of_it = static_cast<int>(&process - environment_.processes.data());
    const bool known = where == Where::Formula || number_of_it < environment_.process;
    if (!known || process.active == 0) return small_constant();
    Node which = number(process.first_pid + draw_.between(0, process.active - 1));
    return make(label ? P::RemoteLabel : P::RemoteVariable, {name(""), std::move(which)}, process.name);
  }
  if (label) {
    if (oldest) return make(P::RemoteLabelOfOldest, {name("")}, process.name);
    return make(P::RemoteLabel, {name(""), process_number()}, process.name);
  }
  return oldest ? make(P::RemoteVariableOfOldest, {name("")}, process.name)
                : make(P::RemoteVariable, {name(""), process_number()}, process.name);
}

Node Expressions::special_value() {
  const bool in_process = where == Where::Process || where == Where::Provided;
  const bool asks = where != Where::Start;
  std::vector<int> weights = {
      in_process && profile_.on(Feature::OwnPid) ? 6 : 0,
      asks && profile_.on(Feature::ProcessCount) ? 3 : 0,
      asks && profile_.on(Feature::Last) ? 3 : 0,
      asks && in_process && profile_.on(Feature::Priorities) ? 2 : 0,
      asks && profile_.on(Feature::Priorities) ? 2 : 0,
      asks && profile_.on(Feature::Introspection) ? 2 : 0,
      asks && profile_.on(Feature::Introspection) ? 2 : 0,
      asks && (profile_.on(Feature::RemoteReferences) || (where == Where::Formula || where == Where::Claim)) ? 4 : 0,
      asks && profile_.on(Feature::Macros) && !environment_.macros.empty() ? 5 : 0,
      asks ? 3 : 0,
      2,
  };
  switch (draw_.weighted(weights)) {
    case 0: return leaf(P::OwnPid);
    case 1: return leaf(P::ProcessCount);
    case 2: return leaf(P::Last);
    case 3: return leaf(P::OwnPriority);
    case 4: return make(P::GetPriority, {process_number()});
    case 5: return make(P::Enabled, {process_number()});
    case 6: return make(P::PcValue, {process_number()});
    case 7: return remote(false);
    case 8: {
      const DeclaredMacro& macro = draw_.one_of(environment_.macros);
      if (macro.arguments < 0) return leaf(P::MacroUse, macro.name);
      std::vector<Node> given;
      for (int i = 0; i < macro.arguments; ++i) given.push_back(leaf_value());
      return make(P::MacroCall, std::move(given), macro.name);
    }
    case 9:
      if (const auto place = channel()) return make(P::Len, {place->node});
      break;
    default: break;
  }
  return constant();
}

Node Expressions::leaf_value() {
  switch (draw_.weighted({50, 35, 15})) {
    case 0:
      if (const auto place = pick([](const Place& candidate) { return candidate.type.is_number(); }))
        return place->node;
      break;
    case 2: return special_value();
    default: break;
  }
  return constant();
}

Node Expressions::arithmetic(int depth) {
  const bool faults = profile_.on(Feature::Faults) && where != Where::Start;
  const auto operand = [&] { return value(depth - 1); };
  const auto divisor = [&] {
    if (faults && draw_.chance(60)) return value(depth - 1);
    return number(draw_.chance(8) ? -1 : draw_.between(1, 3));
  };
  const auto shift = [&] { return draw_.chance(25) ? value(0) : number(draw_.between(0, 3)); };
  switch (draw_.below(12)) {
    case 0:
    case 1: return make(P::Add, {operand(), operand()});
    case 2: return make(P::Subtract, {operand(), operand()});
    case 3: return make(P::Multiply, {operand(), operand()});
    case 4: return make(P::Divide, {operand(), divisor()});
    case 5: return make(P::Modulo, {operand(), divisor()});
    case 6: return make(P::BitAnd, {operand(), operand()});
    case 7: return make(P::BitXor, {operand(), operand()});
    case 8: return make(P::BitOr, {operand(), operand()});
    case 9: return make(P::ShiftLeft, {operand(), shift()});
    case 10: return make(P::ShiftRight, {operand(), shift()});
    default: {
      const bool twice = profile_.on(Feature::OddSpellings) && draw_.chance(40);
      const P op = twice ? draw_.one_of({P::NegateTwice, P::NotTwice}) : draw_.one_of({P::Negate, P::Complement});
      return make(op, {operand()});
    }
  }
}

Node Expressions::value(int depth) {
  if (depth == 2 && draw_.chance(1)) depth = 9;  // rarely a deep expression
  if (depth <= 0 || draw_.chance(45)) return leaf_value();
  switch (draw_.weighted({60, 8, 20})) {
    case 0: return parenthesised(draw_, arithmetic(depth));
    case 1: return make(P::Conditional, {condition(depth - 1), value(depth - 1), value(depth - 1)});
    default: return condition(depth - 1);
  }
}

Node Expressions::comparison(int depth) {
  const P op = draw_.one_of({P::Equal, P::Equal, P::NotEqual, P::Less, P::LessEqual, P::Greater, P::GreaterEqual});
  if (profile_.on(Feature::LargeChannels) && where != Where::Start && draw_.chance(40))
    if (const auto large = pick([](const Place& candidate) { return candidate.capacity > 255; }))
      return make(op, {make(P::Len, {large->node}), number(draw_.between(253, 260))});
  if (profile_.on(Feature::Mtypes) || profile_.on(Feature::NamedMtypes)) {
    if (draw_.chance(20))
      if (const auto place = pick([](const Place& candidate) { return candidate.type.basic == Basic::Mtype; }))
        return make(op == P::NotEqual ? op : P::Equal, {place->node, mtype_constant(place->type.mtype)});
  }
  return make(op, {value(depth), draw_.chance(60) ? constant() : value(depth)});
}

Node Expressions::poll() {
  const bool faults = profile_.on(Feature::Faults);
  const auto place =
      pick([&](const Place& candidate) { return is_channel(candidate) && (faults || candidate.capacity > 0); });
  if (!place) return comparison(0);
  std::vector<Node> children = {place->node};
  for (Node& field : patterns(place->type, draw_.chance(20))) children.push_back(std::move(field));
  return make(draw_.chance(60) ? P::Poll : P::PollAny, std::move(children));
}

Node Expressions::condition(int depth, bool probes) {
  const bool asks = where != Where::Start;
  const bool formula = where == Where::Formula || where == Where::Claim;
  const std::vector<int> weights = {
      50,
      depth > 0 ? 10 : 0,
      depth > 0 ? 8 : 0,
      8,
      10,
      asks && probes ? 12 : 0,
      asks && profile_.on(Feature::Polls) ? 8 : 0,
      asks && (profile_.on(Feature::RemoteReferences) || formula) ? 10 : 0,
      where == Where::Process && profile_.on(Feature::Timeout) ? 6 : 0,
      (formula || (asks && profile_.on(Feature::Introspection))) && !profile_.for_spin() ? 3 : 0,
  };
  switch (draw_.weighted(weights)) {
    case 1: return make(P::And, {condition(depth - 1, probes), condition(depth - 1, probes)});
    case 2: return make(P::Or, {condition(depth - 1, probes), condition(depth - 1, probes)});
    case 3: return make(P::Not, {condition(depth - 1)});
    case 4: return leaf_value();
    case 5:
      if (const auto place = channel())
        return make(draw_.one_of({P::Full, P::Empty, P::NotFull, P::NotEmpty}), {place->node});
      break;
    case 6: return poll();
    case 7: return remote(true);
    case 8: return leaf(P::Timeout);
    case 9: return leaf(P::NonProgress);
    default: break;
  }
  return parenthesised(draw_, comparison(depth - 1));
}

Node Expressions::value_for(const DataType& type, int depth) {
  switch (type.basic) {
    case Basic::Mtype:
      if (draw_.chance(75)) return mtype_constant(type.mtype);
      if (const auto place = pick([&](const Place& candidate) { return candidate.type == type; })) return place->node;
      return mtype_constant(type.mtype);
    case Basic::Channel: {
      const auto place =
          pick([&](const Place& candidate) { return is_channel(candidate) && candidate.type.message == type.message; });
      return place ? place->node : number(0);
    }
    case Basic::Bit:
    case Basic::Bool: return value(depth);
    default: break;
  }
  switch (draw_.weighted({35, 25, 15, profile_.on(Feature::Extremes) ? 30 : 12})) {
    case 0: return constant();
    case 1: return make(P::Modulo, {value(depth), number(draw_.between(2, 3))});
    case 2: return make(P::BitAnd, {value(depth), number(draw_.one_of({1, 3}))});
    default: return value(depth);
  }
}

/// More fields than any message has are rejected; more than this message has are a run-time error.
bool Expressions::may_be_longer(const DataType& channel) const {
  const auto& message = environment_.messages[static_cast<std::size_t>(channel.message)];
  return environment_.fields_of(message) < environment_.widest_message();
}

std::vector<Node> Expressions::message(const DataType& channel) {
  std::vector<Node> result;
  for (const DataType& field : environment_.messages[static_cast<std::size_t>(channel.message)]) {
    if (field.basic != Basic::Structure) {
      // A lone bit is kept as a byte, and Spin's verifier undoes the receipt of a larger value wrongly.
      const bool bit = field.basic == Basic::Bit || field.basic == Basic::Bool;
      result.push_back(profile_.for_spin() && bit ? number(draw_.between(0, 1)) : value_for(field, 1));
      continue;
    }
    const auto whole = pick([&](const Place& place) { return place.type == field; });
    if (whole) result.push_back(whole->node);
  }
  if (result.empty()) result.push_back(number(1));
  if (profile_.on(Feature::Faults) && draw_.chance(3)) {  // too few or too many fields
    if (result.size() > 1 && draw_.chance(50))
      result.pop_back();
    else if (may_be_longer(channel))
      result.push_back(constant());
  }
  return result;
}

Node Expressions::pattern(const DataType& field, bool stores, std::vector<std::string>& taken) {
  if (field.basic == Basic::Structure) {
    if (const auto whole = pick([&](const Place& place) { return place.type == field && place.writable; }))
      return make(P::IntoVariable, {whole->node});
    return leaf(P::Anything);
  }
  const bool is_channel_field = field.basic == Basic::Channel;
  switch (draw_.weighted({stores ? 50 : 0, is_channel_field ? 0 : 20, 12, 18})) {
    case 0: {
      const auto place = pick([&](const Place& candidate) {
        return candidate.writable &&
               (is_channel_field ? candidate.type == field && candidate.capacity < 0 : candidate.type.is_number());
      });
      if (!place) break;
      if (place->node.is(P::Variable)) {  // a scalar can receive only one field
        if (std::find(taken.begin(), taken.end(), place->node.text) != taken.end()) break;
        taken.push_back(place->node.text);
      }
      return make(P::IntoVariable, {place->node});
    }
    case 1:
      if (field.basic == Basic::Mtype) return make(P::MatchConstant, {mtype_constant(field.mtype)});
      return make(P::MatchConstant, {draw_.chance(95) ? small_constant() : number(-1)});
    case 2: return make(P::MatchValue, {value_for(field, 1)});
    default: break;
  }
  return leaf(P::Anything);
}

std::vector<Node> Expressions::patterns(const DataType& channel, bool stores) {
  std::vector<Node> result;
  std::vector<std::string> taken;
  for (const DataType& field : environment_.messages[static_cast<std::size_t>(channel.message)])
    result.push_back(pattern(field, stores, taken));
  if (profile_.on(Feature::Faults) && draw_.chance(3)) {
    if (result.size() > 1 && draw_.chance(50))
      result.pop_back();
    else if (may_be_longer(channel))
      result.push_back(leaf(P::Anything));
  }
  return result;
}

std::vector<Node> Expressions::arguments(const std::vector<DeclaredVariable>& parameters) {
  std::vector<Node> result;
  for (const DeclaredVariable& parameter : parameters) {
    if (parameter.type.basic == Basic::Structure) {
      const auto whole = pick([&](const Place& place) { return place.type == parameter.type; });
      if (!whole) break;  // omitted arguments are 0
      result.push_back(whole->node);
    } else if (parameter.writable && parameter.capacity == -2) {  // an inline assigns to it
      const auto target = number_target();
      result.push_back(target ? target->node : leaf(P::Underscore));
    } else {
      result.push_back(value_for(parameter.type, 1));
    }
  }
  return result;
}

Node Expressions::type_node(const DataType& type) const {
  switch (type.basic) {
    case Basic::Bit: return leaf(P::TypeBit);
    case Basic::Bool: return leaf(P::TypeBool);
    case Basic::Byte: return leaf(P::TypeByte);
    case Basic::Pid: return leaf(P::TypePid);
    case Basic::Short: return leaf(P::TypeShort);
    case Basic::Int: return leaf(P::TypeInt);
    case Basic::Unsigned: return leaf(P::TypeUnsigned);
    case Basic::Mtype: return type.mtype.empty() ? leaf(P::TypeMtype) : leaf(P::TypeNamedMtype, type.mtype);
    case Basic::Channel: return leaf(P::TypeChan);
    case Basic::Structure:
      return leaf(P::TypeStruct, environment_.structures[static_cast<std::size_t>(type.structure)].name);
  }
  return leaf(P::TypeByte);
}

}  // namespace weir::test
