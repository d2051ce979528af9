// SPDX-License-Identifier: Apache-2.0
// The elements and their order must be those of Spin's parser, which creates inner elements first: their numbers are
// the control states. The rules were learnt from Spin 6.5.2 (its flow graphs printed by `pan -d`, and its sources); the
// code is weir's own.
#include "frontend/promela/elements.h"

#include <algorithm>
#include <string>
#include <utility>

namespace weir::promela {

namespace {

bool is_special(const Symbol& label) {
  return is_label_of_kind(label, "accept") || is_label_of_kind(label, "end") || is_label_of_kind(label, "progress");
}

bool is_print(const Element& element) {
  return element.statement != nullptr &&
         (element.statement->kind == StatementKind::Printf || element.statement->kind == StatementKind::Printm);
}

bool is_skip(const Element& element) {
  if (element.kind != ElementKind::Basic || element.variable != nullptr) return false;
  if (element.statement == nullptr || is_print(element)) return true;
  const Statement& statement = *element.statement;
  return statement.kind == StatementKind::Expression && statement.value->kind == ExpressionKind::Constant &&
         statement.value->value == 1;
}

/// Spin drops an unlabelled skip after another skip or a print inside an option.
void prune(ElementSequence& option) {
  Element* before = nullptr;
  int skips = 0;
  for (Element* element = option.first; element != nullptr; before = element, element = element->next) {
    if (!is_skip(*element) || !element->labels.empty()) {
      skips = 0;
      continue;
    }
    if (++skips > 1 && !is_print(*element) && element != option.first && element != option.last) {
      before->next = element->next;
      element = before;
    }
  }
}

/// The element that a block of statements becomes.
ElementKind group_kind(StatementKind kind) {
  return kind == StatementKind::Atomic  ? ElementKind::Atomic
         : kind == StatementKind::DStep ? ElementKind::DStep
                                        : ElementKind::Block;
}

void walk_atomic(Element* from, Element* to, bool deterministic) {
  for (Element* element = from;; element = element->next) {
    element->inside = true;
    element->deterministic = element->deterministic || deterministic;
    if (element->kind == ElementKind::Atomic || (element->kind == ElementKind::DStep && deterministic))
      element->kind = ElementKind::Block;
    if (element->kind != ElementKind::DStep)
      for (ElementSequence* inner : element->sub) walk_atomic(inner->first, inner->last, deterministic);
    if (element == to) return;
  }
}

void make_atomic(ElementSequence& sequence, bool deterministic) {
  walk_atomic(sequence.first, sequence.last, deterministic);
  Element* last = sequence.last;
  if (last->kind == ElementKind::Block || last->kind == ElementKind::Atomic || last->kind == ElementKind::Unless)
    return make_atomic(*last->sub.front(), deterministic);
  last->inside = false;
  last->last_inside = true;
}

void attach_escape(Element* to, ElementSequence* escape);

void attach_escape(ElementSequence& to, ElementSequence* escape) {
  for (Element* element = to.first; element != nullptr; element = element->next) {
    attach_escape(element, escape);
    if (element == to.extent) return;
  }
}

void attach_escape(Element* to, ElementSequence* escape) {
  if (std::find(to->escapes.begin(), to->escapes.end(), escape) != to->escapes.end()) return;
  const std::vector<ElementSequence*> lower = to->escapes;
  for (ElementSequence* inner : lower) attach_escape(*inner, escape);
  to->escapes.insert(to->escapes.begin(), escape);
  switch (to->kind) {
    case ElementKind::Unless: attach_escape(*to->sub.front(), escape); break;
    case ElementKind::DStep: attach_escape(to->sub.front()->first, escape); break;
    case ElementKind::If:
    case ElementKind::Do:
    case ElementKind::Atomic:
    case ElementKind::Block:
      for (ElementSequence* inner : to->sub) attach_escape(*inner, escape);
      break;
    default: break;
  }
}

class ElementBuilder {
 public:
  ElementBuilder(Model& model, Process& process, std::uint32_t& identity,
                 const std::unordered_set<const Symbol*>& referenced)
      : model_(model), process_(process), identity_(identity), referenced_(referenced) {}

