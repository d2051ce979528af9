// SPDX-License-Identifier: Apache-2.0
// Names are resolved as in symbols.cpp: a name of the process first, then a global one; `P.x` and `P->x` in process P.
#include "frontend/dve/outline.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/text/has_errors.h"
#include "base/text/preprocessor.h"
#include "frontend/definition_index.h"
#include "frontend/dve/lower.h"
#include "frontend/dve/parser.h"
#include "frontend/dve/property.h"

namespace weir::dve {
namespace {

class Outline {
 public:
  Outline(const Specification& specification, const SourceMap& map) : source_(specification), map_(map), index_(map) {}

  void add_everything(Examination& result) {
    declare(source_.variables, source_.channels, nullptr, global_);
    for (const Process& process : source_.processes) add_process(process);
    resolve(source_.variables, source_.channels, nullptr);
    for (const Process& process : source_.processes) resolve_process(process);
    if (source_.has_property) use_process(source_.property);
    index_.add_macros();
    add_properties(result);
    index_.finish(result);
  }

 private:
  /// The names of a process, or the global ones. States have their own names.
  struct Names {
    std::unordered_map<std::string, std::uint32_t> values;
    std::unordered_map<std::string, std::uint32_t> states;
  };

  void add(const Identifier& name, const char* kind, const char* type, bool is_array, const Process* owner,
           std::unordered_map<std::string, std::uint32_t>& names) {
    if (name.text.empty()) return;  // cut off by an error
    Definition definition{.name = name.text, .kind = kind};
    definition.type = type;
    definition.is_array = is_array;
    if (owner != nullptr) {
      definition.owner = owner->name.text;
      definition.scope = extent(*owner);
    }
    names.emplace(name.text, index_.define(std::move(definition), name.range));
  }

  void declare(const std::vector<Declaration>& variables, const std::vector<ChannelDeclaration>& channels,
               const Process* owner, Names& names) {
    for (const Declaration& variable : variables)
      add(variable.name, variable.constant ? "constant" : "variable", variable.is_byte ? "byte" : "int",
          variable.is_array, owner, names.values);
    for (const ChannelDeclaration& channel : channels) add(channel.name, "channel", "", false, owner, names.values);
  }

  void add_process(const Process& process) {
    if (process.name.text.empty()) return;
    Definition definition{.name = process.name.text, .kind = "process"};
    definition.extent = extent(process);
    process_number_.emplace(process.name.text, index_.define(std::move(definition), process.name.range));
    Names& names = processes_[process.name.text];
    declare(process.variables, process.channels, &process, names);
    for (const Identifier& state : process.states) add(state, "state", "", false, &process, names.states);
  }

  /// A process that is cut off by an error extends to the end of the text.
  TextSpan extent(const Process& process) const {
    TextSpan span = index_.span(map_.presented(process.range));
    if (process.range.end <= process.name.range.end)
      span.end = static_cast<std::uint32_t>(map_.file(process.range.file).text().size());
    return span;
  }

  void use_process(const Identifier& name) {
    const auto found = process_number_.find(name.text);
    if (found != process_number_.end()) index_.use(found->second, name.range);
  }

  void use_state(const Process& process, const Identifier& name) {
    const Names& names = processes_[process.name.text];
    if (const auto found = names.states.find(name.text); found != names.states.end())
      index_.use(found->second, name.range);
  }

  std::optional<std::uint32_t> find_value(const std::string& process, const std::string& name) const {
    if (const auto own = processes_.find(process); own != processes_.end()) {
      if (const auto found = own->second.values.find(name); found != own->second.values.end()) return found->second;
    }
    const auto found = global_.values.find(name);
    if (found == global_.values.end()) return std::nullopt;
    return found->second;
  }

  /// The range of an expression starts at its first name; the text tells where the second name of `P -> x` is.
  void use_reference(const Expression& expression, const Process* scope) {
    SourceRange name = expression.range;
    if (expression.process.empty()) {
      name.end = name.begin + static_cast<std::uint32_t>(expression.name.size());
      if (const auto found = find_value(scope == nullptr ? "" : scope->name.text, expression.name))
        index_.use(*found, name);
      return;
    }
    name.end = name.begin + static_cast<std::uint32_t>(expression.process.size());
    use_process({expression.process, name});
    const std::string_view text = map_.text(expression.range);
    const std::size_t at = text.find_first_not_of(" \t\r\n.->", expression.process.size());
    if (at == std::string_view::npos) return;
    name.begin = expression.range.begin + static_cast<std::uint32_t>(at);
    name.end = name.begin + static_cast<std::uint32_t>(expression.name.size());
    const auto owner = processes_.find(expression.process);
    if (owner == processes_.end()) return;
    const auto state = owner->second.states.find(expression.name);
    if (!expression.arrow && state != owner->second.states.end()) return index_.use(state->second, name);
    const auto value = owner->second.values.find(expression.name);
    if (value != owner->second.values.end()) index_.use(value->second, name);
  }

