// SPDX-License-Identifier: Apache-2.0
#include "support/promela/shapes.h"

namespace weir::test {

namespace {

using P = Production;

Node sequence(std::vector<Node> statements) { return make(P::Sequence, std::move(statements)); }
Node condition(Node expression) { return make(P::Condition, {std::move(expression)}); }
Node option(std::vector<Node> statements) { return make(P::OptionOfSequence, {sequence(std::move(statements))}); }
Node leave_else() { return make(P::OptionWithArrow, {leaf(P::Else), sequence({leaf(P::Break)})}); }
Node flip(const Node& target) { return make(P::Assign, {target, make(P::Subtract, {number(1), target})}); }
Node declare(Production type, Node declarator) {
  return make(P::Declare, {make(P::Declaration, {leaf(P::Visible), leaf(type), std::move(declarator)})});
}
Node proctype(Node activity, std::string name, std::vector<Node> body) {
  return make(P::Proctype, {std::move(activity), make(P::Parameters), make(P::Clauses), sequence(std::move(body))},
              std::move(name));
}

std::optional<Expressions::Place> counter(Expressions& expressions) {
  return expressions.pick([](const Expressions::Place& place) {
    return place.writable &&
           (place.type.basic == Basic::Byte || place.type.basic == Basic::Short || place.type.basic == Basic::Int);
  });
}

/// Counts up or down to a bound in one sequence. Sometimes a byte skips the bound and wraps around for ever.
Node counting(Draw& draw, Expressions& expressions, const Node& count) {
  const bool up = draw.chance(70);
  const int bound = up ? draw.one_of({40, 100, 200, 250, 254, 255}) : draw.between(0, 1);
  const auto step = [&] {
    if (draw.chance(80)) return make(up ? P::Increment : P::Decrement, {count});
    return make(P::Assign, {count, make(up ? P::Add : P::Subtract, {count, number(draw.between(2, 3))})});
  };
  const auto counts_on = [&] {
    Node guard = make(
        up ? draw.one_of({P::Less, P::Less, P::LessEqual}) : draw.one_of({P::Greater, P::Greater, P::GreaterEqual}),
        {count, number(bound)});
    if (draw.chance(15)) guard = make(P::And, {std::move(guard), expressions.condition(0)});
    std::vector<Node> statements = {condition(std::move(guard)), step()};
    if (draw.chance(25)) statements.push_back(step());
    if (draw.chance(10)) statements.push_back(make(P::If, {option({step()}), option({leaf(P::Skip)})}));
    return option(std::move(statements));
  };
  std::vector<Node> options = {counts_on()};
  if (draw.chance(35)) options.push_back(counts_on());
  options.push_back(leave_else());
  std::vector<Node> statements = {make(P::Assign, {count, number(up ? draw.between(0, 1) : draw.one_of({9, 40, 200}))}),
                                  make(P::Do, std::move(options))};
  return sequence(std::move(statements));
}

}  // namespace

Node long_atomic(Draw& draw, Expressions& expressions) {
  const auto target = expressions.number_target();
  if (!target) return leaf(P::Skip);
  switch (draw.below(3)) {
    case 0: {
      const auto count = counter(expressions);
      if (!count) break;
      const bool deterministic = draw.chance(25);
      return make(deterministic ? P::DStep : P::Atomic, {counting(draw, expressions, count->node)});
    }
    case 1: {
      std::vector<Node> links;
      for (int i = draw.between(20, 90); i > 0; --i)
        links.push_back(draw.chance(85) ? flip(target->node) : make(P::Assign, {target->node, number(i % 2)}));
      return make(P::Atomic, {sequence(std::move(links))});
    }
    default: break;
  }
  std::vector<Node> links;
  for (int i = draw.between(3, 6); i > 0; --i) {
    std::vector<Node> options;
    for (int k = draw.between(2, 3); k > 0; --k)
      options.push_back(option({make(P::Assign, {target->node, expressions.value_for(target->type, 1)})}));
    links.push_back(make(P::If, std::move(options)));
  }
  return make(P::Atomic, {sequence(std::move(links))});
}

Node passing_value(Draw& draw, Expressions& expressions) {
  const auto target = expressions.number_target();
  if (!target) return leaf(P::Skip);
  const auto assign = [&](int value) { return make(P::Assign, {target->node, number(value)}); };
  const auto add_internal = [&](std::vector<Node>& statements, int most) {
    for (int i = draw.between(0, most); i > 0; --i) {
      const auto other = expressions.number_target();
      switch (draw.below(4)) {
        case 0: statements.push_back(leaf(P::Skip)); break;
        case 1: statements.push_back(condition(leaf(P::True))); break;
        case 2: statements.push_back(leaf(P::PrintText, "on\\n")); break;
        default:
          if (other) statements.push_back(make(P::Assign, {other->node, number(draw.between(0, 1))}));
      }
    }
  };
  const int first = draw.between(0, 2);
  std::vector<Node> before = {assign(first)}, sequel;
  add_internal(before, 1);
  add_internal(sequel, 2);
  sequel.push_back(draw.chance(80) ? assign((first + draw.between(1, 2)) % 3) : flip(target->node));
  add_internal(sequel, 1);
  switch (draw.below(5)) {
    case 0: before.push_back(make(P::DStep, {sequence(std::move(sequel))})); break;
    case 1: before.push_back(make(P::If, {option({make(P::Atomic, {sequence(std::move(sequel))})})})); break;
    case 2: before.push_back(make(P::Block, {sequence(std::move(sequel))})); break;
    default: before.push_back(make(P::Atomic, {sequence(std::move(sequel))})); break;
  }
  return make(draw.chance(80) ? P::Block : P::Atomic, {sequence(std::move(before))});
}

Node endless_atomic(Draw& draw, Expressions& expressions) {
  const auto target = expressions.number_target();
  if (!target) return leaf(P::Skip);
  std::vector<Node> options = {option({flip(target->node)})};
  if (draw.chance(40))
    options.push_back(option({make(P::Assign, {target->node, expressions.value_for(target->type, 1)})}));
  if (draw.chance(40)) {
    std::vector<Node> leaving = {condition(expressions.condition(1)), leaf(P::Break)};
    options.push_back(option(std::move(leaving)));
  }
  const P kind = draw.chance(75) ? P::Atomic : P::DStep;
  return make(kind, {sequence({make(P::Do, std::move(options))})});
}

Node long_cycle(Draw& draw, Expressions& expressions, Node beside) {
  const auto count = counter(expressions);
  if (!count) return leaf(P::Skip);
  Node next = make(
      P::Assign,
      {count->node, make(P::Modulo, {make(P::Add, {count->node, number(1)}), number(draw.one_of({7, 20, 50, 100}))})});
  std::vector<Node> options = {option({draw.chance(70) ? std::move(next) : make(P::Increment, {count->node})})};
  if (draw.chance(60)) options.push_back(option({std::move(beside)}));
  return make(P::Do, std::move(options));
}

Node long_body(Draw& draw, Expressions& expressions) {
  std::vector<Node> many = {condition(expressions.condition(1))};
  for (int i = 0; i < 260; ++i) {
    const auto target = expressions.number_target();
    many.push_back(target ? make(P::Assign, {target->node, number(draw.between(0, 1))}) : leaf(P::Skip));
  }
  std::vector<Node> options = {option(std::move(many))};
  if (draw.chance(70)) options.push_back(make(P::OptionWithArrow, {leaf(P::Else), sequence({leaf(P::Skip)})}));
  return make(P::If, std::move(options));
}

Node fill_large_channel(Draw& draw, Expressions& expressions) {
  const auto channel = expressions.pick([](const auto& place) { return place.capacity > 255; });
  if (!channel) return leaf(P::Skip);
  const int wanted = draw.one_of({255, 256, 257, 2});
  std::vector<Node> send = {channel->node};
  for (Node& field : expressions.message(channel->type)) send.push_back(std::move(field));
  Node more = condition(make(P::Less, {make(P::Len, {channel->node}), number(wanted)}));
  Node loop = make(P::Do, {option({std::move(more), make(P::Send, std::move(send))}), leave_else()});
  return make(draw.chance(50) ? P::DStep : P::Atomic, {sequence({leaf(P::Skip), std::move(loop)})});
}

std::vector<Node> many_processes(Draw& draw, Environment& environment) {
  const int count = draw.between(65, 90);
  Node turn = variable("turn");
  std::vector<Node> body = {condition(make(P::Equal, {turn, leaf(P::OwnPid)}))};
  if (draw.chance(50))
    body.push_back(make(P::EndLabel, {make(P::Increment, {turn})}, "endturn"));
  else
    body.push_back(make(P::Increment, {turn}));
  if (draw.chance(30)) body.push_back(condition(leaf(P::False)));
  DeclaredProcess process;
  process.name = "Many";
  process.active = count;
  process.first_pid = environment.process_total;
  environment.process_total += count;
  environment.processes.push_back(process);
  DeclaredVariable global;
  global.name = "turn";
  environment.globals.push_back(global);
  Node declared = make(P::Declaration, {leaf(P::Visible), leaf(P::TypeByte), make(P::Scalar, {}, "turn")});
  return {make(P::Global, {std::move(declared)}),
          proctype(make(P::ActiveSeveral, {number(count)}), process.name, std::move(body))};
}

std::vector<Node> beyond_limits(Draw& draw, Environment& environment) {
  const Node start = make(P::RunStatement, {make(P::Run, {}, "Endless")});
  std::vector<Node> starter, started;
  switch (draw.weighted({45, 43, 12})) {
    case 0:
      started = {condition(leaf(P::False))};
      starter = {draw.chance(50) ? make(P::Atomic, {sequence({make(P::Do, {option({start})})})})
                                 : make(P::Do, {option({start})})};
      break;
    case 1:
      started = {declare(P::TypeChan,
                         make(P::ChannelArray, {number(100), number(draw.between(0, 1)), leaf(P::TypeBit)}, "many")),
                 condition(leaf(P::False))};
      starter = {start, start, start, leaf(P::Skip)};
      break;
    default:
      started = {declare(P::TypeInt, make(P::Array, {number(400000)}, "wide")), condition(leaf(P::False))};
      starter = {start, start, start, leaf(P::Skip)};
      break;
  }
  DeclaredProcess process;
  process.name = "Starter";
  process.active = 1;
  process.first_pid = environment.process_total++;
  environment.processes.push_back(process);
  return {proctype(leaf(P::Inactive), "Endless", std::move(started)),
          proctype(leaf(P::Active), process.name, std::move(starter))};
}

}  // namespace weir::test
