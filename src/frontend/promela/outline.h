// SPDX-License-Identifier: Apache-2.0
// The names of a model and their uses, and the properties that it states, for editors.
#pragma once

#include <weir/editor.h>

#include "frontend/promela/ast.h"

namespace weir::promela {

/// Adds the definitions, occurrences, properties and files of a model, which may be partial. The model must have been
/// parsed with `record_uses`, its messages are in `result`.
void outline(const Model& model, Examination& result);

ReservedWords reserved_words();

}  // namespace weir::promela
