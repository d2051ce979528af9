// SPDX-License-Identifier: Apache-2.0
#include "support/grammar/productions.h"

#include <array>

namespace weir::test {

namespace {

#define WEIR_ROW(name, sort, precedence, first, other, removable, keep, pattern) \
  {#name, kSection, Sort::sort, precedence, first, other, removable, keep, pattern},
#define WEIR_SECTION(name, rows)                                \
  struct name##Rows {                                           \
    static constexpr Section kSection = Section::name;          \
    static constexpr ProductionInfo kRows[] = {rows(WEIR_ROW)}; \
  };
WEIR_SECTIONS(WEIR_SECTION)
#undef WEIR_SECTION
#undef WEIR_ROW

}  // namespace

const ProductionInfo& info(Production production) {
  static const auto kTable = [] {
    std::array<const ProductionInfo*, kProductions> table{};
    std::size_t next = 0;
#define WEIR_SECTION(name, rows) \
  for (const ProductionInfo& row : name##Rows::kRows) table[next++] = &row;
    WEIR_SECTIONS(WEIR_SECTION)
#undef WEIR_SECTION
    return table;
  }();
  return *kTable[static_cast<std::size_t>(production)];
}

}  // namespace weir::test
