// SPDX-License-Identifier: Apache-2.0
#include "frontend/dve/dve.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/text/has_errors.h"
#include "base/text/preprocessor.h"
#include "frontend/dve/composed_system.h"
#include "frontend/dve/lower.h"
#include "frontend/dve/parser.h"
#include "frontend/dve/property.h"
#include "model/program_system.h"

namespace weir::dve {
namespace {

/// Source and symbols of a model, kept for the atoms of formulas.
struct Context {
  SourceMap map;
  std::unique_ptr<Preprocessor> preprocessor;
  Symbols symbols;
  Program* program = nullptr;
};

/// Atoms are DVE expressions, resolved outside of all processes, with the macros of the model.
class ExpressionAtoms : public AtomReader {
 public:
  explicit ExpressionAtoms(std::unique_ptr<Context> context) : context_(std::move(context)) {}

  Expected<CompiledAtom> read(std::string_view text) override {
    Diagnostics errors;
    const auto tokens = context_->preprocessor->run(SourceText(kAtomText, std::string(text)), errors);
    if (!errors.empty()) return errors;
    std::vector<Expression> expressions;
    const auto root = parse_expression(tokens, context_->map, expressions);
    if (!root) return root.error();
    CompiledAtom atom;
    CodeBuilder code(context_->program->code);
    ExpressionCompiler(context_->symbols, expressions, context_->map, errors).value(code, *root, kOutside);
    atom.code = code.finish();
    if (!errors.empty()) return errors;
    return atom;
  }

 private:
  std::unique_ptr<Context> context_;
};

/// Builds the system with a property process that has variables, effects or synchronisations.
Expected<std::shared_ptr<TransitionSystem>> system_with_property(const Specification& specification,
                                                                 const Process& property, const SourceMap& map) {
  const auto made = [](Lowered& lowered) {
    return std::make_unique<ProgramSystem>(std::make_unique<Program>(std::move(lowered.program)), nullptr);
  };
  // The property process needs space in the state, so this may fail even if the system alone did not.
  Expected<Lowered> beside_property = lower(specification, map, Part::BesideProperty);
  if (!beside_property) return beside_property.error();
  Expected<Lowered> property_alone = lower(specification, map, Part::PropertyAlone);
  if (!property_alone) return property_alone.error();
  Lowered& beside = *beside_property;
  Lowered& alone = *property_alone;
  PropertyParts parts;
  parts.location_bytes = beside.program.header_bytes;
  parts.location =
      beside.program.fixed_bytes + static_cast<std::uint32_t>(beside.property) * beside.program.header_bytes;
  parts.stuck = beside.stuck;
  parts.variables = beside.property_bytes;
  if (specification.synchronous)
    parts.beside = synchronous(made(beside), beside.writes, beside.property);
  else
    parts.beside = made(beside);
  parts.alone = made(alone);
  const bool synchronises = std::any_of(property.transitions.begin(), property.transitions.end(),
                                        [](const Transition& transition) { return transition.sync.present; });
  if (synchronises) {
    Expected<Lowered> together = lower(specification, map, Part::PropertySynchronised);
    if (!together) return together.error();
    parts.together = made(*together);
  }
  return std::shared_ptr<TransitionSystem>(with_property(std::move(parts)));
}

}  // namespace

Expected<Model> read_dve(SourceText text, const std::vector<std::pair<std::string, std::string>>& definitions) {
  auto context = std::make_unique<Context>();
  context->preprocessor = std::make_unique<Preprocessor>(context->map, definitions);
  Diagnostics messages;
  const auto tokens = context->preprocessor->run(std::move(text), messages);
  if (has_errors(messages)) return messages;
  const auto specification = parse_specification(tokens, context->map);
  if (!specification) return specification.error();
  auto lowered = lower(*specification, context->map);
  if (!lowered) return lowered.error();
  auto properties = stated_properties(*specification, lowered->symbols, context->map);
  if (!properties) return properties.error();
  if (specification->has_property) {
    const Process& property = specification->processes[lowered->symbols.process_index.at(specification->property.text)];
    if (acts(property)) {
      auto system = system_with_property(*specification, property, context->map);
      if (!system) return system.error();
      properties->front().system = std::move(*system);
    }
  }

  auto program = std::make_unique<Program>(std::move(lowered->program));
  context->symbols = std::move(lowered->symbols);
  context->program = program.get();
  Model model;
  model.sources = context->map.digests();
  model.properties = std::move(*properties);
  model.warnings = std::move(messages);
  append(model.warnings, lowered->warnings);
  auto system =
      std::make_unique<ProgramSystem>(std::move(program), std::make_unique<ExpressionAtoms>(std::move(context)));
  if (specification->synchronous)
    model.system = synchronous(std::move(system), lowered->writes);
  else
    model.system = std::move(system);
  return model;
}

Expected<Model> open_dve(const std::string& path, const ModelOptions& options) {
  auto source = SourceText::read_file(path);
  if (!source) return source.error();
  return read_dve(std::move(*source), options.definitions);
}

}  // namespace weir::dve
