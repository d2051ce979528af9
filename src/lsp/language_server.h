// SPDX-License-Identifier: Apache-2.0
// The Language Server Protocol (3.17) for Promela, DVE and files of formulas, based on weir::examine and weir::check.
#pragma once

#include <istream>
#include <ostream>

namespace weir::lsp {

struct LanguageServerSettings {
  double time_limit = 60;  ///< time limit of a check, in seconds
};

/// Serves requests until `exit`. Returns true if the client sent `shutdown` first.
bool serve_language(std::istream& in, std::ostream& out, const LanguageServerSettings& settings);

}  // namespace weir::lsp
