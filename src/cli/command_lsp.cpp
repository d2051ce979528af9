// SPDX-License-Identifier: Apache-2.0
// weir lsp: a language server on standard input and output.
#include <csignal>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/options.h"
#include "lsp/language_server.h"

namespace weir::cli {

Action describe_lsp(CLI::App& app) {
  auto settings = std::make_shared<lsp::LanguageServerSettings>();
  add_seconds(app, "--time", settings->time_limit, "time limit in seconds for a property checked from the editor")
      ->default_str("60");
  app.footer(
      "Implements the Language Server Protocol on standard input and output for Promela, DVE and .ltl files:\n"
      "errors and warnings while you type, completion, definition, references, rename, hover, signatures,\n"
      "outline, folding, colours, formatting, and `check` above every property (command weir.check; the file\n"
      "must have been saved). docs/language-server.md describes the features, editors/README.md the setup.\n\n"
      "Exit code 0: ended by the protocol; 1: the client disconnected without `shutdown`.");
  return [settings] {
    std::ios::sync_with_stdio(false);
    std::signal(SIGPIPE, SIG_IGN);  // a disconnected client shows up as a failed write
    return lsp::serve_language(std::cin, std::cout, *settings) ? kHolds : kViolated;
  };
}

}  // namespace weir::cli
