// SPDX-License-Identifier: Apache-2.0
#include "support/corpus.h"

namespace weir::test {

std::optional<std::filesystem::path> corpus() {
  std::filesystem::path folder = std::filesystem::path(WEIR_SOURCE_DIR) / ".." / "shared" / "corpus";
  if (std::filesystem::is_directory(folder)) return folder;
  return std::nullopt;
}

}  // namespace weir::test
