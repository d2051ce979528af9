// SPDX-License-Identifier: Apache-2.0
// The catalogue: the name and the meaning of every value of every option in weir/options.h. Command line, help, shell
// completions, reports and error messages read it.
//
//   for (const Choice<Store>& store : choices<Store>()) std::cout << store.name << ": " << store.summary << "\n";
//   options.store = find_choice<Store>("tree").value();
#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <weir/diagnostic.h>
#include <weir/export.h>
#include <weir/options.h>

namespace weir {

/// One value of an option.
template <class Value>
struct Choice {
  Value value;
  const char* name;
  const char* summary;
};

/// The values of an option, in the order of the help.
template <class Value>
std::span<const Choice<Value>> choices() = delete;
template <>
WEIR_EXPORT std::span<const Choice<ModelFormat>> choices();
template <>
WEIR_EXPORT std::span<const Choice<Executor>> choices();
template <>
WEIR_EXPORT std::span<const Choice<Translator>> choices();
template <>
WEIR_EXPORT std::span<const Choice<Emptiness>> choices();
template <>
WEIR_EXPORT std::span<const Choice<Store>> choices();
template <>
WEIR_EXPORT std::span<const Choice<Replacement>> choices();
template <>
WEIR_EXPORT std::span<const Choice<Computations>> choices();
template <>
WEIR_EXPORT std::span<const Choice<Fairness>> choices();
template <>
WEIR_EXPORT std::span<const Choice<SearchOrder>> choices();
template <>
WEIR_EXPORT std::span<const Choice<SimplifyLevel>> choices();
template <>
WEIR_EXPORT std::span<const Choice<AutomatonFormat>> choices();
template <>
WEIR_EXPORT std::span<const Choice<LogFormat>> choices();
template <>
WEIR_EXPORT std::span<const Choice<Reduction>> choices();

template <class Value>
std::string name_of(Value value) {
  for (const Choice<Value>& row : choices<Value>())
    if (row.value == value) return row.name;
  return {};
}
/// Empty if there is no value.
template <class Value>
std::string name_of(std::optional<Value> value) {
  return value ? name_of(*value) : std::string();
}

template <class Value>
std::vector<std::string> names_of(const std::vector<Value>& values) {
  std::vector<std::string> names;
  for (const Value value : values) names.push_back(name_of(value));
  return names;
}

/// The value of this name, if there is one.
template <class Value>
std::optional<Value> find_choice(std::string_view name) {
  for (const Choice<Value>& row : choices<Value>())
    if (row.name == name) return row.value;
  return std::nullopt;
}

/// The names of all values but `except`, with `between` between them.
template <class Value>
std::string choice_names(std::string_view between, std::initializer_list<Value> except = {}) {
  std::string names;
  for (const Choice<Value>& row : choices<Value>()) {
    if (std::find(except.begin(), except.end(), row.value) != except.end()) continue;
    if (!names.empty()) names += between;
    names += row.name;
  }
  return names;
}

/// Reductions as on the command line: `auto`, `none`, or names separated by commas.
WEIR_EXPORT Expected<Reductions> parse_reductions(std::string_view text);
WEIR_EXPORT std::string to_string(const Reductions& reductions);

}  // namespace weir
