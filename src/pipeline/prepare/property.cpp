// SPDX-License-Identifier: Apache-2.0
#include "pipeline/prepare/property.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text/hoa_syntax.h"
#include "base/text/nearest_name.h"
#include "base/text/printable.h"
#include "base/text/source_text.h"
#include "formula/printer.h"
#include "formula/property_file.h"
#include "frontend/pnml/mcc_properties.h"
#include "pipeline/prepare/known_atoms.h"

namespace weir {
namespace {

Property from_stated(const StatedProperty& stated) {
  Property property;
  property.name = stated.name;
  property.text = stated.text;
  property.system = stated.system;
  switch (stated.kind) {
    case StatedProperty::Kind::Ltl:
    case StatedProperty::Kind::Invariant:
      property.kind = stated.kind == StatedProperty::Kind::Ltl ? PropertyKind::Ltl : PropertyKind::Assertion;
      property.formula = stated.formula;
      if (property.text.empty() && stated.formula) property.text = to_string(*stated.formula, Syntax::Model);
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

bool is_built_in(const StatedProperty& stated) {
  return stated.kind == StatedProperty::Kind::Assertions || stated.kind == StatedProperty::Kind::Deadlock;
}

/// "the ltl formula at m.pml:3"
std::string description_of(const StatedProperty& stated) {
  const std::string what = stated.kind == StatedProperty::Kind::Never ? "the never claim" : "the formula";
  return stated.file.empty() ? what + " " + stated.name
                             : what + " at " + stated.file + ":" + std::to_string(stated.line);
}

/// The properties that a name may denote. Names in the model take precedence over weir's: an `ltl deadlock` over the
/// absence of deadlocks. `never` is any never claim if none has that name.
std::vector<const StatedProperty*> called(const Model& model, const std::string& name) {
  const auto collect = [&](auto fits) {
    std::vector<const StatedProperty*> found;
    for (const StatedProperty& stated : model.properties) {
      if (fits(stated)) found.push_back(&stated);
    }
    return found;
  };
  using Stated = const StatedProperty&;
  auto found = collect([&](Stated stated) { return !is_built_in(stated) && stated.name == name; });
  if (found.empty()) found = collect([&](Stated stated) { return stated.other_name == name && !name.empty(); });
  if (found.empty() && name == "never") {
    found = collect([&](Stated stated) { return stated.kind == StatedProperty::Kind::Never; });
  }
  if (found.empty()) found = collect([&](Stated stated) { return stated.name == name; });
  return found;
}

Expected<Property> from_name(const Model& model, const std::string& name) {
  const std::vector<const StatedProperty*> found = called(model, name);
  if (found.size() == 1) return from_stated(*found.front());
  std::string list;
  if (found.empty()) {
    NearestName nearest(name);
    for (const StatedProperty& stated : model.properties) {
      list += (list.empty() ? "" : ", ") + stated.name;
      nearest.consider(stated.name);
    }
    return Diagnostic{.message = "the model has no property `" + name + "`" + nearest.suggestion() +
                                 (list.empty() ? "; it has none" : "; it has " + list)};
  }
  for (const StatedProperty* stated : found) list += (list.empty() ? "" : ", ") + description_of(*stated);
  return Diagnostic{.message = "several properties are named `" + name + "`: " + list};
}

Expected<Property> from_formula(AtomCheck& atoms, PropertyKind kind, const PropertyRequest& request) {
  const std::string option = kind == PropertyKind::Ltl ? "--ltl" : "--ltlf";
  std::vector<std::string> written;
  Expected<Formula> formula = atoms.parse(request.text, option, &written);
  if (!formula) return formula.error();
  return Property{.kind = kind, .text = request.text, .formula = *formula, .atoms = std::move(written)};
}

Expected<Property> from_automaton_file(AtomCheck& atoms, const std::string& path, bool is_property) {
  Expected<SourceText> source = SourceText::read_file(path);
  if (!source) return source.error();
  Expected<std::vector<HoaDocument>> automata = parse_hoa(*source);
  if (!automata) return automata.error();
  std::vector<AtomPlace> places;
  for (const HoaDocument& automaton : *automata) {
    for (std::size_t i = 0; i < automaton.atoms.size(); ++i) {
      places.push_back({automaton.atoms[i], automaton.atom_offsets[i], automaton.atoms[i].size() + 2});
    }
  }
  if (Diagnostics problems = atoms.problems(*source, places); !problems.empty()) return problems;
  return Property{
      .kind = PropertyKind::Ltl, .text = path, .automaton_file = path, .automaton_is_property = is_property};
}

Expected<Property> from_request(const Model& model, AtomCheck& atoms, const PropertyRequest& request) {
  using Kind = PropertyRequest::Kind;
  switch (request.kind) {
    case Kind::Ltl: return from_formula(atoms, PropertyKind::Ltl, request);
    case Kind::Ltlf: return from_formula(atoms, PropertyKind::Ltlf, request);
    case Kind::Named: return from_name(model, request.text);
    case Kind::Deadlock: return Property{.kind = PropertyKind::Deadlock, .name = "deadlock"};
    case Kind::Assertions: return Property{.kind = PropertyKind::Assertion, .name = "assertions"};
    case Kind::ProgressCycles: {
      // No cycle without progress: infinitely often, a state with progress. A run that has ended is not a cycle.
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
    case Kind::FailureAutomaton: return from_automaton_file(atoms, request.text, request.kind == Kind::Automaton);
  }
  return Diagnostic{.message = "unknown kind of property"};
}

Expected<std::vector<Property>> from_file(AtomCheck& known, const std::string& path) {
  Expected<SourceText> source = SourceText::read_file(path);
  if (!source) return source.error();
  const Diagnostic nothing{.message = "the file contains no formula", .file = path};
  std::vector<Property> properties;
  Diagnostics problems;
  const auto complain = [&](Diagnostics more) { problems.insert(problems.end(), more.begin(), more.end()); };
  const auto add = [&](const std::string& name, const std::string& text, Formula formula) {
    properties.push_back({.kind = PropertyKind::Ltl, .name = name, .text = text, .formula = formula});
  };
  if (path.ends_with(".xml")) {
    const auto formulas = pnml::parse_mcc_properties(*source);
    if (!formulas) return formulas.error();
    for (const auto& formula : *formulas) {
      complain(known.problems(path, "property '" + formula.id + "'", atoms(formula.formula)));
      add(formula.id, to_string(formula.formula, Syntax::Model), formula.formula);
    }
    if (!problems.empty()) return problems;
    if (properties.empty()) return nothing;
    return properties;
  }
  const auto formulas = read_property_file(*source, known.syntax());
  if (!formulas) return formulas.error();
  for (const NamedFormula& formula : *formulas) {
    complain(known.problems(*source, formula.atoms));
    add(formula.name, formula.text, formula.formula);
  }
  if (!problems.empty()) return problems;
  if (properties.empty()) return nothing;
  return properties;
}

}  // namespace

Expected<std::vector<Property>> collect_properties(const Model& model, TransitionSystem& system,
                                                   const CheckOptions& options, Diagnostics& warnings) {
  std::vector<Property> properties;
  Diagnostics problems;
  AtomCheck atoms(system);
  std::vector<Property> filed;
  if (!options.properties_file.empty()) {
    Expected<std::vector<Property>> read = from_file(atoms, options.properties_file);
    if (!read) return read.error();
    filed = std::move(*read);
  }
  bool chosen = false;  // some of the file by their names, and not all
  for (const PropertyRequest& request : options.properties) {
    const auto named =
        std::find_if(filed.begin(), filed.end(), [&](const Property& one) { return one.name == request.text; });
    if (request.kind == PropertyRequest::Kind::Named && named != filed.end()) {
      properties.push_back(*named);
      chosen = true;
      continue;
    }
    Expected<Property> property = from_request(model, atoms, request);
    if (!property) {
      problems.insert(problems.end(), property.error().begin(), property.error().end());
      continue;
    }
    if (!request.name.empty()) property->name = request.name;
    properties.push_back(std::move(*property));
    if (request.kind != PropertyRequest::Kind::Assertions) continue;
    for (const StatedProperty& stated : model.properties)
      if (stated.kind == StatedProperty::Kind::Invariant) properties.push_back(from_stated(stated));
  }
  for (const std::string& assumption : options.assume) {
    const Expected<Formula> formula = atoms.parse(assumption, "--assume");
    if (!formula) problems.insert(problems.end(), formula.error().begin(), formula.error().end());
  }
  if (!problems.empty()) return problems;
  if (!chosen) properties.insert(properties.end(), filed.begin(), filed.end());
  warnings.insert(warnings.end(), atoms.warnings().begin(), atoms.warnings().end());
  if (options.properties.empty() && options.properties_file.empty()) {
    for (const StatedProperty& stated : model.properties) properties.push_back(from_stated(stated));
  }
  std::size_t number = 0;
  std::set<std::string> taken;
  for (const Property& property : properties) taken.insert(property.name);
  for (Property& property : properties) {
    if (property.formula) property.text = in_one_line(property.text);
    while (property.name.empty()) {
      const std::string next = "p" + std::to_string(number++);
      if (!taken.contains(next)) property.name = next;
    }
  }
  return properties;
}

std::vector<std::vector<std::size_t>> questions_about(const std::vector<Property>& properties) {
  std::vector<std::vector<std::size_t>> questions;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    if (!is_defect(properties[i])) continue;
    if (questions.empty()) questions.emplace_back();
    questions.front().push_back(i);
  }
  for (std::size_t i = 0; i < properties.size(); ++i)
    if (!is_defect(properties[i])) questions.push_back({i});
  return questions;
}

}  // namespace weir
