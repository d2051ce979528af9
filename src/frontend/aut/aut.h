// SPDX-License-Identifier: Apache-2.0
// Labelled transition systems in the Aldebaran format (.aut):
//
//     des (0, 3, 2)                     first state, number of transitions, number of states
//     (0, coin, 1)                      from, label, to
//     (1, "SEND !1, \"x\"", 0)          a quoted label may contain anything; " and \ are escaped by \ there
//     (1, i, 1)
//
// A transition ends with its line, so an unquoted label may contain commas, blanks and parentheses: it is the text
// between the first and the last comma. An atom of a formula names a label. States have no propositions.
#pragma once

#include <string>

#include <weir/options.h>

#include "base/text/mapped_file.h"
#include "frontend/model.h"

namespace weir::aut {

Expected<Model> open(const std::string& path, const ModelOptions& options);
Expected<Model> read(const MappedFile& file);

}  // namespace weir::aut
