// SPDX-License-Identifier: Apache-2.0
#include "support/replay_corpus.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/corpus.h"

namespace weir::test {

std::size_t replay_corpus(const std::string& target, const std::function<void(std::string_view)>& body) {
  const std::filesystem::path folder = source_dir() / "tests/fuzz/corpus" / target;
  std::size_t count = 0;
  if (!std::filesystem::exists(folder)) return count;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string input{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    body(input);
    ++count;
  }
  return count;
}

}  // namespace weir::test
