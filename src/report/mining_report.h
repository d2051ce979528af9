// SPDX-License-Identifier: Apache-2.0
// The output of `weir trace --mine`, as pure functions of its result.
#pragma once

#include <string>

#include <weir/weir.h>

namespace weir {

std::string mining_text(const MineResult& result);
/// One JSON object and a newline.
std::string mining_json(const MineResult& result, const std::string& log);
/// A file of formulas for `weir trace --properties`.
std::string mining_ltl(const MineResult& result);
/// A Declare model. Refused if a name cannot be written in one.
Expected<std::string> mining_declare(const MineResult& result);

}  // namespace weir
