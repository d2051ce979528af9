// SPDX-License-Identifier: Apache-2.0
// weir lsp: a language server for Promela on standard input and output.
#include <csignal>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/language_server.h"
#include "cli/options.h"

namespace weir::cli {

Action describe_lsp(CLI::App& app) {
  auto settings = std::make_shared<LanguageServerSettings>();
  add_seconds(app, "--time", settings->time_limit, "time limit in seconds for a property checked from the editor")
      ->default_str("60");
  app.footer(
      "Implements the Language Server Protocol on standard input and output: errors and warnings while you type, go "
      "to\n"
      "definition, hover, outline, and `check` above every ltl block (command weir.check with the document and the\n"
      "name of a property; the file must have been saved). editors/README.md describes the setup.\n\n"
      "Exit code 0: ended by the protocol; 1: the client disconnected without `shutdown`.");
  return [settings] {
    std::ios::sync_with_stdio(false);
    std::signal(SIGPIPE, SIG_IGN);  // a disconnected client shows up as a failed write
    return serve_language(std::cin, std::cout, *settings) ? kHolds : kViolated;
  };
}

}  // namespace weir::cli
