// SPDX-License-Identifier: Apache-2.0
// LineEditor: reads commands. On a terminal with history and completion (libedit), otherwise line by line.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace weir::cli {

class LineEditor {
 public:
  enum class Read : std::uint8_t { Line, End, Interrupted };
  /// The completions of the last word of a text.
  using Completions = std::function<std::vector<std::string>(const std::string& text)>;

  virtual ~LineEditor() = default;
  /// Interrupted: a signal arrived, and the line was given up.
  virtual Read read(const std::string& prompt, std::string& line) = 0;
};

/// For terminals; nullptr if weir was built without libedit.
std::unique_ptr<LineEditor> make_terminal_editor(LineEditor::Completions completions);
/// Chooses by what standard input and output are.
std::unique_ptr<LineEditor> make_line_editor(LineEditor::Completions completions);
bool input_is_terminal();

}  // namespace weir::cli
