// SPDX-License-Identifier: Apache-2.0
#include "pipeline/explorer/explored_model.h"

#include <utility>

#include "base/text/source_text.h"
#include "formula/printer.h"
#include "formula/property_file.h"
#include "frontend/open_model.h"
#include "model/program_system.h"
#include "pipeline/prepare/property.h"

namespace weir {
namespace {

constexpr std::size_t kLargestSource = 4 << 20;  ///< larger files are data, not read by people

void add_source(const std::string& file, std::vector<SourceFile>& sources) {
  if (file.empty() || file == "-") return;
  for (const SourceFile& known : sources)
    if (known.name == file) return;
  if (const auto text = SourceText::read_file(file, kLargestSource))
    sources.push_back({file, std::string(text->text())});
}

/// The lines where the formulas of an .ltl file begin, in order; empty for other files.
std::vector<std::uint32_t> lines_of(const std::string& file) {
  std::vector<std::uint32_t> lines;
  if (file.ends_with(".xml")) return lines;
  const auto source = SourceText::read_file(file);
  if (!source) return lines;
  const auto formulas = read_property_file(*source, {.model_atoms = true});
  if (!formulas) return lines;
  for (const NamedFormula& formula : *formulas) lines.push_back(formula.line);
  return lines;
}

std::string parsed(const Property& property) {
  return property.kind == PropertyKind::Ltl && property.formula ? to_string(*property.formula, Syntax::Model) : "";
}

/// Adds the stated properties and those of the file; their atoms are resolved, so that mistakes are found at once.
Diagnostics add_properties(const ExplorerOptions& options, ExploredModel& explored) {
  const std::vector<StatedProperty>& stated = explored.model.properties;
  const Expected<std::vector<Property>> own =
      collect_properties(explored.model, *explored.system, CheckOptions(), explored.warnings);
  if (!own) return own.error();
  for (std::size_t i = 0; i < own->size(); ++i) {
    const Property& property = (*own)[i];
    explored.properties.push_back(
        {property.name, property.kind, property.text, parsed(property), stated[i].file, stated[i].line});
  }
  if (options.properties_file.empty()) return {};
  const Expected<std::vector<Property>> filed = collect_properties(
      explored.model, *explored.system, CheckOptions{.properties_file = options.properties_file}, explored.warnings);
  if (!filed) return filed.error();
  const std::vector<std::uint32_t> lines = lines_of(options.properties_file);
  for (std::size_t i = 0; i < filed->size(); ++i) {
    const Property& property = (*filed)[i];
    explored.properties.push_back({property.name, property.kind, property.text, parsed(property),
                                   options.properties_file, i < lines.size() ? lines[i] : 0});
  }
  add_source(options.properties_file, explored.sources);
  return {};
}

Expected<std::unique_ptr<ExploredModel>> completed(std::unique_ptr<ExploredModel> explored,
                                                   const ExplorerOptions& options) {
  if (ProgramSystem* program = program_of(*explored->system)) {
    // A watch may mention any variable later, when states already have numbers.
    explored->hidden = program->keep_hidden_variables();
    // Every new watch would compile native code again, and few states are expanded.
    if (options.model.executor == Executor::Auto) program->use(Executor::Interpreter);
  }
  if (Diagnostics problems = add_properties(options, *explored); !problems.empty()) return problems;
  return explored;
}

}  // namespace

Expected<std::unique_ptr<ExploredModel>> open_explored(const std::string& path, const ExplorerOptions& options) {
  Expected<Model> model = open_model(path, options.model);
  if (!model) return model.error();
  auto explored = std::make_unique<ExploredModel>();
  explored->model = std::move(*model);
  explored->system = explored->model.system.get();
  explored->warnings = explored->model.warnings;
  for (const SourceDigest& source : explored->model.sources) add_source(source.name, explored->sources);
  return completed(std::move(explored), options);
}

Expected<std::unique_ptr<ExploredModel>> open_explored(TransitionSystem& system, const ExplorerOptions& options) {
  auto explored = std::make_unique<ExploredModel>();
  explored->system = &system;
  return completed(std::move(explored), options);
}

}  // namespace weir
