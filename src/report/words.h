// SPDX-License-Identifier: Apache-2.0
// The words of the command line and of JSON for verdicts and kinds of properties: one spelling everywhere.
#pragma once

#include <weir/result.h>

namespace weir {

inline const char* word(Verdict verdict) {
  switch (verdict) {
    case Verdict::Holds: return "holds";
    case Verdict::Violated: return "violated";
    case Verdict::Inconclusive: return "inconclusive";
  }
  return "inconclusive";
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
