// SPDX-License-Identifier: Apache-2.0
// Decides whether two explored systems have the same runs up to stuttering: no formula without X, no assertion and no
// deadlock check can then tell them apart. In a finite system the runs are given by the finite sequences of different
// letters, and by what may follow each: staying for ever, a deadlock, an end, an error. Both systems are determinised.
#pragma once

#include <optional>
#include <string>

#include "oracle/bisimulation.h"

namespace weir::test {

/// How the languages differ, if they do. Nothing if they are equal, or if `limit` pairs of sets show no difference.
std::optional<std::string> stutter_difference(const LabelledGraph& one, const LabelledGraph& other, std::size_t limit);

}  // namespace weir::test
