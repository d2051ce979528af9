// SPDX-License-Identifier: Apache-2.0
// Determines the control states of a Promela process. They must be Spin's, state for state: which statements are steps,
// where jumps are resolved, what merging leaves. The rules were learnt from Spin 6.5.2 (its flow graphs printed by `pan
// -d`, and its sources); the code is weir's own. tests/cross/spin_test.cpp compares state counts with Spin.
#include "frontend/promela/flow.h"

#include <algorithm>

namespace weir::promela {

namespace {

bool has_prefix(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }
bool is_special(const Symbol* label) {
  return has_prefix(label->name, "accept") || has_prefix(label->name, "end") || has_prefix(label->name, "progress");
}

bool is_skip(const Element& element) {
  if (element.kind != ElementKind::Basic || element.variable != nullptr) return false;
  if (element.statement == nullptr) return true;
  const Statement& statement = *element.statement;
  if (statement.kind == StatementKind::Printf || statement.kind == StatementKind::Printm) return true;
  return statement.kind == StatementKind::Expression && statement.value->kind == ExpressionKind::Constant &&
         statement.value->value == 1;
}

bool is_print(const Element& element) {
  return element.statement != nullptr &&
         (element.statement->kind == StatementKind::Printf || element.statement->kind == StatementKind::Printm);
}

bool never_possible(const Element& element) {
  return element.kind == ElementKind::Basic && element.statement != nullptr &&
         element.statement->kind == StatementKind::Expression &&
         element.statement->value->kind == ExpressionKind::Constant && element.statement->value->value == 0 &&
         element.escapes.empty();
}

class Builder {
 public:
  Builder(Model& model, Process& process, std::uint32_t& identity, const std::unordered_set<const Symbol*>& referenced)
      : model_(model), process_(process), identity_(identity), referenced_(referenced) {}

  Flow build();

 private:
  // Elements, in the order in which Spin's parser creates them: inner ones first.
  Element* make(ElementKind kind, Statement* statement, const SourceRange& range);
  ElementSequence* open();
  void close(ElementSequence* sequence) { sequence->extent = sequence->last; }
  void append(Element* element, ElementSequence& sequence);
  void add_sequence(const Sequence& statements, ElementSequence& into);
  void add(Statement* statement, ElementSequence& into);
  void add_plain(Statement* statement, ElementSequence& into, Symbol* variable = nullptr);
  void add_choice(Statement* statement, std::vector<ElementSequence*> options, bool loop, ElementSequence& into);
  void add_sub(ElementKind kind, Statement* statement, ElementSequence* inner, ElementSequence& into);
  void add_unless(Statement* statement, ElementSequence& into);
  void add_for(Statement* statement, ElementSequence& into);
  void add_select(Statement* statement, ElementSequence& into);
  void add_goto_break(Statement* statement, const Statement* loop, ElementSequence& into);
  void label(Element* element, const std::vector<Symbol*>& labels);
  void prune(ElementSequence& option);
  Statement* synthetic(StatementKind kind, const Statement& origin);
  Expression* number(std::int32_t value, const SourceRange& range);
  Expression* binary(Operator op, Expression* a, Expression* b);
  Statement* assignment(Expression* target, Expression* value, const Statement& origin);
  Statement* condition(Expression* value, const Statement& origin);

  void make_atomic(ElementSequence& sequence, bool deterministic);
  void walk_atomic(Element* from, Element* to, bool deterministic);
  void attach_escape(ElementSequence& to, ElementSequence* escape);
  void attach_escape(Element* to, ElementSequence* escape);
  void resolve_jumps();

  // Control states.
  Element* hunt(Element* element, bool inside);
  Element* hunt(Element* element, bool inside, int& left);
  Element* hunt_start(Element* element);
  void put(ElementSequence& sequence);
  void put_sub(Element& element);
  void put_element(Element& element);
  void put_escapes(Element& element, FlowEdge& edge);
  void patch_jumps(ElementSequence& sequence);
  std::vector<FlowEdge>& edges(std::int32_t state);
  void flatten();
  void add_escape_edges();
  void mark_labels();
  void problem(const Element& element, std::string message);
  void warn_of_jump(const Element& element);

