// SPDX-License-Identifier: Apache-2.0
// Diagnostic: an error, warning or note about an input, with its position. Expected<T>: a value or diagnostics.
// Bad input is data: parsers return diagnostics. They never print and never throw.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <weir/export.h>

namespace weir {

struct Diagnostic {
  enum class Severity : std::uint8_t { Error, Warning, Note };

  Severity severity = Severity::Error;
  std::string message;           ///< what is wrong, and what was expected
  std::string file = {};         ///< empty if the diagnostic is not about a file
  std::uint32_t line = 0;        ///< 1-based; 0 if there is no position
  std::uint32_t column = 0;      ///< 1-based, in characters
  std::uint32_t length = 1;      ///< characters to underline
  std::string source_line = {};  ///< the offending line, without its line terminator
  bool limit = false;  ///< a limit (time, memory, size) ended the work, not a mistake in the input; exit code 3
};

using Diagnostics = std::vector<Diagnostic>;
inline void append(Diagnostics& to, const Diagnostics& more) { to.insert(to.end(), more.begin(), more.end()); }

/// Formats as `FILE:LINE:COLUMN: error: MESSAGE`, followed by the offending line and a caret. No trailing newline.
WEIR_EXPORT std::string to_string(const Diagnostic& diagnostic);
WEIR_EXPORT std::string to_string(const Diagnostics& diagnostics);

/// A value, or the diagnostics that explain why there is none. Method names follow std::expected.
template <class T>
class [[nodiscard]] Expected {
 public:
  Expected(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Expected(Diagnostic error) : content_(std::in_place_index<1>, Diagnostics{std::move(error)}) {}
  Expected(Diagnostics errors) : content_(std::in_place_index<1>, std::move(errors)) {}

  bool has_value() const { return content_.index() == 0; }
  explicit operator bool() const { return has_value(); }
  T& value() & { return std::get<0>(content_); }
  const T& value() const& { return std::get<0>(content_); }
  T&& value() && { return std::get<0>(std::move(content_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Diagnostics& error() const { return std::get<1>(content_); }

 private:
  std::variant<T, Diagnostics> content_;
};

}  // namespace weir
