// SPDX-License-Identifier: Apache-2.0
// Turns the result of a search into a verdict. The only place that decides that a property holds or is violated.
#pragma once

#include <string>

#include <weir/result.h>

#include "counterexample/certify.h"
#include "counterexample/describe.h"
#include "pipeline/decide/attempt.h"
#include "pipeline/prepare/property.h"

namespace weir {

/// The start of the reason if a translation gave up.
inline constexpr const char* kAutomatonTooLarge = "the automaton of the property is too large";

/// The warning if runs end early, so that they satisfy what is asked of infinite runs or end states.
inline constexpr const char* kEndsInError = "some runs end in a run-time error; --assertions shows one";

/// A result with the data of the property only.
PropertyResult result_for(const Property& property);
/// The same with the common data of every search: statistics, store, threads, reductions.
PropertyResult result_of(const Attempt& attempt, const Property& property);
/// Replaces the result of an earlier attempt at the same property. If both are inconclusive, the counts of the one that
/// visited more states are kept.
void replace_attempt(PropertyResult& before, PropertyResult&& after);
/// The reason of a verdict if `limit` ended the construction of an automaton.
std::string limit_reason(const Attempt& attempt, const Diagnostic& limit);

/// Certifies a failing run and makes it the counterexample. If certification fails, weir itself is wrong: the verdict
/// stays inconclusive and the reason reports an internal error.
void conclude_violated(const Attempt& attempt, const Run& run, const Accusation& accusation,
                       const Description& description, PropertyResult& result);
/// A search ends without the run of an error that it found if a limit was reached before the run was rebuilt. Returns
/// whether this is so, and concludes then.
bool is_lost(const Attempt& attempt, const Run& run, PropertyResult& result);
/// An error was found, but a limit was reached before its run was `missing` (rebuilt, certified): inconclusive.
void conclude_late(const Attempt& attempt, const std::string& missing, PropertyResult& result);
/// Withdraws an invalid counterexample: an error of weir, unless a limit was reached during the search.
void withdraw(const Attempt& attempt, const std::string& problem, PropertyResult& result);
/// Turns a run of the reduced model into one of the model. Returns false, with the verdict withdrawn, if there is none.
bool refine(const Attempt& attempt, Run& run, PropertyResult& result, bool ends_in_fault = false);
/// Concludes a search without a failing run. The property holds if every state was visited and the store never mistook
/// a new state for a known one.
void conclude_without_run(const Attempt& attempt, PropertyResult& result);

}  // namespace weir
