// SPDX-License-Identifier: Apache-2.0
// The Language Server Protocol (3.17) for Promela: what an editor shows comes from weir::examine and weir::check.
#pragma once

#include <istream>
#include <ostream>

namespace weir::cli {

struct LanguageServerSettings {
  double time_limit = 60;  ///< seconds, of a property that is run
};

/// Answers until `exit`. True: the client said `shutdown` before.
bool serve_language(std::istream& in, std::ostream& out, const LanguageServerSettings& settings);

}  // namespace weir::cli