  Model& model_;
  Process& process_;
  std::uint32_t& identity_;
  const std::unordered_set<const Symbol*>& referenced_;
  Flow flow_;
  std::int32_t next_number_ = 1;
  std::unordered_map<const Symbol*, Element*> label_elements_;
  std::unordered_map<const Statement*, Element*> loop_ends_;
  std::vector<std::pair<Element*, const Symbol*>> jumps_;
  std::vector<std::pair<Element*, const Statement*>> breaks_;
  /// Options of compound control states, before they are replaced by their first transitions.
  std::vector<std::vector<std::int32_t>> options_;
};

// ---------------------------------------------------------------------------------------------------------------------
// elements

Element* Builder::make(ElementKind kind, Statement* statement, const SourceRange& range) {
  Element& element = flow_.elements.emplace_back();
  element.kind = kind;
  element.statement = statement;
  element.range = range;
  element.number = next_number_++;
  element.identity = identity_++;
  return &element;
}

ElementSequence* Builder::open() { return &flow_.sequences.emplace_back(); }

void Builder::append(Element* element, ElementSequence& sequence) {
  if (element->kind == ElementKind::Goto && !element->labels.empty() &&
      std::any_of(element->labels.begin(), element->labels.end(),
                  [&](const Symbol* symbol) { return is_special(symbol) || referenced_.count(symbol) != 0; })) {
    // A labelled jump would not be a control state; a skip in front of it is.
    Element* skip = make(ElementKind::Basic, nullptr, element->range);
    skip->labels = std::move(element->labels);
    element->labels.clear();
    for (const Symbol* symbol : skip->labels) label_elements_[symbol] = skip;
    append(skip, sequence);
  }
  if (sequence.first == nullptr)
    sequence.first = element;
  else
    sequence.last->next = element;
  sequence.last = element;
}

void Builder::label(Element* element, const std::vector<Symbol*>& labels) {
  for (Symbol* symbol : labels) {
    element->labels.push_back(symbol);
    label_elements_[symbol] = element;
  }
}

void Builder::add_sequence(const Sequence& statements, ElementSequence& into) {
  for (Statement* statement : statements.statements) add(statement, into);
}

void Builder::add_plain(Statement* statement, ElementSequence& into, Symbol* variable) {
  Element* element = make(statement->kind == StatementKind::Else ? ElementKind::Else : ElementKind::Basic, statement,
                          statement->range);
  element->variable = variable;
  if (variable == nullptr || variable == statement->symbols.front()) label(element, statement->labels);
  append(element, into);
}

void Builder::add(Statement* statement, ElementSequence& into) {
  switch (statement->kind) {
    case StatementKind::Declaration:
      for (Symbol* variable : statement->symbols)
        if (!variable->initialised_at_creation) add_plain(statement, into, variable);
      return;
    case StatementKind::ExclusiveUse: return;
    case StatementKind::If:
    case StatementKind::Do: {
      std::vector<ElementSequence*> options;
      for (const Sequence& option : statement->options) {
        ElementSequence* sequence = open();
        add_sequence(option, *sequence);
        close(sequence);
        options.push_back(sequence);
      }
      for (ElementSequence* option : options) prune(*option);
      return add_choice(statement, std::move(options), statement->kind == StatementKind::Do, into);
    }
    case StatementKind::ForRange:
    case StatementKind::ForArray:
    case StatementKind::ForChannel: return add_for(statement, into);
    case StatementKind::Select: return add_select(statement, into);
    case StatementKind::Goto: {
      Element* element = make(ElementKind::Goto, statement, statement->range);
      label(element, statement->labels);
      jumps_.emplace_back(element, statement->label);
      return append(element, into);
    }
    case StatementKind::Break: return add_goto_break(statement, statement->loop, into);
    case StatementKind::Atomic:
    case StatementKind::DStep: {
      const bool deterministic = statement->kind == StatementKind::DStep;
      ElementSequence* inner = open();
      add_sequence(statement->body, *inner);
      close(inner);
      if (inner->first == nullptr) return;
      make_atomic(*inner, deterministic);
      return add_sub(deterministic ? ElementKind::DStep : ElementKind::Atomic, statement, inner, into);
    }
    case StatementKind::Block:
    case StatementKind::InlineCall: {
      ElementSequence* inner = open();
      add_sequence(statement->body, *inner);
      close(inner);
      if (inner->first == nullptr) return;
      return add_sub(ElementKind::Block, statement, inner, into);
    }
    case StatementKind::Unless: return add_unless(statement, into);
    default: return add_plain(statement, into);
  }
}

/// Spin drops an unlabelled skip after another skip or a print inside an option.
void Builder::prune(ElementSequence& option) {
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

void Builder::add_choice(Statement* statement, std::vector<ElementSequence*> options, bool loop,
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

void Builder::add_sub(ElementKind kind, Statement* statement, ElementSequence* inner, ElementSequence& into) {
  Element* element = make(kind, statement, statement->range);
  element->sub = {inner};
  label(element, statement->labels);
  append(element, into);
}

void Builder::add_goto_break(Statement* statement, const Statement* loop, ElementSequence& into) {
  Element* element = make(ElementKind::Goto, statement, statement->range);
  label(element, statement->labels);
  breaks_.emplace_back(element, loop);
  append(element, into);
}

void Builder::add_unless(Statement* statement, ElementSequence& into) {
  // A block is replaced by its statements; a labelled block is kept.
  const auto part = [&](const Sequence& source, bool keep_labels) {
    ElementSequence* sequence = open();
    for (Statement* inner : source.statements) {
      if (inner->kind == StatementKind::Block && (inner->labels.empty() || keep_labels) &&
          source.statements.size() == 1)
        add_sequence(inner->body, *sequence);
      else
        add(inner, *sequence);
    }
    close(sequence);
    return sequence;
  };
  Statement* main = statement->body.statements.size() == 1 ? statement->body.statements.front() : nullptr;
  const bool labelled_group =
      main != nullptr && !main->labels.empty() &&
      (main->kind == StatementKind::Block || main->kind == StatementKind::Atomic || main->kind == StatementKind::DStep);
  ElementSequence* normal = nullptr;
  if (labelled_group) {
    normal = open();
    add_sequence(main->body, *normal);
    close(normal);
    if (main->kind != StatementKind::Block) make_atomic(*normal, main->kind == StatementKind::DStep);
  } else {
    normal = part(statement->body, false);
  }
  ElementSequence* escape = part(statement->escape, true);
  if (normal->first == nullptr || escape->first == nullptr) return;

  ElementSequence* home = labelled_group ? open() : &into;
  Element* unless = make(ElementKind::Unless, statement, statement->range);
  Element* join = make(ElementKind::Join, nullptr, statement->range);
  unless->sub = {normal, escape};
  append(join, *normal);
  append(join, *escape);
  attach_escape(*normal, escape);
  if (!labelled_group) label(unless, statement->labels);
  append(unless, *home);
  append(join, *home);
  if (!labelled_group) return;
  close(home);
  const ElementKind kind = main->kind == StatementKind::Block    ? ElementKind::Block
                           : main->kind == StatementKind::Atomic ? ElementKind::Atomic
                                                                 : ElementKind::DStep;
  Element* group = make(kind, main, main->range);
  group->sub = {home};
  label(group, main->labels);
  label(group, statement->labels);
  append(group, into);
}

Statement* Builder::synthetic(StatementKind kind, const Statement& origin) {
  Statement* statement = model_.new_statement();
  statement->kind = kind;
  statement->range = origin.range;
  return statement;
}

Expression* Builder::number(std::int32_t value, const SourceRange& range) {
  Expression* expression = model_.new_expression();
  expression->kind = ExpressionKind::Constant;
  expression->value = value;
  expression->range = range;
  return expression;
}

Expression* Builder::binary(Operator op, Expression* a, Expression* b) {
  Expression* expression = model_.new_expression();
  expression->kind = ExpressionKind::Binary;
  expression->op = op;
  expression->a = a;
  expression->b = b;
  expression->range = a->range;
  return expression;
}

Statement* Builder::assignment(Expression* target, Expression* value, const Statement& origin) {
  Statement* statement = synthetic(StatementKind::Assign, origin);
  statement->target = target;
  statement->value = value;
  return statement;
}

Statement* Builder::condition(Expression* value, const Statement& origin) {
  Statement* statement = synthetic(StatementKind::Expression, origin);
  statement->value = value;
  return statement;
}

void Builder::add_for(Statement* statement, ElementSequence& into) {
  Expression* counter = statement->target;
  Expression* from = statement->from;
  Expression* bound = nullptr;
  if (statement->kind == StatementKind::ForRange) {
    bound = binary(Operator::LessEqual, counter, statement->to);
  } else if (statement->kind == StatementKind::ForArray) {
    from = number(0, statement->range);
    const std::int32_t size = statement->array->path.back().symbol->array_size;
    bound = binary(Operator::LessEqual, counter, number(size - 1, statement->range));
  } else {
    from = number(0, statement->range);
    Symbol* hidden = model_.new_symbol();
    hidden->kind = SymbolKind::Variable;
    hidden->name = "_counter" + std::to_string(identity_);
    hidden->range = statement->range;
    hidden->type.basic = BasicType::Byte;
    hidden->type.bits = 8;
    hidden->owner = &process_;
    hidden->index = static_cast<std::uint32_t>(process_.locals.size());
    process_.locals.push_back(hidden);
    counter = model_.new_expression();
    counter->kind = ExpressionKind::Variable;
    counter->range = statement->range;
    counter->path = {Selector{hidden, nullptr, statement->range}};
    Expression* length = model_.new_expression();
    length->kind = ExpressionKind::Len;
    length->range = statement->range;
    length->a = statement->channel;
    bound = binary(Operator::Less, counter, length);
  }
  Element* start = make(ElementKind::Basic, assignment(counter, from, *statement), statement->range);
  label(start, statement->labels);
  append(start, into);

  ElementSequence* body = open();
  add_plain(condition(bound, *statement), *body);
  if (statement->kind == StatementKind::ForChannel) {
    for (const StatementKind kind : {StatementKind::Receive, StatementKind::Send}) {
      Statement* rotate = synthetic(kind, *statement);
      rotate->channel = statement->channel;
      rotate->args = {statement->target};
      add_plain(rotate, *body);
    }
  }
  add_sequence(statement->body, *body);
  Statement* step = assignment(counter, binary(Operator::Add, counter, number(1, statement->range)), *statement);
  add_plain(step, *body);
  close(body);

  ElementSequence* leave = open();
  add_plain(synthetic(StatementKind::Else, *statement), *leave);
  Statement* jump = synthetic(StatementKind::Break, *statement);
  add_goto_break(jump, statement, *leave);
  close(leave);
  Statement* loop = synthetic(StatementKind::Do, *statement);
  add_choice(loop, {leave, body}, true, into);
  loop_ends_[statement] = loop_ends_[loop];
}

void Builder::add_select(Statement* statement, ElementSequence& into) {
  Expression* counter = statement->target;
  if (statement->choice) {
    std::vector<ElementSequence*> options;
    for (std::int32_t value = statement->from->value; value <= statement->to->value; ++value) {
      ElementSequence* option = open();
      add_plain(assignment(counter, number(value, statement->range), *statement), *option);
      close(option);
      options.push_back(option);
    }
    Statement* choice = synthetic(StatementKind::If, *statement);
    choice->labels = statement->labels;
    return add_choice(choice, std::move(options), false, into);
  }
  Element* start = make(ElementKind::Basic, assignment(counter, statement->from, *statement), statement->range);
  label(start, statement->labels);
  append(start, into);
  ElementSequence* more = open();
  add_plain(condition(binary(Operator::Less, counter, statement->to), *statement), *more);
  Statement* step = assignment(counter, binary(Operator::Add, counter, number(1, statement->range)), *statement);
  add_plain(step, *more);
  close(more);
  ElementSequence* leave = open();
  Statement* loop = synthetic(StatementKind::Do, *statement);
  add_goto_break(synthetic(StatementKind::Break, *statement), loop, *leave);
  close(leave);
  add_choice(loop, {leave, more}, true, into);
}

// ---------------------------------------------------------------------------------------------------------------------
// atomic sequences and escapes

void Builder::walk_atomic(Element* from, Element* to, bool deterministic) {
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

void Builder::make_atomic(ElementSequence& sequence, bool deterministic) {
  walk_atomic(sequence.first, sequence.last, deterministic);
  Element* last = sequence.last;
  if (last->kind == ElementKind::Block || last->kind == ElementKind::Atomic || last->kind == ElementKind::Unless)
    return make_atomic(*last->sub.front(), deterministic);
  last->inside = false;
  last->last_inside = true;
}

void Builder::attach_escape(ElementSequence& to, ElementSequence* escape) {
  for (Element* element = to.first; element != nullptr; element = element->next) {
    attach_escape(element, escape);
    if (element == to.extent) return;
  }
}

void Builder::attach_escape(Element* to, ElementSequence* escape) {
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

void Builder::resolve_jumps() {
  for (const auto& [element, symbol] : jumps_) element->target = label_elements_[symbol];
  for (const auto& [element, loop] : breaks_) element->target = loop_ends_[loop];
}

// ---------------------------------------------------------------------------------------------------------------------
// control states

/// The element where control rests when passed to `element`; `inside`: from inside an atomic sequence.
Element* Builder::hunt(Element* element, bool inside) {
  constexpr int kMostJumps = 10000;
  int left = kMostJumps;
  Element* found = hunt(element, inside, left);
  if (left <= 0) problem(*element, "these jumps form a cycle");
  return found;
}

/// `left`: remaining jumps that may be followed, in all levels of `unless` together.
Element* Builder::hunt(Element* element, bool inside, int& left) {
  while (left-- > 0) {
    Element* next = nullptr;
    switch (element->kind) {
      case ElementKind::Goto: next = element->target; break;
      case ElementKind::Join:
      case ElementKind::Break:
        if (element->next == nullptr) return element;
        next = element->next;
        break;
      case ElementKind::Unless: next = hunt(element->sub.front()->first, inside, left); break;
      default: return element;
    }
    if (next == nullptr || (inside && !next->inside)) return element;
    if (next == element) left = 0;
    element = next;
  }
  return element;
}

Element* Builder::hunt_start(Element* element) {
  while (true) {
    if (element->kind == ElementKind::Join && element->next != nullptr)
      element = element->next;
    else if (element->kind == ElementKind::Unless)
      element = element->sub.front()->first;
    else
      return element;
  }
}

std::vector<FlowEdge>& Builder::edges(std::int32_t state) { return flow_.edges[static_cast<std::size_t>(state)]; }

void Builder::problem(const Element& element, std::string message) {
  for (Diagnostic& diagnostic : model_.sources.at(element.range, std::move(message)))
    flow_.problems.push_back(std::move(diagnostic));
}

/// If no other statement is in between, Spin treats the start of a d_step as its inside.
void Builder::warn_of_jump(const Element& element) {
  const bool leaves = element.statement != nullptr && element.statement->kind == StatementKind::Break;
  for (Diagnostic& diagnostic : model_.sources.at(
           element.range,
           leaves ? "the exit of this loop is a d_step, which Spin rejects; put a 'skip' before the d_step"
                  : "the target of this jump is a d_step, which Spin rejects; put a 'skip' before the d_step",
           Diagnostic::Severity::Warning))
    flow_.warnings.push_back(std::move(diagnostic));
}

void Builder::put(ElementSequence& sequence) {
  for (Element* element = sequence.first; element != nullptr; element = element->next) {
    if (!element->done) {
      element->done = true;
      switch (element->kind) {
        case ElementKind::Unless: put(*element->sub.front()); break;
        case ElementKind::If:
        case ElementKind::Do: {
          auto& options = options_[static_cast<std::size_t>(element->number)];
          for (ElementSequence* option : element->sub) {
            Element* start = hunt_start(option->first);
            if (!never_possible(*start)) options.push_back(start->number);
          }
          for (ElementSequence* option : element->sub) put(*option);
          break;
        }
        case ElementKind::Atomic:
        case ElementKind::Block:
        case ElementKind::DStep: put_sub(*element); break;
        default: put_element(*element);
      }
    }
    if (element == sequence.last) return;
  }
}

/// A jump out of an atomic sequence ends it; a jump from its end into another joins both.
void Builder::patch_jumps(ElementSequence& sequence) {
  for (Element* element = sequence.first; element != nullptr; element = element->next) {
    if (element->kind == ElementKind::Goto && element->target != nullptr) {
      const bool to_inside = element->target->inside || element->target->last_inside;
      if ((element->inside || element->last_inside) && !to_inside) {
        element->inside = false;
        element->last_inside = true;
      }
      if (element->last_inside && to_inside) {
        element->last_inside = false;
        element->inside = true;
      }
    } else if (element->kind == ElementKind::If || element->kind == ElementKind::Do ||
               element->kind == ElementKind::Unless) {
      for (ElementSequence* inner : element->sub) patch_jumps(*inner);
    }
    if (element == sequence.extent) return;
  }
}

void Builder::put_sub(Element& element) {
  ElementSequence& inner = *element.sub.front();
  patch_jumps(inner);
  Element* start = hunt_start(inner.first);
  inner.last->next = element.next;
  if (element.kind != ElementKind::DStep) {
    options_[static_cast<std::size_t>(element.number)].push_back(start->number);
    return put(inner);
  }
  FlowEdge edge;
  edge.element = &element;
  edge.target = element.next != nullptr ? hunt(element.next, element.inside)->number : 0;
  edge.keeps_control = element.inside;
  edge.inner = start->number;
  put_escapes(element, edge);
  edges(element.number).push_back(std::move(edge));
  put(inner);
}

void Builder::put_element(Element& element) {
  FlowEdge edge;
  edge.element = &element;
  edge.keeps_control = element.inside;
  Element* follower = element.kind == ElementKind::Goto ? element.target : element.next;
  if (follower != nullptr) {
    const Element* rest = hunt(follower, element.inside);
    edge.target = rest->number;
    if (element.kind == ElementKind::Goto && rest->kind == ElementKind::DStep) warn_of_jump(element);
  }
  put_escapes(element, edge);
  edges(element.number).push_back(std::move(edge));
}

void Builder::put_escapes(Element& element, FlowEdge& edge) {
  if (element.kind == ElementKind::Join || element.deterministic) return;
  for (ElementSequence* escape : element.escapes) edge.escapes.push_back(hunt(escape->first, element.inside)->number);
  for (ElementSequence* escape : element.escapes) put(*escape);
}

/// Replaces the options of compound control states by their first transitions, through nested ones.
void Builder::flatten() {
  std::vector<std::vector<FlowEdge>> flat = flow_.edges;
  for (std::size_t state = 0; state < options_.size(); ++state) {
    if (options_[state].empty()) continue;
    std::vector<std::int32_t> waiting(options_[state].rbegin(), options_[state].rend());
    std::vector<bool> seen(options_.size(), false);
    flat[state].clear();
    while (!waiting.empty()) {
      const std::size_t option = static_cast<std::size_t>(waiting.back());
      waiting.pop_back();
      if (!options_[option].empty()) {
        if (seen[option]) continue;
        seen[option] = true;
        waiting.insert(waiting.end(), options_[option].rbegin(), options_[option].rend());
      } else if (!flow_.edges[option].empty()) {
        flat[state].push_back(flow_.edges[option].front());
      }
    }
  }
  flow_.edges = std::move(flat);
}

/// Inserts the transitions of escapes before those they cover, innermost first.
void Builder::add_escape_edges() {
  for (std::size_t state = 1; state < flow_.edges.size(); ++state) {
    const std::vector<FlowEdge> own = flow_.edges[state];
    for (const FlowEdge& edge : own)
      for (std::size_t i = edge.escapes.size(); i-- > 0;) {
        const std::int32_t escape = edge.escapes[i];
        const std::vector<FlowEdge> added = edges(escape);
        for (const FlowEdge& candidate : added) {
          std::vector<FlowEdge>& here = flow_.edges[state];
          const bool there = std::any_of(here.begin(), here.end(), [&](const FlowEdge& present) {
            return present.element->identity == candidate.element->identity;
          });
          if (there) continue;
          FlowEdge copy = candidate;
          copy.escape = escape;
          here.insert(here.begin(), std::move(copy));
        }
      }
  }
}

void Builder::mark_labels() {
  const std::size_t count = flow_.edges.size();
  flow_.may_end.assign(count, false);
  flow_.progress.assign(count, false);
  flow_.accepting.assign(count, false);
  for (const auto& [symbol, element] : label_elements_) {
    const std::size_t state = static_cast<std::size_t>(element->number);
    flow_.labels[symbol] = element->number;
    if (has_prefix(symbol->name, "end")) flow_.may_end[state] = true;
    if (has_prefix(symbol->name, "progress")) flow_.progress[state] = true;
    if (has_prefix(symbol->name, "accept")) flow_.accepting[state] = true;
  }
  for (const Element& element : flow_.elements)
    if (element.kind == ElementKind::End) flow_.may_end[static_cast<std::size_t>(element.number)] = true;
  for (std::size_t state = 1; state < count; ++state) {
    const auto& here = flow_.edges[state];
    if (here.size() == 1 && here.front().element->kind == ElementKind::Join && flow_.may_end[state])
      flow_.may_end[static_cast<std::size_t>(here.front().target)] = true;
  }
}

Flow Builder::build() {
  ElementSequence* body = open();
  add_sequence(process_.body, *body);
  append(make(ElementKind::End, nullptr, process_.end), *body);
  close(body);
  resolve_jumps();
  const std::size_t count = static_cast<std::size_t>(next_number_);
  flow_.edges.resize(count);
  options_.resize(count);
  put(*body);
  flow_.start = hunt(body->first, body->first->inside)->number;
  flatten();
  add_escape_edges();
  mark_labels();
  flow_.deterministic.assign(count, false);
  for (const Element& element : flow_.elements)
    flow_.deterministic[static_cast<std::size_t>(element.number)] = element.deterministic;
  return std::move(flow_);
}

}  // namespace

Flow build_flow(Model& model, Process& process, std::uint32_t& identity,
                const std::unordered_set<const Symbol*>& referenced) {
  return Builder(model, process, identity, referenced).build();
}

}  // namespace weir::promela
