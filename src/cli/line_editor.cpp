// SPDX-License-Identifier: Apache-2.0
#include "cli/line_editor.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "cli/output.h"

namespace weir::cli {
namespace {

class PlainEditor final : public LineEditor {
 public:
  Read read(const std::string& prompt, std::string& line) override {
    print(prompt);
    std::fflush(stdout);
    line.clear();
    for (int c = std::getc(stdin); c != '\n'; c = std::getc(stdin)) {
      if (c != EOF) {
        line += static_cast<char>(c);
        continue;
      }
      if (std::ferror(stdin) != 0 && errno == EINTR) {
        std::clearerr(stdin);
        return Read::Interrupted;
      }
      return line.empty() ? Read::End : Read::Line;
    }
    return Read::Line;
  }
};

}  // namespace

bool input_is_terminal() { return isatty(STDIN_FILENO) == 1; }

std::unique_ptr<LineEditor> make_line_editor(LineEditor::Completions completions) {
  const char* const terminal = std::getenv("TERM");
  if (input_is_terminal() && output_is_terminal() && terminal != nullptr && std::strcmp(terminal, "dumb") != 0)
    if (auto editor = make_terminal_editor(std::move(completions))) return editor;
  return std::make_unique<PlainEditor>();
}

}  // namespace weir::cli
