// SPDX-License-Identifier: Apache-2.0
#include "support/promela/statements.h"

#include <algorithm>

#include "support/promela/identities.h"
#include "support/promela/shapes.h"

namespace weir::test {

namespace {

using P = Production;

/// Removes local declarations at the end of its lifetime.
class Scope {
 public:
  explicit Scope(Environment& environment) : environment_(environment), size_(environment.locals.size()) {}
  ~Scope() { environment_.locals.resize(size_); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  Environment& environment_;
  std::size_t size_;
};

bool may_have_label(const Node& statement) {
  switch (statement.kind) {
    case P::Declare:
    case P::ExclusiveReceive:
    case P::ExclusiveSend:
    case P::PlainLabel:
    case P::EndLabel:
    case P::ProgressLabel:
    case P::AcceptLabel:
    case P::LabelAlone:
    case P::Return: return false;
    default: return true;
  }
}

}  // namespace

Node Statements::labelled(Node statement) {
  const std::vector<int> weights = {
      profile_.on(Feature::Gotos) || profile_.on(Feature::RemoteReferences) ? 12 : 5,
      profile_.on(Feature::EndLabels) ? 10 : 0,
      profile_.on(Feature::ProgressLabels) ? 12 : 0,
      profile_.on(Feature::AcceptLabels) ? 12 : 0,
      65,
  };
  const std::size_t kind = draw_.weighted(weights);
  if (kind == 4 || !may_have_label(statement)) return statement;
  static constexpr struct {
    P production;
    const char* prefix;
  } kKinds[] = {{P::PlainLabel, "L"}, {P::EndLabel, "end"}, {P::ProgressLabel, "progress"}, {P::AcceptLabel, "accept"}};
  std::string label = kKinds[kind].prefix + std::to_string(labels_++);
  if (kind == 0 && draw_.chance(8)) return leaf(P::LabelAlone, label);
  Node result = make(kKinds[kind].production, {std::move(statement)}, std::move(label));
  if (draw_.chance(6)) result = make(P::PlainLabel, {std::move(result)}, "L" + std::to_string(labels_++));
  return result;
}

/// If `guarded`, the first statement may block and has no label.
Node Statements::sequence(const Setting& setting, int& budget, int least, bool guarded) {
  std::vector<Node> statements;
  const int length = std::max(least, draw_.between(1, 3));
  if (guarded) statements.push_back(guard());
  for (int i = 0; i < length && (budget > 0 || static_cast<int>(statements.size()) < least || statements.empty());
       ++i) {
    Node next = statement(setting, budget);
    const bool first = statements.empty();
    statements.push_back(first || setting.inlined ? std::move(next) : labelled(std::move(next)));
  }
  const bool simple_only = std::all_of(statements.begin(), statements.end(), [](const Node& node) {
    return node.is(P::Assign) || node.is(P::Increment) || node.is(P::Skip) || node.is(P::Decrement);
  });
  P kind = P::Sequence;
  if (draw_.chance(4)) kind = P::ArrowSequence;
  if (simple_only && draw_.chance(6)) kind = P::LineSequence;
  return make(kind, std::move(statements));
}

/// The content of braces or of an option, with its own scope.
Node Statements::body_of(const Setting& setting, int& budget, bool guarded) {
  const Scope scope(environment_);
  return sequence(setting, budget, 1, guarded);
}

Node Statements::statement(const Setting& setting, int& budget) {
  --budget;
  if (setting.depth <= 0 || budget <= 0 || draw_.chance(62)) return simple(setting);
  return compound(setting, budget);
}

Node Statements::assignment() {
  const auto target = expressions_.number_target();
  if (!target) return leaf(P::Skip);
  switch (draw_.weighted({70, 10, 5, 10, 2})) {
    case 1: return make(P::Increment, {target->node});
    case 2: return make(P::Decrement, {target->node});
    case 3:
      if (target->type.basic == Basic::Mtype) break;
      return make(P::Assign, {target->node, make(P::Subtract, {number(1), target->node})});
    case 4: return make(P::Assign, {leaf(P::Underscore), expressions_.value(1)});
    default: break;
  }
  return make(P::Assign, {target->node, expressions_.value_for(target->type, 2)});
}

Node Statements::channel_assignment() {
  const auto target = expressions_.pick([](const Expressions::Place& place) {
    return place.type.basic == Basic::Channel && place.capacity < 0 && place.writable;
  });
  if (!target) return assignment();
  Node value = expressions_.value_for(target->type, 0);
  if (value.is(P::Number)) return assignment();
  return make(P::Assign, {target->node, std::move(value)});
}

namespace {
/// Spin's verifier sorts by the computed values and only then truncates them to the fields.
bool every_field_fits(const std::vector<Node>& send) {
  return std::all_of(send.begin() + 1, send.end(), [](const Node& field) {
    return field.is(P::MtypeConstant) || (field.is(P::Number) && (field.text == "0" || field.text == "1"));
  });
}
}  // namespace

Node Statements::send() {
  const auto channel = expressions_.channel();
  if (!channel) return assignment();
  std::vector<Node> children = {channel->node};
  for (Node& field : expressions_.message(channel->type)) children.push_back(std::move(field));
  const bool plain_first = children[1].is(P::Number) || children[1].is(P::MtypeConstant);
  if (children.size() > 2 && plain_first && draw_.chance(25)) return make(P::SendInParentheses, std::move(children));
  const bool sorted = draw_.chance(20) && (!profile_.for_spin() || every_field_fits(children));
  return make(sorted ? P::SortedSend : P::Send, std::move(children));
}

Node Statements::receive() {
  const auto channel = expressions_.channel();
  if (!channel) return assignment();
  std::vector<Node> children = {channel->node};
  // Spin evaluates the index again when the message has been stored, perhaps in a variable of the index.
  if (profile_.for_spin() && children[0].is(P::Element)) children[0].children[0] = number(0);
  for (Node& field : expressions_.patterns(channel->type, true)) children.push_back(std::move(field));
  if (children.size() > 2 && draw_.chance(10)) return make(P::ReceiveInParentheses, std::move(children));
  static constexpr P kKinds[] = {P::Receive, P::ReceiveAny, P::Peek, P::PeekAny, P::ReceiveAllInParentheses};
  const bool peeks = !profile_.for_spin() || channel->capacity > 0;
  return make(kKinds[draw_.weighted({60, 15, peeks ? 10 : 0, peeks ? 8 : 0, 5})], std::move(children));
}

Node Statements::print() {
  switch (draw_.below(3)) {
    case 0: return leaf(P::PrintText, "hello\\n");
    case 1:
      if (!environment_.mtypes.empty()) return make(P::Printm, {expressions_.mtype_constant("")});
      break;
    default: break;
  }
  const char* format = draw_.one_of({"%d %x\\n", "%d %x\\n", "%o %u", "%c%e", "%d %x"});
  return make(P::Printf, {expressions_.value(1), expressions_.value(1)}, format);
}

Node Statements::run() {
  std::vector<const DeclaredProcess*> candidates;
  for (const DeclaredProcess& process : environment_.processes)
    if (process.active == 0 && (!process.by_init || draw_.chance(3))) candidates.push_back(&process);
  if (candidates.empty()) return assignment();
  const DeclaredProcess& started = *draw_.one_of(candidates);
  std::vector<Node> arguments = expressions_.arguments(started.parameters);
  Node expression;
  if (profile_.on(Feature::Priorities) && draw_.chance(40)) {
    arguments.insert(arguments.begin(), number(draw_.between(1, 5)));
    expression = make(P::RunWithPriority, std::move(arguments), started.name);
  } else {
    expression = make(P::Run, std::move(arguments), started.name);
  }
  if (draw_.chance(75)) return make(P::RunStatement, {std::move(expression)});
  const auto target = expressions_.number_target();
  if (!target) return make(P::RunStatement, {std::move(expression)});
  if (draw_.chance(10)) expression = make(P::Add, {std::move(expression), number(1)});
  return make(P::Assign, {target->node, std::move(expression)});
}

Node Statements::priority() {
  if (draw_.chance(50)) return make(P::Assign, {leaf(P::OwnPriority), number(draw_.between(1, 4))});
  return make(P::SetPriority, {expressions_.process_number(), number(draw_.between(1, 4))});
}

Node Statements::late_declaration() {
  DeclaredVariable variable = declarations_.local("w" + std::to_string(late_++), false);
  const bool initialised = draw_.chance(60);
  Node result = make(P::Declare, {declarations_.declare(variable, initialised)});
  environment_.locals.push_back(std::move(variable));
  return result;
}

Node Statements::select() {
  const auto target = expressions_.number_target();
  if (!target) return assignment();
  if (draw_.chance(65)) return make(P::Select, {target->node, number(0), number(draw_.between(1, 3))});
  return make(P::Select, {target->node, number(0), expressions_.value_for({}, 1)});
}

Node Statements::inline_call() {
  if (environment_.inlines.empty()) return assignment();
  const DeclaredInline& called = draw_.one_of(environment_.inlines);
  std::vector<Node> children;
  if (called.returns) {
    const auto target = expressions_.number_target();
    if (!target) return assignment();
    children.push_back(target->node);
  }
  for (Node& argument : expressions_.arguments(called.parameters)) children.push_back(std::move(argument));
  return make(called.returns ? P::InlineValue : P::InlineCall, std::move(children), called.name);
}

Node Statements::guard() {
  const bool channels = !environment_.messages.empty();
  switch (draw_.weighted({50, channels ? 14 : 0, channels ? 20 : 0, profile_.on(Feature::Timeout) ? 4 : 0, 6})) {
    case 1: return send();
    case 2: return receive();
    case 3: return make(P::Condition, {leaf(P::Timeout)});
    case 4: return draw_.chance(50) ? leaf(P::Skip) : make(P::Condition, {leaf(P::True)});
    default: return make(P::Condition, {expressions_.condition(2, true)});
  }
}

bool Statements::has_identity() const { return environment_.identities.count > 0 && environment_.process == 0; }

Node Statements::identity_statement() {
  return IdentityPhrases(draw_, profile_, expressions_, environment_).statement();
}

Node Statements::simple(const Setting& setting) {
  const bool channels = !environment_.messages.empty();
  // A d_step must not block, unless faults are wanted.
  const bool may_block = !setting.d_step || profile_.on(Feature::Faults);
  const auto weight = [&](Feature feature, int amount) { return profile_.on(feature) ? amount : 0; };
  const std::vector<int> weights = {
      34,                                                                                         // 0 assignment
      may_block ? 8 : 0,                                                                          // 1 condition
      may_block && channels ? 9 : 0,                                                              // 2 send
      may_block && channels ? 9 : 0,                                                              // 3 receive
      4,                                                                                          // 4 skip
      weight(Feature::Prints, 4),                                                                 // 5
      weight(Feature::Assertions, 7),                                                             // 6
      setting.inlined ? 0 : weight(Feature::Gotos, 6),                                            // 7
      setting.loop ? 7 : 0,                                                                       // 8 break
      setting.d_step && profile_.for_spin() ? 0 : weight(Feature::Runs, setting.d_step ? 1 : 6),  // 9
      weight(Feature::ChannelValues, 4),                                                          // 10
      weight(Feature::Priorities, 6),                                                             // 11
      weight(Feature::LateDeclarations, 6),                                                       // 12
      weight(Feature::Select, 5),                                                                 // 13
      setting.inlined ? 0 : weight(Feature::Inlines, 7),                                          // 14
      !setting.d_step ? weight(Feature::LongAtomic, 5) : 0,                                       // 15
      !setting.d_step ? weight(Feature::EndlessAtomic, 5) : 0,                                    // 16
      channels ? weight(Feature::LargeChannels, 6) : 0,                                           // 17
      setting.d_step || setting.inlined || environment_.identities.count == 0 ? 0
      : has_identity()                                                        ? 120
                                                                              : 15,                            // 18
      setting.d_step ? 0 : weight(Feature::Atomic, 6),  // 19
  };
  switch (draw_.weighted(weights)) {
    case 1: return make(P::Condition, {expressions_.condition(2, true)});
    case 2: return send();
    case 3: return receive();
    case 4: return leaf(P::Skip);
    case 5: return print();
    case 6: return make(P::Assert, {expressions_.condition(2)});
    case 7: return leaf(P::Goto);
    case 8: return leaf(P::Break);
    case 9: return run();
    case 10: return channel_assignment();
    case 11: return priority();
    case 12: return late_declaration();
    case 13: return select();
    case 14: return inline_call();
    case 15: return long_atomic(draw_, expressions_);
    case 16: return endless_atomic(draw_, expressions_);
    case 17: return fill_large_channel(draw_, expressions_);
    case 18: return identity_statement();
    case 19: return passing_value(draw_, expressions_);
    default: return assignment();
  }
}

Node Statements::choice(Production kind, const Setting& setting, int& budget) {
  Setting inner = setting;
  inner.loop = setting.loop || kind == P::Do;
  --inner.depth;
  std::vector<Node> options;
  const bool must_have_else = setting.d_step && !profile_.on(Feature::Faults);
  const bool has_else = must_have_else || (profile_.on(Feature::Else) && draw_.chance(50));
  const std::size_t count = draw_.weighted({20, 45, 25, 10}) + 1;
  for (std::size_t i = 0; i < count; ++i) {
    // An option that begins with a selection would share its `else`, which is an error.
    const bool guarded = draw_.chance(75);
    Setting flat = inner;
    if (has_else || draw_.chance(85)) flat.depth = 0;
    Node option = guarded ? body_of(inner, budget, true) : body_of(flat, budget);
    if (guarded && option.children.size() > 1 && draw_.chance(70)) {
      Node first = std::move(option.children.front());
      option.children.erase(option.children.begin());
      options.push_back(make(P::OptionWithArrow, {std::move(first), std::move(option)}));
    } else {
      options.push_back(make(P::OptionOfSequence, {std::move(option)}));
    }
  }
  if (has_else) {
    const bool leaves = kind == P::Do && (must_have_else || draw_.chance(70));
    Node rest = leaves ? make(P::Sequence, {leaf(P::Break)}) : body_of(inner, budget);
    const bool inside = profile_.on(Feature::DSteps) && !setting.d_step && draw_.chance(12);
    Node option = make(P::OptionWithArrow, {leaf(P::Else), std::move(rest)});
    if (inside)
      option = make(P::OptionOfSequence,
                    {make(P::Sequence, {make(P::DStep, {make(P::Sequence, {leaf(P::Else), assignment()})})})});
    options.insert(options.begin() + static_cast<std::ptrdiff_t>(draw_.chance(80) ? options.size() : 0), option);
  }
  return make(kind, std::move(options));
}

Node Statements::block(Production kind, const Setting& setting, int& budget, bool guarded) {
  Setting inner = setting;
  --inner.depth;
  inner.atomic = setting.atomic || kind == P::Atomic;
  if (kind == P::DStep) {
    inner.d_step = true;
    inner.loop = false;
  }
  return make(kind, {body_of(inner, budget, guarded)});
}

Node Statements::unless(const Setting& setting, int& budget) {
  const bool braces = draw_.chance(85);
  Node main = braces ? block(P::Block, setting, budget) : guard();
  if (draw_.chance(12)) main = block(draw_.one_of({P::Atomic, P::Atomic, P::DStep}), setting, budget);
  if (!setting.inlined && draw_.chance(15))
    main = make(P::PlainLabel, {std::move(main)}, "L" + std::to_string(labels_++));
  Node escape = draw_.chance(85)   ? block(P::Block, setting, budget, true)
                : draw_.chance(50) ? block(P::Atomic, setting, budget, true)
                                   : guard();
  return make(P::Unless, {std::move(main), std::move(escape)});
}

Node Statements::loop_over(const Setting& setting, int& budget) {
  Setting inner = setting;
  --inner.depth;
  inner.loop = true;
  const auto is_message_of_one_structure = [&](const Expressions::Place& place) {
    if (!Expressions::is_channel(place) || place.capacity <= 0) return false;
    const auto& message = environment_.messages[static_cast<std::size_t>(place.type.message)];
    return message.size() == 1 && message[0].basic == Basic::Structure;
  };
  if (draw_.chance(50)) {
    if (const auto channel = expressions_.pick(is_message_of_one_structure)) {
      const DataType& type = environment_.messages[static_cast<std::size_t>(channel->type.message)][0];
      if (const auto into = expressions_.pick([&](const auto& place) { return place.type == type && place.writable; }))
        return make(P::ForChannel, {into->node, channel->node, body_of(inner, budget)});
    }
  }
  const auto counter = expressions_.number_target();
  if (!counter) return assignment();
  std::vector<const DeclaredVariable*> arrays;
  for (const std::vector<DeclaredVariable>* list : {&environment_.globals, &environment_.locals})
    for (const DeclaredVariable& variable : *list)
      if (variable.size > 0) arrays.push_back(&variable);
  if (!arrays.empty() && draw_.chance(35)) {
    const std::string array = draw_.one_of(arrays)->name;
    return make(P::ForArray, {counter->node, variable(array), body_of(inner, budget)});
  }
  Node last = draw_.chance(80) ? number(draw_.between(1, 3)) : expressions_.value(1);
  return make(P::ForRange, {counter->node, number(draw_.between(0, 1)), std::move(last), body_of(inner, budget)});
}

Node Statements::compound(const Setting& setting, int& budget) {
  const auto weight = [&](Feature feature, int amount) { return profile_.on(feature) ? amount : 0; };
  const bool atomic = profile_.on(Feature::Atomic) && (!setting.atomic || draw_.chance(15));
  const bool d_step = profile_.on(Feature::DSteps) && (!setting.d_step || draw_.chance(10));
  // Inside a d_step, only a counting loop is certain to end.
  const bool loops = !setting.d_step || (profile_.on(Feature::EndlessAtomic) && draw_.chance(20));
  switch (draw_.weighted({28, loops ? weight(Feature::Loops, 18) : 0, atomic ? 22 : 0, d_step ? 16 : 0, 4,
                          setting.d_step ? 0 : weight(Feature::Unless, 14), weight(Feature::For, 10)})) {
    case 0: return choice(P::If, setting, budget);
    case 1: return choice(P::Do, setting, budget);
    case 2: return block(P::Atomic, setting, budget, draw_.chance(40));
    case 3: return block(P::DStep, setting, budget, draw_.chance(40));
    case 4: return block(P::Block, setting, budget);
    case 5: return unless(setting, budget);
    default: return loop_over(setting, budget);
  }
}

Node Statements::body(int budget) {
  expressions_.where = Where::Process;
  labels_ = 0;
  late_ = 0;
  std::vector<Node> statements;
  const int locals = draw_.between(0, 3);
  for (int i = 0; i < locals; ++i) {
    DeclaredVariable local = declarations_.local("k" + std::to_string(i), true);
    const bool initialised = draw_.chance(40);
    statements.push_back(make(P::Declare, {declarations_.declare(local, initialised)}));
    environment_.processes[static_cast<std::size_t>(environment_.process)].locals.push_back(local);
    environment_.locals.push_back(std::move(local));
  }
  if (profile_.on(Feature::ExclusiveUse))
    if (const auto channel = expressions_.pick([](const auto& place) { return place.capacity >= 0; });
        channel && channel->node.is(P::Variable))
      statements.push_back(make(draw_.chance(50) ? P::ExclusiveReceive : P::ExclusiveSend, {channel->node}));
  Setting setting;
  if (has_identity()) {
    for (Node& declared : identity_locals(draw_, environment_)) statements.push_back(std::move(declared));
    // Processes that end cannot be exchanged by identity, unless it is a parameter.
    if (draw_.chance(85)) {
      statements.push_back(identity_loop(setting, budget));
      return make(P::Sequence, std::move(statements));
    }
    statements.push_back(make(P::PlainLabel, {leaf(P::Skip)}, "here"));
  }
  const int shape = static_cast<int>(
      draw_.weighted({40, profile_.on(Feature::Loops) ? 45 : 0, 15, profile_.on(Feature::LongCycles) ? 40 : 0}));
  std::vector<Node> rest;
  if (shape == 3) {
    rest.push_back(statement(setting, budget));
    rest.push_back(long_cycle(draw_, expressions_, guard()));
  } else if (shape == 1) {
    if (draw_.chance(30)) rest.push_back(statement(setting, budget));
    rest.push_back(choice(P::Do, setting, budget));
    if (draw_.chance(30)) rest.push_back(statement(setting, budget));
  } else {
    rest = sequence(setting, budget, 2).children;
    while (budget > 0) rest.push_back(statement(setting, budget));
    if (shape == 2) {
      if (may_have_label(rest.front()))
        rest.front() = make(P::PlainLabel, {std::move(rest.front())}, "top");
      else
        rest.insert(rest.begin(), leaf(P::LabelAlone, "top"));
      rest.push_back(leaf(P::Goto, "top"));
    }
  }
  for (Node& each : rest) statements.push_back(labelled(std::move(each)));
  if (profile_.on(Feature::LongBodies) && environment_.process == 0)
    statements.push_back(long_body(draw_, expressions_));
  return make(P::Sequence, std::move(statements));
}

/// An endless loop with a label for remote references.
Node Statements::identity_loop(const Setting& setting, int& budget) {
  std::vector<Node> options;
  const int count = draw_.between(1, 3);
  for (int i = 0; i < count; ++i) {
    const Scope scope(environment_);
    std::vector<Node> sequence;
    const int length = draw_.between(1, 2);
    for (int k = 0; k < length; ++k)
      sequence.push_back(k == 0 ? identity_statement() : labelled(statement(setting, budget)));
    if (i == 0) sequence.push_back(make(P::PlainLabel, {identity_statement()}, "here"));
    options.push_back(make(P::OptionOfSequence, {make(P::Sequence, std::move(sequence))}));
  }
  if (draw_.chance(10)) {
    Node rest = make(P::Sequence, {assignment()});
    options.push_back(make(P::OptionWithArrow, {leaf(P::Else), std::move(rest)}));
  }
  return labelled(make(P::Do, std::move(options)));
}

Node Statements::inline_body(bool returns) {
  expressions_.where = Where::Process;
  Setting setting;
  setting.inlined = true;
  setting.depth = 2;
  int budget = 3;
  Node result = sequence(setting, budget, 1);
  result.kind = P::Sequence;
  if (returns) result.children.push_back(make(P::Return, {expressions_.value(1)}));
  return result;
}

}  // namespace weir::test
