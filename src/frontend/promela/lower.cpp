// SPDX-License-Identifier: Apache-2.0
#include "frontend/promela/lower.h"

#include <algorithm>
#include <utility>

#include "formula/printer.h"
#include "frontend/promela/claim.h"
#include "frontend/promela/impossible_atoms.h"
#include "frontend/promela/lower_program.h"
#include "frontend/promela/promela.h"

namespace weir::promela {

namespace {

/// Keeps the syntax tree and the compiler for the atoms of formulas.
class PromelaAtoms : public AtomReader {
 public:
  PromelaAtoms(Model model, Program& program)
      : model_(std::move(model)), program_(program), compiler_(model_, program) {}

  Expected<ProgramParts> lower() { return lower_program(model_, program_, compiler_); }
  Diagnostics warnings_of_atoms() const override { return atom_warnings_; }

  Expected<CompiledAtom> read(std::string_view text) override {
    if (text.starts_with(kFailurePrefix) && text.ends_with(")")) return read_failure(text);
    Diagnostics odd;
    Expected<Expression*> parsed = parse_expression_atom(model_, text, kAtomText, &odd);
    if (!parsed) return parsed.error();
    const Expression& expression = **parsed;
    append(atom_warnings_, odd);
    append(atom_warnings_, impossible_parts(model_, program_, compiler_, expression));
    CompiledAtom atom;
    switch (expression.kind) {
      case ExpressionKind::Sent:
      case ExpressionKind::Received:
        atom.kind = expression.kind == ExpressionKind::Sent ? CompiledAtom::Kind::Sent : CompiledAtom::Kind::Received;
        atom.code = compiler_.value(*expression.a);
        if (expression.b != nullptr) atom.message = compiler_.value(*expression.b);
        break;
      case ExpressionKind::By:
        atom.kind = CompiledAtom::Kind::By;
        atom.process_type = compiler_.process_type(expression.symbol->process);
        if (expression.a != nullptr) atom.code = compiler_.value(*expression.a);
        break;
      default: atom.code = compiler_.value(expression);
    }
    return atom;
  }

 private:
  /// Parses `fails(EXPRESSION)`: evaluating the expression is a run-time error.
  Expected<CompiledAtom> read_failure(std::string_view text) {
    text.remove_prefix(kFailurePrefix.size());
    text.remove_suffix(1);
    Expected<Expression*> parsed = parse_expression_atom(model_, text);
    if (!parsed) return parsed.error();
    CompiledAtom atom;
    atom.kind = CompiledAtom::Kind::Fails;
    atom.code = compiler_.value(**parsed);
    return atom;
  }

  Model model_;
  Program& program_;
  Compiler compiler_;
  Diagnostics atom_warnings_;
};

TrailFacts trail_facts(const Program& program) {
  TrailFacts facts;
  facts.has_progress = program.has_progress;
  facts.has_accepting = program.has_accepting;
  for (const Transition& transition : program.transitions)
    if (transition.kind == TransitionKind::Normal && transition.guard.empty() && transition.channel_operation == kNone)
      facts.mergeable.insert(transition.origin);
  return facts;
}

/// Warns where Spin's verifier changes the model's behaviour while checking a claim, and weir does not.
Diagnostics differences_from_spin(const Program& program, bool has_formulas, bool has_claims) {
  Diagnostics warnings;
  const auto warn = [&](const char* message) {
    warnings.push_back({.severity = Diagnostic::Severity::Warning, .message = message});
  };
  const bool counts = std::any_of(program.code.begin(), program.code.end(), [](const Instruction& instruction) {
    return instruction.op == OpCode::ProcessCount;
  });
  if (counts && (has_formulas || has_claims))
    warn("_nr_pr counts the processes of the model; Spin also counts the claim while it checks one");
  if (program.has_accepting && has_formulas)
    warn(
        "unlike in Spin, accept labels do not affect the ltl blocks of the model; check them with --acceptance-cycles");
  return warnings;
}

struct Lowered {
  std::unique_ptr<ProgramSystem> system;
  ProgramParts parts;

  /// The system with its trace assertion.
  std::unique_ptr<TransitionSystem> watched() {
    if (!parts.trace) return std::move(system);
    return watch(std::move(system), std::move(*parts.trace));
  }
};

Expected<Lowered> lower_all(Model model) {
  auto program = std::make_unique<Program>();
  auto atoms = std::make_unique<PromelaAtoms>(std::move(model), *program);
  Expected<ProgramParts> parts = atoms->lower();
  if (!parts) return parts.error();
  if (program->has_accepting)
    for (StatedProperty& claim : parts->claims) count_model_labels(claim.claim);
  return Lowered{std::make_unique<ProgramSystem>(std::move(program), std::move(atoms)), std::move(*parts)};
}

}  // namespace

Expected<std::unique_ptr<ProgramSystem>> lower(Model model, std::vector<StatedProperty>* claims) {
  Expected<Lowered> lowered = lower_all(std::move(model));
  if (!lowered) return lowered.error();
  if (claims != nullptr) *claims = std::move(lowered->parts.claims);
  return std::move(lowered->system);
}

Expected<std::unique_ptr<TransitionSystem>> lower_watched(Model model) {
  Expected<Lowered> lowered = lower_all(std::move(model));
  if (!lowered) return lowered.error();
  return lowered->watched();
}

Expected<weir::Model> open_promela(const std::string& path, const ModelOptions& options) {
  ParseOptions parse;
  parse.definitions = options.definitions;
  Expected<Model> parsed = parse_model_file(path, parse);
  if (!parsed) return parsed.error();
  weir::Model result;
  result.warnings = parsed->warnings;
  result.sources = parsed->sources.digests();
  result.properties.push_back({.kind = StatedProperty::Kind::Assertions, .name = "assertions"});
  result.properties.push_back({.kind = StatedProperty::Kind::Deadlock, .name = "deadlock"});
  for (const LtlBlock& block : parsed->ltl) {
    Expected<Formula> formula = to_formula(*parsed, block);
    if (!formula) return formula.error();
    const SourceMap::Position position = parsed->sources.position(block.range);
    StatedProperty property;
    property.kind = StatedProperty::Kind::Ltl;
    property.name = block.name;
    property.text = block.text.empty() ? weir::to_string(*formula, Syntax::Model) : block.text;
    property.formula = *formula;
    property.file = position.file;
    property.line = position.line;
    result.properties.push_back(std::move(property));
  }
  Expected<Lowered> lowered = lower_all(std::move(*parsed));
  if (!lowered) return lowered.error();
  const Program& program = lowered->system->program();
  std::vector<StatedProperty>& claims = lowered->parts.claims;
  append(result.warnings, lowered->parts.warnings);
  append(result.warnings, differences_from_spin(program, result.properties.size() > 2, !claims.empty()));
  for (StatedProperty& claim : claims) result.properties.push_back(std::move(claim));
  result.trails = trail_facts(program);
  result.system = lowered->watched();
  return result;
}

}  // namespace weir::promela
