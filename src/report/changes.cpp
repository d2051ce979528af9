// SPDX-License-Identifier: Apache-2.0
#include "report/changes.h"

#include <charconv>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace weir {
namespace {

/// A name `array[index]`, split.
struct Element {
  std::string_view array;
  std::uint64_t index = 0;
};

std::optional<Element> element_of(std::string_view name) {
  const std::size_t bracket = name.rfind('[');
  if (bracket == std::string_view::npos || !name.ends_with(']')) return std::nullopt;
  Element element{name.substr(0, bracket), 0};
  const char* const end = name.data() + name.size() - 1;
  const auto [read, error] = std::from_chars(name.data() + bracket + 1, end, element.index);
  if (error != std::errc() || read != end) return std::nullopt;
  return element;
}

}  // namespace

std::vector<const Variable*> changed_variables(const std::vector<Variable>& before, const std::vector<Variable>& now) {
  std::vector<const Variable*> changed;
  // Names are in the same order in both, except those of processes and channels that appear or disappear.
  std::unordered_map<std::string_view, const Variable*> by_name;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Variable* old = i < before.size() ? &before[i] : nullptr;
    if (old == nullptr || old->name != now[i].name) {
      if (by_name.empty())
        for (const Variable& variable : before) by_name.emplace(variable.name, &variable);
      const auto found = by_name.find(now[i].name);
      old = found == by_name.end() ? nullptr : found->second;
    }
    if (old == nullptr || old->value != now[i].value) changed.push_back(&now[i]);
  }
  return changed;
}

std::size_t equal_elements(const std::vector<const Variable*>& variables, std::size_t first) {
  const std::optional<Element> begin = element_of(variables[first]->name);
  std::size_t length = 1;
  if (!begin) return length;
  for (; first + length < variables.size(); ++length) {
    const Variable& next = *variables[first + length];
    const std::optional<Element> element = element_of(next.name);
    if (!element || element->array != begin->array || element->index != begin->index + length ||
        next.value != variables[first]->value)
      break;
  }
  return length;
}

}  // namespace weir
