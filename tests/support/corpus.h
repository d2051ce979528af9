// SPDX-License-Identifier: Apache-2.0
// Models and formulas by others, kept outside the repository. Tests that need them are skipped without them.
#pragma once

#include <filesystem>
#include <optional>

namespace weir::test {

std::filesystem::path source_dir();  ///< the checkout
std::filesystem::path program();     ///< the built command-line program

/// The folder `../shared/corpus` next to the checkout, if it exists.
std::optional<std::filesystem::path> corpus();

}  // namespace weir::test

#define WEIR_NEED_CORPUS() \
  if (!::weir::test::corpus()) GTEST_SKIP() << "needs ../shared/corpus, which is not here"