  Elements build() {
    made_.body = open();
    add_sequence(process_.body, *made_.body);
    append(make(ElementKind::End, nullptr, process_.end), *made_.body);
    close(made_.body);
    for (const auto& [element, symbol] : jumps_) element->target = made_.labels[symbol];
    for (const auto& [element, loop] : breaks_) element->target = loop_ends_[loop];
    return std::move(made_);
  }

 private:
  Element* make(ElementKind kind, Statement* statement, const SourceRange& range);
  ElementSequence* open() { return &made_.sequences.emplace_back(); }
  static void close(ElementSequence* sequence) { sequence->extent = sequence->last; }
  void append(Element* element, ElementSequence& sequence);
  void label(Element* element, const std::vector<Symbol*>& labels);
  ElementSequence* sequence_of(const Sequence& statements);
  void add_sequence(const Sequence& statements, ElementSequence& into);
  void add(Statement* statement, ElementSequence& into);
  void add_plain(Statement* statement, ElementSequence& into, Symbol* variable = nullptr);
  void add_choice(Statement* statement, std::vector<ElementSequence*> options, bool loop, ElementSequence& into);
  Element* add_group(Statement* statement, ElementSequence* inner, ElementSequence& into);
  Element* add_jump(Statement* statement, ElementSequence& into);
  void add_unless(Statement* statement, ElementSequence& into);
  ElementSequence* part_of_unless(const Sequence& source);

  // Expansion of `for` and `select`.
  void add_for(Statement* statement, ElementSequence& into);
  void add_select(Statement* statement, ElementSequence& into);
  Statement* synthetic(StatementKind kind, const Statement& origin, Expression* value = nullptr);
  Statement* assignment(Expression* target, Expression* value, const Statement& origin);
  void add_increment(Expression* counter, const Statement& origin, ElementSequence& into);
  Expression* binary(Operator op, Expression* a, Expression* b);
  Expression* hidden_counter(const Statement& loop);

