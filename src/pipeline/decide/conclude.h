// SPDX-License-Identifier: Apache-2.0
// From what a search found to a verdict. The only place where a property holds, and the only one where it is violated.
#pragma once

#include <string>

#include <weir/result.h>

#include "counterexample/certify.h"
#include "counterexample/describe.h"
#include "pipeline/decide/attempt.h"
#include "pipeline/prepare/property.h"

namespace weir {

/// How the reason begins where a translation gave up.
inline constexpr const char* kAutomatonTooLarge = "the automaton of the property grew too large";

/// Nothing but what the property says of itself.
PropertyResult result_for(const Property& property);
/// The same with what every search tells: statistics, store, threads, reductions.
PropertyResult result_of(const Attempt& attempt, const Property& property);
/// The reason of a verdict, where `limit` ended the construction of an automaton.
std::string limit_reason(const Attempt& attempt, const Diagnostic& limit);

/// A run that a search says fails: it becomes a counterexample only if it can be certified. Otherwise weir itself is
/// wrong: the verdict stays inconclusive and the reason is a report of an internal error.
void conclude_violated(const Attempt& attempt, const Run& run, const Accusation& accusation,
                       const Description& description, PropertyResult& result);
/// A counterexample that does not stand: an error of weir, unless a limit was reached while it was sought.
void withdraw(const Attempt& attempt, const std::string& problem, PropertyResult& result);
/// A run of the reduced model becomes one of the model. False: there is none, and the verdict is withdrawn.
bool refine(const Attempt& attempt, Run& run, PropertyResult& result, bool ends_in_fault = false);
/// A search that ended without a failing run. The property holds if everything was seen, and the store never mistook a
/// new state for a known one.
void conclude_without_run(const Attempt& attempt, PropertyResult& result);

}  // namespace weir
