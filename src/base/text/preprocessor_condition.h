// SPDX-License-Identifier: Apache-2.0
// The value of a C integer expression after #if.
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
  std::string problem;  ///< empty: none
  std::size_t at = 0;   ///< the token it is about
};

/// Macros are already expanded, save the operands of `defined`; a name that is left counts as 0.
ConditionResult evaluate_condition(std::span<const PreprocessorToken> tokens,
                                   const std::function<bool(std::string_view)>& is_defined);

}  // namespace weir
