// SPDX-License-Identifier: Apache-2.0
// weir: parses the command line, runs one command, returns its exit code.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <string_view>
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
  const auto is_named = [&](const Command& command) { return std::string_view(command.name) == argv[1]; };
  if (argc > 1 && argv[1][0] != '-' && std::none_of(commands().begin(), commands().end(), is_named)) {
    std::fprintf(stderr, "weir: there is no command '%s'; there are", argv[1]);
    for (const Command& command : commands()) std::fprintf(stderr, " %s", command.name);
    std::fputs("\nRun weir --help for more information.\n", stderr);
    return kBadInput;
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
