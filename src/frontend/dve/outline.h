// SPDX-License-Identifier: Apache-2.0
// The errors of a DVE specification, its names and their uses, and the properties that it states, for editors.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <weir/editor.h>

#include "base/text/source_text.h"

namespace weir::dve {

void examine(SourceText text, const std::vector<std::pair<std::string, std::string>>& definitions, Examination& result);

}  // namespace weir::dve
