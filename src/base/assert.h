// SPDX-License-Identifier: Apache-2.0
// WEIR_ASSERT: aborts with a message on a bug in weir, in release builds too. Never used for bad input.
#pragma once

namespace weir {
[[noreturn]] void assertion_failed(const char* condition, const char* sentence, const char* file, int line);
}  // namespace weir

#define WEIR_ASSERT(condition, sentence) \
  ((condition) ? void(0) : ::weir::assertion_failed(#condition, sentence, __FILE__, __LINE__))
