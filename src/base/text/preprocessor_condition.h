// SPDX-License-Identifier: Apache-2.0
// Evaluates the C integer expression after #if.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/text/preprocessor_token.h"

namespace weir {

struct ConditionResult {
  std::int64_t value = 0;
  std::string problem;  ///< empty on success
  std::size_t at = 0;   ///< index of the token that `problem` is about
};

/// Macros are already expanded, except in operands of `defined`. Remaining names evaluate to 0.
ConditionResult evaluate_condition(std::span<const PreprocessorToken> tokens,
                                   const std::function<bool(std::string_view)>& is_defined);

}  // namespace weir
