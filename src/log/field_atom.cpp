// SPDX-License-Identifier: Apache-2.0
#include "log/field_atom.h"

#include <charconv>
#include <optional>

namespace weir {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template <class T>
bool compare(FieldAtom::Comparison comparison, const T& left, const T& right) {
  switch (comparison) {
    case FieldAtom::Comparison::Equal: return left == right;
    case FieldAtom::Comparison::NotEqual: return left != right;
    case FieldAtom::Comparison::Less: return left < right;
    case FieldAtom::Comparison::LessEqual: return left <= right;
    case FieldAtom::Comparison::Greater: return left > right;
    case FieldAtom::Comparison::GreaterEqual: return left >= right;
    case FieldAtom::Comparison::None: break;
  }
  return false;
}

}  // namespace

FieldAtom FieldAtom::parse(std::string_view text) {
  static constexpr struct {
    const char* sign;
    Comparison comparison;
  } kSigns[] = {{"==", Comparison::Equal},        {"!=", Comparison::NotEqual}, {"<=", Comparison::LessEqual},
                {">=", Comparison::GreaterEqual}, {"<", Comparison::Less},      {">", Comparison::Greater}};
  const std::size_t at = text.find_first_of("=!<>");
  if (at != std::string_view::npos && at > 0) {
    for (const auto& [sign, comparison] : kSigns) {
      if (!text.substr(at).starts_with(sign)) continue;
      const std::string_view field = trimmed(text.substr(0, at));
      std::string_view value = trimmed(text.substr(at + std::string_view(sign).size()));
      if (field.empty() || value.empty()) break;
      if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front()) {
        value = value.substr(1, value.size() - 2);
      }
      return {comparison, std::string(field), std::string(value)};
    }
  }
  return {Comparison::None, {}, std::string(text)};
}

bool FieldAtom::holds(const FieldValue& actual) const {
  if (!actual) return comparison == Comparison::NotEqual;
  const auto left = number(*actual);
  const auto right = number(value);
  if (left && right) return compare(comparison, *left, *right);
  return compare(comparison, *actual, std::string_view(value));
}

}  // namespace weir
