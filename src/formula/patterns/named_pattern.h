// SPDX-License-Identifier: Apache-2.0
// The table of named patterns: `response(a, b)` and its relatives. One row drives the parser, `weir explain
// --patterns`, the recognition of formulas, Declare files, docs/patterns.md and the tests.
//
//   Dwyer    Dwyer, Avrunin, Corbett: Patterns in Property Specifications for Finite-State Verification, ICSE 1999
//   Declare  Pesic, Schonenberg, van der Aalst: DECLARE, EDOC 2007, with the later templates of its tools
//   robots   Menghi, Tsigkanos, Pelliccione, Ghezzi, Berger: Specification Patterns for Robotic Missions, TSE 2021
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace weir {

struct NamedPattern {
  enum class Words : std::uint8_t { Both, Infinite, Finite };

  const char* name;
  const char* parameters;    ///< "a, b"; a first "n" is a number; "a..." stands for two or more formulas
  const char* formula = "";  ///< over the parameters. With a number: for n = 1. With "a...": of the last formula
  const char* step = "";     ///< applied n - 1 times, or to the other formulas from last to first: `rest` is the result
  const char* around = "";   ///< applied to the result, `rest`
  // Further conjuncts of "a...":
  const char* each = "";   ///< for every formula a
  const char* pairs = "";  ///< for every formula a and the next, b
  const char* ring = "";   ///< as `pairs`, with the pair of the last and the first
  const char* english;     ///< {a} is the argument a; {a...} the list
  /// Words: a letter lists what holds, `-` is nothing. After a word without a cycle, nothing holds for ever.
  const char* accepted;
  const char* rejected;
  const char* family;
  Words words = Words::Both;    ///< on which the pattern is useful
  const char* activation = "";  ///< Declare: the parameter that a data condition is about; empty: none is allowed
};

std::span<const NamedPattern> named_patterns();

/// A part of the word to which `PATTERN SCOPE` limits a pattern. `within` below is the pattern on the stretch from here
/// to before the next r; `rest` is the pattern itself.
struct PatternScope {
  const char* name;
  const char* parameters;
  const char* formula;
  const char* english;
};
std::span<const PatternScope> pattern_scopes();

/// The number of names in `parameters`.
std::size_t parameter_count(std::string_view parameters);
inline bool takes_number(const NamedPattern& row) { return std::string_view(row.parameters).starts_with("n, "); }
inline bool takes_list(const NamedPattern& row) { return std::string_view(row.parameters).ends_with("..."); }

bool is_pattern_name(std::string_view name);
/// The row of this name for this number of formulas, or null.
const NamedPattern* find_pattern(std::string_view name, bool with_number, std::size_t formulas);
const PatternScope* find_scope(std::string_view name);

}  // namespace weir
