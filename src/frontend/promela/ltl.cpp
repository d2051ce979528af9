// SPDX-License-Identifier: Apache-2.0
// Parses formulas in the context of a model: ltl blocks, formulas of the command line, and single atoms.
#include <algorithm>

#include "formula/model_atom.h"
#include "frontend/promela/parser.h"
#include "frontend/promela/print.h"
#include "frontend/promela/promela.h"

namespace weir::promela {
namespace {

Op temporal(Operator op) {
  switch (op) {
    case Operator::Next: return Op::Next;
    case Operator::Always: return Op::Globally;
    case Operator::Eventually: return Op::Finally;
    case Operator::Until: return Op::Until;
    case Operator::Release: return Op::Release;
    case Operator::WeakUntil: return Op::WeakUntil;
    case Operator::Implies: return Op::Implies;
    case Operator::Equivalent: return Op::Equiv;
    default: return Op::Atom;
  }
}

/// Connectives become connectives of the logic; the expressions below them become atoms. The parser limits the depth.
Formula convert(const Expression& e) {
  if (e.kind == ExpressionKind::Constant && e.symbol == nullptr) return Formula::constant(e.value != 0);
  if (e.kind == ExpressionKind::Unary) {
    if (e.op == Operator::Not) return !convert(*e.a);
    if (temporal(e.op) != Op::Atom) return Formula::unary(temporal(e.op), convert(*e.a));
  }
  if (e.kind == ExpressionKind::Binary) {
    if (e.op == Operator::And) return convert(*e.a) & convert(*e.b);
    if (e.op == Operator::Or) return convert(*e.a) | convert(*e.b);
    if (temporal(e.op) != Op::Atom) return Formula::binary(temporal(e.op), convert(*e.a), convert(*e.b));
  }
  return Formula::atom(model_atom(to_string(e)));
}

/// Finds a temporal operator below an arithmetic operator, which has no meaning.
const Expression* misplaced_operator(const Expression& e, bool below_arithmetic) {
  const bool is_connective = e.kind == ExpressionKind::Unary || e.kind == ExpressionKind::Binary;
  const bool is_temporal = is_connective && temporal(e.op) != Op::Atom;
  if (is_temporal && below_arithmetic) return &e;
  const bool logical =
      is_temporal || (is_connective && (e.op == Operator::Not || e.op == Operator::And || e.op == Operator::Or));
  for (const Expression* part : {e.a, e.b, e.c}) {
    if (part == nullptr) continue;
    if (const Expression* found = misplaced_operator(*part, below_arithmetic || !logical)) return found;
  }
  return nullptr;
}

Expected<Expression*> read(Model& model, std::string_view text, const std::string& source_name, LexMode mode,
                           Diagnostics* warnings = nullptr) {
  Diagnostics diagnostics;
  Preprocessor& preprocessor = *model.context.preprocessor;
  preprocessor.use(model.sources);
  const std::vector<PreprocessorToken> raw = preprocessor.run(SourceText(source_name, std::string(text)), diagnostics);
  Messages messages(model.sources);
  Expression* expression = nullptr;
  std::vector<Token> tokens = lex(raw, mode);
  if (diagnostics.empty() && (tokens.empty() || tokens.front().kind == Tok::End)) {
    return SourceText(source_name, std::string(text))
        .at(0, std::max<std::size_t>(text.size(), 1), "the formula is empty");
  }
  if (diagnostics.empty()) {
    Parser parser(model, std::move(tokens), messages);
    expression = parser.parse_formula(mode == LexMode::Ltl);
    check_formula(model, parser.facts(), messages);
    if (messages.errors() == 0 && expression != nullptr) {
      if (const Expression* wrong = misplaced_operator(*expression, false)) {
        messages.error(wrong->range, "a temporal operator cannot be an operand of arithmetic or a comparison");
      }
    }
  }
  if (messages.errors() > 0 || expression == nullptr) {
    append(diagnostics, messages.take());
    return diagnostics;
  }
  if (warnings != nullptr) *warnings = messages.take();
  return expression;
}

}  // namespace

bool may_fail(const Expression& e) {
  std::vector<const Expression*> waiting = {&e};
  while (!waiting.empty()) {
    const Expression& here = *waiting.back();
    waiting.pop_back();
    switch (here.kind) {
      case ExpressionKind::Constant:
      case ExpressionKind::Variable:
      case ExpressionKind::Unary:
      case ExpressionKind::Conditional:
      case ExpressionKind::PcValue:
      case ExpressionKind::GetPriority:
      case ExpressionKind::Timeout:
      case ExpressionKind::NonProgress:
      case ExpressionKind::RemoteLabel:
      case ExpressionKind::RemoteVariable: break;
      case ExpressionKind::Binary:
        if (here.op == Operator::Divide || here.op == Operator::Modulo) return true;
        break;
      default: return true;  // for instance a channel that does not exist, or enabled() of a guard that fails
    }
    for (const Selector& selector : here.path)
      if (selector.index != nullptr) return true;
    for (const Expression* part : {here.a, here.b, here.c})
      if (part != nullptr) waiting.push_back(part);
  }
  return false;
}

Expected<Formula> to_formula(const Model& model, const LtlBlock& block) {
  if (const Expression* wrong = misplaced_operator(*block.formula, false)) {
    return model.sources.at(wrong->range, "a temporal operator cannot be an operand of arithmetic or a comparison");
  }
  return convert(*block.formula);
}

Expected<Formula> parse_ltl(Model& model, std::string_view text, const std::string& source_name) {
  Expected<Expression*> expression = read(model, text, source_name, LexMode::Ltl);
  if (!expression) return expression.error();
  return convert(**expression);
}

Expected<Expression*> parse_expression_atom(Model& model, std::string_view text, const std::string& source_name,
                                            Diagnostics* warnings) {
  return read(model, text, source_name, LexMode::Promela, warnings);
}

namespace {

/// Appends the flat fields of `base`, a structure.
void spell_out(Model& model, const Expression& base, std::vector<Expression*>& out) {
  for (Symbol* field : base.path.back().symbol->type.structure->fields) {
    for (std::int32_t i = 0; i < field->array_size; ++i) {
      Expression* part = model.new_expression(base.kind);
      *part = base;
      Selector selector{field, nullptr, base.range};
      if (field->is_array) selector.index = model.new_constant(i, base.range);
      part->path.push_back(selector);
      if (field->type.basic == BasicType::Struct) {
        spell_out(model, *part, out);
      } else {
        out.push_back(part);
      }
    }
  }
}

}  // namespace

std::vector<Expression*> flat_arguments(Model& model, const std::vector<Expression*>& arguments) {
  std::vector<Expression*> flat;
  for (Expression* argument : arguments) {
    const bool structure =
        argument->kind == ExpressionKind::Variable && argument->path.back().symbol->type.basic == BasicType::Struct;
    if (structure) {
      spell_out(model, *argument, flat);
    } else {
      flat.push_back(argument);
    }
  }
  return flat;
}

}  // namespace weir::promela
