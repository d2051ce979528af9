// SPDX-License-Identifier: Apache-2.0
#include "pipeline/property.h"

#include <algorithm>
#include <utility>

#include "base/source_text.h"
#include "formula/parser.h"
#include "formula/printer.h"
#include "formula/property_file.h"
#include "frontend/pnml/mcc_properties.h"

namespace weir {
namespace {

Property from_stated(const StatedProperty& stated) {
  Property property;
  property.name = stated.name;
  property.text = stated.text;
  property.system = stated.system;
  switch (stated.kind) {
    case StatedProperty::Kind::Ltl:
      property.kind = PropertyKind::Ltl;
      property.formula = stated.formula;
      if (property.text.empty() && stated.formula) property.text = to_string(*stated.formula);
      break;
    case StatedProperty::Kind::Never:
      property.kind = PropertyKind::Ltl;
      property.claim = stated.claim;
      break;
    case StatedProperty::Kind::Assertions:
      property.kind = PropertyKind::Assertion;
      if (property.name.empty()) property.name = "assertions";
      break;
    case StatedProperty::Kind::Deadlock:
      property.kind = PropertyKind::Deadlock;
      if (property.name.empty()) property.name = "deadlock";
      break;
  }
  return property;
}

Expected<Property> from_name(const Model& model, const std::string& name) {
  std::string known;
  for (const StatedProperty& stated : model.properties) {
    if (stated.name == name) return from_stated(stated);
    known += (known.empty() ? "" : ", ") + stated.name;
  }
  return Diagnostic{.message = "the model states no property `" + name + "`" +
                               (known.empty() ? "; it states none" : "; it states " + known)};
}

Expected<Property> from_formula(PropertyKind kind, const PropertyRequest& request) {
  const std::string option = kind == PropertyKind::Ltl ? "--ltl" : "--ltlf";
  Expected<Formula> formula = parse_formula(request.text, {.model_atoms = true}, option);
  if (!formula) return formula.error();
  return Property{.kind = kind, .text = request.text, .formula = *formula};
}

Expected<Property> from_request(const Model& model, const PropertyRequest& request) {
  using Kind = PropertyRequest::Kind;
  switch (request.kind) {
    case Kind::Ltl: return from_formula(PropertyKind::Ltl, request);
    case Kind::Ltlf: return from_formula(PropertyKind::Ltlf, request);
    case Kind::Named: return from_name(model, request.text);
    case Kind::Deadlock: return Property{.kind = PropertyKind::Deadlock, .name = "deadlock"};
    case Kind::Assertions: return Property{.kind = PropertyKind::Assertion, .name = "assertions"};
    case Kind::ProgressCycles: {
      // No cycle without progress: for ever again, a state that is not without progress. A run that has ended goes
      // round no cycle.
      const Formula formula =
          Formula::unary(Op::Globally, Formula::unary(Op::Finally, (!Formula::atom("np_")) | Formula::atom("dead")));
      return Property{
          .kind = PropertyKind::Progress, .name = "progress", .text = to_string(formula), .formula = formula};
    }
    case Kind::AcceptanceCycles: {
      const Formula formula = Formula::unary(
          Op::Finally, Formula::unary(Op::Globally, (!Formula::atom("accept_")) | Formula::atom("dead")));
      return Property{
          .kind = PropertyKind::Acceptance, .name = "acceptance", .text = to_string(formula), .formula = formula};
    }
    case Kind::Automaton:
      return Property{.kind = PropertyKind::Ltl, .text = request.text, .automaton_file = request.text};
  }
  return Diagnostic{.message = "unknown kind of property"};
}

Expected<std::vector<Property>> from_file(const std::string& path) {
  Expected<SourceText> source = SourceText::read_file(path);
  if (!source) return source.error();
  std::vector<Property> properties;
  const auto add = [&](const std::string& name, const std::string& text, Formula formula) {
    properties.push_back({.kind = PropertyKind::Ltl, .name = name, .text = text, .formula = formula});
  };
  if (path.ends_with(".xml")) {
    const auto formulas = pnml::parse_mcc_properties(*source);
    if (!formulas) return formulas.error();
    for (const auto& formula : *formulas) add(formula.id, to_string(formula.formula), formula.formula);
    return properties;
  }
  const auto formulas = read_property_file(*source, {.model_atoms = true});
  if (!formulas) return formulas.error();
  for (const NamedFormula& formula : *formulas) add(formula.name, formula.text, formula.formula);
  return properties;
}

}  // namespace

Expected<std::vector<Property>> collect_properties(const Model& model, const CheckOptions& options) {
  std::vector<Property> properties;
  Diagnostics problems;
  for (const PropertyRequest& request : options.properties) {
    Expected<Property> property = from_request(model, request);
    if (!property) {
      problems.insert(problems.end(), property.error().begin(), property.error().end());
      continue;
    }
    if (!request.name.empty()) property->name = request.name;
    properties.push_back(std::move(*property));
  }
  if (!problems.empty()) return problems;
  if (!options.properties_file.empty()) {
    Expected<std::vector<Property>> more = from_file(options.properties_file);
    if (!more) return more.error();
    properties.insert(properties.end(), more->begin(), more->end());
  }
  if (options.properties.empty() && options.properties_file.empty()) {
    for (const StatedProperty& stated : model.properties) properties.push_back(from_stated(stated));
  }
  std::size_t number = 0;
  for (Property& property : properties) {
    if (property.name.empty()) property.name = "p" + std::to_string(number++);
  }
  return properties;
}

}  // namespace weir