  Model& model_;
  Process& process_;
  std::uint32_t& identity_;
  const std::unordered_set<const Symbol*>& referenced_;
  Elements made_;
  std::unordered_map<const Statement*, Element*> loop_ends_;
  std::vector<std::pair<Element*, const Symbol*>> jumps_;
  std::vector<std::pair<Element*, const Statement*>> breaks_;
};

Element* ElementBuilder::make(ElementKind kind, Statement* statement, const SourceRange& range) {
  Element& element = made_.all.emplace_back();
  element.kind = kind;
  element.statement = statement;
  element.range = range;
  element.number = static_cast<std::int32_t>(made_.all.size());
  element.identity = identity_++;
  return &element;
}

void ElementBuilder::append(Element* element, ElementSequence& sequence) {
  if (element->kind == ElementKind::Goto &&
      std::any_of(element->labels.begin(), element->labels.end(),
                  [&](const Symbol* symbol) { return is_special(*symbol) || referenced_.contains(symbol); })) {
    // A labelled jump would not be a control state; a skip in front of it is.
    Element* skip = make(ElementKind::Basic, nullptr, element->range);
    label(skip, std::exchange(element->labels, {}));
    append(skip, sequence);
  }
  if (sequence.first == nullptr)
    sequence.first = element;
  else
    sequence.last->next = element;
  sequence.last = element;
}

void ElementBuilder::label(Element* element, const std::vector<Symbol*>& labels) {
  for (Symbol* symbol : labels) {
    element->labels.push_back(symbol);
    made_.labels[symbol] = element;
  }
}

void ElementBuilder::add_sequence(const Sequence& statements, ElementSequence& into) {
  for (Statement* statement : statements.statements) add(statement, into);
}

ElementSequence* ElementBuilder::sequence_of(const Sequence& statements) {
  ElementSequence* sequence = open();
  add_sequence(statements, *sequence);
  close(sequence);
  return sequence;
}

void ElementBuilder::add(Statement* statement, ElementSequence& into) {
  switch (statement->kind) {
    case StatementKind::Declaration:
      for (Symbol* variable : statement->symbols)
        if (!variable->initialised_at_creation) add_plain(statement, into, variable);
      return;
    case StatementKind::ExclusiveUse: return;
    case StatementKind::If:
    case StatementKind::Do: {
      std::vector<ElementSequence*> options;
      for (const Sequence& option : statement->options) options.push_back(sequence_of(option));
      for (ElementSequence* option : options) prune(*option);
      return add_choice(statement, std::move(options), statement->kind == StatementKind::Do, into);
    }
    case StatementKind::ForRange:
    case StatementKind::ForArray:
    case StatementKind::ForChannel: return add_for(statement, into);
    case StatementKind::Select: return add_select(statement, into);
    case StatementKind::Goto: jumps_.emplace_back(add_jump(statement, into), statement->label); return;
    case StatementKind::Break: breaks_.emplace_back(add_jump(statement, into), statement->loop); return;
    case StatementKind::Atomic:
    case StatementKind::DStep:
    case StatementKind::Block:
    case StatementKind::InlineCall: {
      ElementSequence* inner = sequence_of(statement->body);
      if (inner->first == nullptr) return;
      const ElementKind kind = group_kind(statement->kind);
      if (kind != ElementKind::Block) make_atomic(*inner, kind == ElementKind::DStep);
      add_group(statement, inner, into);
      return;
    }
    case StatementKind::Unless: return add_unless(statement, into);
    default: return add_plain(statement, into);
  }
}

void ElementBuilder::add_plain(Statement* statement, ElementSequence& into, Symbol* variable) {
  Element* element = make(statement->kind == StatementKind::Else ? ElementKind::Else : ElementKind::Basic, statement,
                          statement->range);
  element->variable = variable;
  if (variable == nullptr || variable == statement->symbols.front()) label(element, statement->labels);
  append(element, into);
}

Element* ElementBuilder::add_jump(Statement* statement, ElementSequence& into) {
  Element* element = make(ElementKind::Goto, statement, statement->range);
  label(element, statement->labels);
  append(element, into);
  return element;
}

Element* ElementBuilder::add_group(Statement* statement, ElementSequence* inner, ElementSequence& into) {
  Element* element = make(group_kind(statement->kind), statement, statement->range);
  element->sub = {inner};
  label(element, statement->labels);
  append(element, into);
  return element;
}

void ElementBuilder::add_choice(Statement* statement, std::vector<ElementSequence*> options, bool loop,
                                ElementSequence& into) {
  Element* choice = make(loop ? ElementKind::Do : ElementKind::If, statement, statement->range);
  Element* join = make(ElementKind::Join, nullptr, statement->range);
  options.erase(std::remove_if(options.begin(), options.end(), [](auto* option) { return option->first == nullptr; }),
                options.end());
  std::stable_partition(options.begin(), options.end(),
                        [](auto* option) { return option->first->kind != ElementKind::Else; });
  choice->sub = options;
  label(choice, statement->labels);
  for (ElementSequence* option : options) append(join, *option);
  if (loop) {
    append(join, into);
    Element* end = make(ElementKind::Break, nullptr, statement->range);
    loop_ends_[statement] = end;
    append(choice, into);
    append(end, into);
  } else {
    append(choice, into);
    append(join, into);
  }
}

/// A block is replaced by its statements.
ElementSequence* ElementBuilder::part_of_unless(const Sequence& source) {
  const Statement& only = *source.statements.front();
  return sequence_of(only.kind == StatementKind::Block ? only.body : source);
}

void ElementBuilder::add_unless(Statement* statement, ElementSequence& into) {
  ElementSequence* normal = part_of_unless(statement->body);
  ElementSequence* escape = part_of_unless(statement->escape);
  if (normal->first == nullptr || escape->first == nullptr) return;
  Element* unless = make(ElementKind::Unless, statement, statement->range);
  Element* join = make(ElementKind::Join, nullptr, statement->range);
  unless->sub = {normal, escape};
  append(join, *normal);
  append(join, *escape);
  attach_escape(*normal, escape);
  label(unless, statement->labels);
  append(unless, into);
  append(join, into);
}

Expression* ElementBuilder::binary(Operator op, Expression* a, Expression* b) {
  Expression* expression = model_.new_expression(ExpressionKind::Binary, a->range);
  expression->op = op;
  expression->a = a;
  expression->b = b;
  return expression;
}

Statement* ElementBuilder::synthetic(StatementKind kind, const Statement& origin, Expression* value) {
  Statement* statement = model_.new_statement(kind, origin.range);
  statement->value = value;
  return statement;
}

Statement* ElementBuilder::assignment(Expression* target, Expression* value, const Statement& origin) {
  Statement* statement = synthetic(StatementKind::Assign, origin, value);
  statement->target = target;
  return statement;
}

void ElementBuilder::add_increment(Expression* counter, const Statement& origin, ElementSequence& into) {
  add_plain(assignment(counter, binary(Operator::Add, counter, model_.new_constant(1, origin.range)), origin), into);
}

/// Counts the messages of a channel in a loop over them.
Expression* ElementBuilder::hidden_counter(const Statement& loop) {
  Symbol* hidden = model_.new_symbol(SymbolKind::Variable, "_counter" + std::to_string(identity_), loop.range);
  hidden->type.basic = BasicType::Byte;
  hidden->type.bits = 8;
  hidden->owner = &process_;
  hidden->index = static_cast<std::uint32_t>(process_.locals.size());
  process_.locals.push_back(hidden);
  Expression* counter = model_.new_expression(ExpressionKind::Variable, loop.range);
  counter->path = {Selector{hidden, nullptr, loop.range}};
  return counter;
}

void ElementBuilder::add_for(Statement* statement, ElementSequence& into) {
  Expression* counter = statement->target;
  Expression* from = statement->from;
  Expression* bound = nullptr;
  if (statement->kind == StatementKind::ForRange) {
    bound = binary(Operator::LessEqual, counter, statement->to);
  } else if (statement->kind == StatementKind::ForArray) {
    from = model_.new_constant(0, statement->range);
    const std::int32_t size = statement->array->path.back().symbol->array_size;
    bound = binary(Operator::LessEqual, counter, model_.new_constant(size - 1, statement->range));
  } else {
    from = model_.new_constant(0, statement->range);
    counter = hidden_counter(*statement);
    Expression* length = model_.new_expression(ExpressionKind::Len, statement->range);
    length->a = statement->channel;
    bound = binary(Operator::Less, counter, length);
  }
  add_plain(assignment(counter, from, *statement), into);

  ElementSequence* body = open();
  add_plain(synthetic(StatementKind::Expression, *statement, bound), *body);
  if (statement->kind == StatementKind::ForChannel) {
    for (const StatementKind kind : {StatementKind::Receive, StatementKind::Send}) {
      Statement* rotate = synthetic(kind, *statement);
      rotate->channel = statement->channel;
      rotate->args = {statement->target};
      add_plain(rotate, *body);
    }
  }
  add_sequence(statement->body, *body);
  add_increment(counter, *statement, *body);
  close(body);

  ElementSequence* leave = open();
  add_plain(synthetic(StatementKind::Else, *statement), *leave);
  breaks_.emplace_back(add_jump(synthetic(StatementKind::Break, *statement), *leave), statement);
  close(leave);
  Statement* loop = synthetic(StatementKind::Do, *statement);
  loop->labels = statement->labels;  // after the first assignment, as in Spin: a jump there does not begin again
  add_choice(loop, {leave, body}, true, into);
  loop_ends_[statement] = loop_ends_[loop];
}

void ElementBuilder::add_select(Statement* statement, ElementSequence& into) {
  Expression* counter = statement->target;
  if (statement->choice) {
    std::vector<ElementSequence*> options;
    for (std::int32_t value = statement->from->value; value <= statement->to->value; ++value) {
      ElementSequence* option = open();
      add_plain(assignment(counter, model_.new_constant(value, statement->range), *statement), *option);
      close(option);
      options.push_back(option);
    }
    Statement* choice = synthetic(StatementKind::If, *statement);
    choice->labels = statement->labels;
    return add_choice(choice, std::move(options), false, into);
  }
  Statement* start = assignment(counter, statement->from, *statement);
  start->labels = statement->labels;
  add_plain(start, into);
  ElementSequence* more = open();
  add_plain(synthetic(StatementKind::Expression, *statement, binary(Operator::Less, counter, statement->to)), *more);
  add_increment(counter, *statement, *more);
  close(more);
  ElementSequence* leave = open();
  Statement* loop = synthetic(StatementKind::Do, *statement);
  breaks_.emplace_back(add_jump(synthetic(StatementKind::Break, *statement), *leave), loop);
  close(leave);
  add_choice(loop, {leave, more}, true, into);
}

}  // namespace

bool is_label_of_kind(const Symbol& label, std::string_view prefix) { return label.name.starts_with(prefix); }

Elements build_elements(Model& model, Process& process, std::uint32_t& identity,
                        const std::unordered_set<const Symbol*>& referenced) {
  return ElementBuilder(model, process, identity, referenced).build();
}

}  // namespace weir::promela
