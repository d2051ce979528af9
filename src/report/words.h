// SPDX-License-Identifier: Apache-2.0
// The names of verdicts and kinds of properties, shared by the command line and JSON.
#pragma once

#include <string>
#include <string_view>

#include <weir/result.h>

namespace weir {

/// How the reason of an inconclusive verdict begins if a store may have omitted states.
inline constexpr std::string_view kNoErrorFound = "no error found (";

inline const char* word(Verdict verdict) {
  switch (verdict) {
    case Verdict::Holds: return "holds";
    case Verdict::Violated: return "violated";
    case Verdict::Inconclusive: return "inconclusive";
  }
  return "inconclusive";
}

/// The guarantee of a verdict without counterexample: `exhaustive`, `probability of omission <= p`, or empty.
inline std::string guarantee(const PropertyResult& property) {
  if (property.verdict == Verdict::Holds) return "exhaustive";
  if (property.verdict == Verdict::Violated || !property.reason.starts_with(kNoErrorFound)) return {};
  const std::size_t begin = kNoErrorFound.size();
  return property.reason.substr(begin, property.reason.find(')') - begin);
}

inline const char* word(PropertyKind kind) {
  switch (kind) {
    case PropertyKind::Ltl: return "ltl";
    case PropertyKind::Ltlf: return "ltlf";
    case PropertyKind::Assertion: return "assertion";
    case PropertyKind::Deadlock: return "deadlock";
    case PropertyKind::Progress: return "progress";
    case PropertyKind::Acceptance: return "acceptance";
  }
  return "ltl";
}

}  // namespace weir
