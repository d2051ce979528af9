// SPDX-License-Identifier: Apache-2.0
#include "support/promela/environment.h"

#include <algorithm>

namespace weir::test {

std::size_t Environment::fields_of(const std::vector<DataType>& message) const {
  std::size_t count = 0;
  for (const DataType& field : message) {
    if (field.basic != Basic::Structure) {
      ++count;
      continue;
    }
    for (const DeclaredVariable& inner : structures[static_cast<std::size_t>(field.structure)].fields)
      count += fields_of({inner.type}) * static_cast<std::size_t>(std::max(1, inner.size));
  }
  return count;
}

std::size_t Environment::widest_message() const {
  std::size_t widest = 0;
  for (const std::vector<DataType>& message : messages) widest = std::max(widest, fields_of(message));
  return widest;
}

}  // namespace weir::test
