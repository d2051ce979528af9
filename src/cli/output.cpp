// SPDX-License-Identifier: Apache-2.0
#include "cli/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace weir::cli {

void complain(const Diagnostics& diagnostics) {
  if (!diagnostics.empty()) std::fprintf(stderr, "%s\n", to_string(diagnostics).c_str());
}

bool write_output(const std::string& path, std::string_view text) {
  std::FILE* file = path == "-" ? stdout : std::fopen(path.c_str(), "wb");
  bool good = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file == stdout) {
    good = std::fflush(file) == 0 && good;
  } else if (file != nullptr) {
    good = std::fclose(file) == 0 && good;
  }
  if (!good)
    std::fprintf(stderr, "error: cannot write '%s': %s\n", path == "-" ? "standard output" : path.c_str(),
                 std::strerror(errno));
  return good;
}

}  // namespace weir::cli
