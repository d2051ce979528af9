// SPDX-License-Identifier: Apache-2.0
// weir: parses the command line, runs one command, returns its exit code.
#include <cstdio>
#include <exception>
#include <memory>
#include <vector>

#include <weir/weir.h>
#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/option_text.h"

namespace weir::cli {
namespace {

int run(int argc, char** argv) {
  CLI::App app("weir checks temporal properties of models while their states are being generated.", "weir");
  app.set_version_flag("--version", std::string("weir ") + version());
  app.require_subcommand(1);
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer("Exit codes: 0 holds, 1 violated, 2 wrong use or bad input, 3 inconclusive.");
  struct Entry {
    CLI::App* app;
    Action action;
  };
  std::vector<Entry> entries;
  for (const Command& command : commands()) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    sub->set_version_flag("--version", std::string("weir ") + version());
    entries.push_back({sub, command.describe(*sub)});
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kHolds : kBadInput;
  }
  for (const Entry& entry : entries) {
    if (entry.app->parsed()) return entry.action();
  }
  return kBadInput;
}

}  // namespace
}  // namespace weir::cli

int main(int argc, char** argv) {
  try {
    return weir::cli::run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("weir: out of memory\n", stderr);
    return weir::cli::kInconclusive;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "weir: %s\n", error.what());
    return weir::cli::kBadInput;
  }
}
