// SPDX-License-Identifier: Apache-2.0
#include "support/corpus.h"

#include <fstream>
#include <sstream>

namespace weir::test {

std::filesystem::path source_dir() { return WEIR_SOURCE_DIR; }
std::filesystem::path program() { return WEIR_PROGRAM; }

std::optional<std::filesystem::path> corpus() {
  std::filesystem::path folder = source_dir() / ".." / "shared" / "corpus";
  if (std::filesystem::is_directory(folder)) return folder;
  return std::nullopt;
}

std::vector<TableRow> read_table(const std::filesystem::path& path) {
  std::ifstream file(path);
  const auto split = [](const std::string& line) {
    std::vector<std::string> cells;
    std::stringstream stream(line);
    for (std::string cell; std::getline(stream, cell, '\t');) cells.push_back(cell);
    return cells;
  };
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> names = split(line);
  std::vector<TableRow> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = split(line);
    TableRow row;
    for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = i < cells.size() ? cells[i] : "";
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace weir::test
