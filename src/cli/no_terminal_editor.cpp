// SPDX-License-Identifier: Apache-2.0
// Used instead of terminal_editor.cpp where libedit is missing.
#include "cli/line_editor.h"

namespace weir::cli {

std::unique_ptr<LineEditor> make_terminal_editor(LineEditor::Completions) { return nullptr; }

}  // namespace weir::cli
