// SPDX-License-Identifier: Apache-2.0
#include "support/promela/productions.h"

namespace weir::test {

namespace {

constexpr ProductionInfo kTable[] = {
#define WEIR_ROW(name, sort, precedence, first, other, removable, keep, pattern) \
  {#name, Sort::sort, precedence, first, other, removable, keep, pattern},
    WEIR_PROMELA_PRODUCTIONS(WEIR_ROW)
#undef WEIR_ROW
};

}  // namespace

std::size_t production_count() { return std::size(kTable); }
const ProductionInfo& info(Production production) { return kTable[static_cast<std::size_t>(production)]; }

}  // namespace weir::test