  void resolve(ExpressionId root, const Process* scope) {
    std::vector<ExpressionId> todo{root};
    while (!todo.empty()) {
      const ExpressionId id = todo.back();
      todo.pop_back();
      if (id == kNoExpression || id >= source_.expressions.size()) continue;
      const Expression& expression = source_.expressions[id];
      if (expression.op == Operator::Name || expression.op == Operator::Element) use_reference(expression, scope);
      todo.push_back(expression.left);
      todo.push_back(expression.right);
    }
  }

  void resolve(const std::vector<Declaration>& variables, const std::vector<ChannelDeclaration>& channels,
               const Process* scope) {
    for (const Declaration& variable : variables) {
      resolve(variable.size, scope);
      for (const ExpressionId value : variable.initial) resolve(value, scope);
    }
    for (const ChannelDeclaration& channel : channels) resolve(channel.capacity, scope);
  }

  void resolve_process(const Process& process) {
    resolve(process.variables, process.channels, &process);
    for (const auto* list : {&process.initial, &process.accepting, &process.committed})
      for (const Identifier& state : *list) use_state(process, state);
    for (const Assertion& assertion : process.assertions) {
      use_state(process, assertion.state);
      resolve(assertion.condition, &process);
    }
    for (const Transition& transition : process.transitions) {
      use_state(process, transition.source);
      use_state(process, transition.target);
      for (const ExpressionId guard : transition.guards) resolve(guard, &process);
      resolve_sync(transition.sync, process);
      for (const Assignment& effect : transition.effects) {
        resolve(effect.target, &process);
        resolve(effect.value, &process);
      }
    }
  }

  void resolve_sync(const Synchronisation& sync, const Process& process) {
    if (!sync.present) return;
    if (!sync.process.empty()) {
      SourceRange name = sync.range;
      name.end = name.begin + static_cast<std::uint32_t>(sync.process.size());
      use_process({sync.process, name});
    }
    const std::string& owner = sync.process.empty() ? process.name.text : sync.process;
    if (const auto found = find_value(owner, sync.channel.text)) index_.use(*found, sync.channel.range);
    for (const ExpressionId value : sync.values) resolve(value, &process);
  }

  /// As `stated_properties`: a property process alone, or the assertions and deadlock.
  void add_properties(Examination& result) {
    using Kind = PropertyRequest::Kind;
    const auto add_at = [&](PropertyRequest request, const SourceRange& range) {
      const TextSpan place = index_.span(map_.presented(range));
      result.properties.push_back({std::move(request), place, place});
    };
    if (source_.has_property) {
      for (const Process& process : source_.processes)
        if (process.name.text == source_.property.text) add_at({Kind::Named, process.name.text}, process.name.range);
      return;
    }
    if (source_.processes.empty() || source_.processes.front().name.text.empty()) return;
    add_at({Kind::Deadlock, "", "deadlock"}, source_.processes.front().name.range);
    for (const Process& process : source_.processes) {
      if (process.assertions.empty()) continue;
      return add_at({Kind::Assertions, "", "assertions"}, process.assertions.front().state.range);
    }
  }

  const Specification& source_;
  const SourceMap& map_;
  DefinitionIndex index_;
  Names global_;
  std::unordered_map<std::string, Names> processes_;
  std::unordered_map<std::string, std::uint32_t> process_number_;
};

/// The errors found after parsing.
Diagnostics lowering_messages(const Specification& specification, const SourceMap& map) {
  const Expected<Lowered> lowered = lower(specification, map);
  if (!lowered) return lowered.error();
  const auto properties = stated_properties(specification, lowered->symbols, map);
  return properties ? lowered->warnings : properties.error();
}

}  // namespace

void examine(SourceText text, const std::vector<std::pair<std::string, std::string>>& definitions,
             Examination& result) {
  SourceMap map;
  Preprocessor preprocessor(map, definitions);
  const auto tokens = preprocessor.run(std::move(text), result.diagnostics);
  Specification specification;
  if (!has_errors(result.diagnostics)) append(result.diagnostics, parse_specification(tokens, map, specification));
  if (!has_errors(result.diagnostics)) append(result.diagnostics, lowering_messages(specification, map));
  Outline(specification, map).add_everything(result);
}

}  // namespace weir::dve
