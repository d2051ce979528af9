// SPDX-License-Identifier: Apache-2.0
#include "support/corpus.h"

namespace weir::test {

std::filesystem::path source_dir() { return WEIR_SOURCE_DIR; }
std::filesystem::path program() { return WEIR_PROGRAM; }

std::optional<std::filesystem::path> corpus() {
  std::filesystem::path folder = source_dir() / ".." / "shared" / "corpus";
  if (std::filesystem::is_directory(folder)) return folder;
  return std::nullopt;
}

}  // namespace weir::test
