// SPDX-License-Identifier: Apache-2.0
// Verdicts about assertions and deadlock, from the result of a search for several defects.
#pragma once

#include <weir/result.h>

#include "pipeline/decide/attempt.h"
#include "pipeline/prepare/property.h"

namespace weir {

/// The defect that violates an assertion or deadlock property.
Defect defect_of(const Property& property);
/// What the search found about this defect; null if nothing.
const DefectFound* found_run(const Attempt& attempt, Defect defect);
/// Concludes with a run of the searched model that ends in the defect of the property. Unless it is known to be
/// shortest, a shorter one is sought.
void conclude_defect(const Attempt& attempt, const Property& property, Run run, bool is_shortest,
                     PropertyResult& result);
/// Adds the statements that a search for defects has executed to the coverage of the run.
void note_coverage(const Attempt& attempt);

}  // namespace weir
