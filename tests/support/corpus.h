// SPDX-License-Identifier: Apache-2.0
// Models and formulas by others, kept outside the repository. Tests that need them are skipped without them.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace weir::test {

std::filesystem::path source_dir();  ///< the checkout
std::filesystem::path program();     ///< the built command-line program

/// The folder `../shared/corpus` next to the checkout, if it exists.
std::optional<std::filesystem::path> corpus();

/// A table with tabs between columns and their names in the first line.
using TableRow = std::map<std::string, std::string>;
std::vector<TableRow> read_table(const std::filesystem::path& path);

}  // namespace weir::test

#define WEIR_NEED_CORPUS() \
  if (!::weir::test::corpus()) GTEST_SKIP() << "needs ../shared/corpus, which is not here"
