// SPDX-License-Identifier: Apache-2.0
// One file per kind of diagnostic: tests/corpus/promela/NAME.txt contains a model, a line `====`, and the expected
// messages.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "frontend/promela/promela.h"
#include "support/corpus.h"

namespace weir::test {
namespace {

using namespace promela;
using promela::Model;

TEST(PromelaDiagnostics, AreAsWrittenDown) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "tests/corpus/promela"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  ASSERT_GT(files.size(), 50U);
  for (const auto& path : files) {
    std::ifstream stream(path, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    const std::size_t split = text.find("====\n");
    ASSERT_NE(split, std::string::npos) << path;
    const Expected<Model> model = parse_model(SourceText("model.pml", text.substr(0, split)));
    EXPECT_FALSE(model.has_value()) << path;
    if (model) continue;
    EXPECT_EQ(to_string(model.error()) + '\n', text.substr(split + 5)) << path;
  }
}

}  // namespace
}  // namespace weir::test
