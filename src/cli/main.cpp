// SPDX-License-Identifier: Apache-2.0
// weir: parses the command line, runs one command, and returns its exit code.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <weir/weir.h>
#include <CLI/CLI.hpp>

#include "base/text/nearest_name.h"
#include "base/text/printable.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/option_text.h"
#include "cli/output.h"

namespace weir::cli {
namespace {

/// Reports a parse error with the command it concerns; for an unknown option, suggests the nearest one.
int refuse(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  const std::string name = chosen.empty() ? "weir" : "weir " + command.get_name();
  std::string problem = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    const bool repeated = problem.find("At Most") != std::string::npos;
    const bool flag = problem.find("flag") != std::string::npos;
    problem = (flag ? "--" : "") + problem.substr(0, problem.find_first_of(": ")) +
              (flag       ? " takes no argument"
               : repeated ? " is given more than once"
                          : " needs an argument");
  }
  const std::vector<std::string> unknown = app.remaining(true);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !unknown.empty()) {
    const std::string& first = unknown.front();
    const std::string given = first.substr(0, first.find('='));
    std::vector<std::string> known;
    for (const CLI::Option* option : command.get_options()) {
      for (const std::string& word : option->get_lnames()) known.push_back("--" + word);
    }
    NearestName nearest(given);
    for (const std::string& word : known) nearest.consider(word);
    problem = first.starts_with('-') ? "unknown option '" + given + "'" + nearest.suggestion()
                                     : "unexpected argument '" + first + "'";
  }
  problem = printable(problem);
  std::fprintf(stderr, "%s: %s\nRun %s --help for more information.\n", name.c_str(), problem.c_str(), name.c_str());
  return kBadInput;
}

/// Rejects an empty file name, which would mean no file: often the result of an unset shell variable.
std::string refuse_empty_name(const std::string& name) { return name.empty() ? "the name of the file is empty" : ""; }

int run_command_line(int argc, char** argv) {
  CLI::App app("weir checks temporal properties of models on the fly.", "weir");
  app.set_version_flag("--version", std::string("weir ") + version());
  app.require_subcommand(1);
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer(
      "Exit codes: 0 holds, 1 violated, 2 invalid usage or input, 3 inconclusive.\n"
      "Environment: a non-empty NO_COLOR, or TERM=dumb, disables colours.");
  struct Entry {
    CLI::App* app;
    Action action;
  };
  std::vector<Entry> entries;
  for (const Command& command : commands()) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    sub->set_version_flag("--version", std::string("weir ") + version());
    entries.push_back({sub, command.describe(*sub)});
    for (CLI::Option* option : sub->get_options()) {
      if (option->get_items_expected_max() == 0) option->disable_flag_override();  // rejects --quiet=7
      if (option->get_type_name() == "FILE") option->check(refuse_empty_name);
    }
  }
  const auto is_named = [&](const Command& command) { return std::string_view(command.name) == argv[1]; };
  if (argc > 1 && argv[1][0] != '-' && std::none_of(commands().begin(), commands().end(), is_named)) {
    NearestName nearest(argv[1]);
    for (const Command& command : commands()) nearest.consider(command.name);
    std::fprintf(stderr, "weir: unknown command '%s'%s\nThe commands are", printable(argv[1]).c_str(),
                 nearest.suggestion().c_str());
    for (const Command& command : commands()) std::fprintf(stderr, " %s", command.name);
    std::fputs("; run weir --help for more information.\n", stderr);
    return kBadInput;
  }
  if (argc < 2) {
    std::fputs(app.help().c_str(), stderr);
    return kBadInput;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // help or version
      std::ostringstream text;
      app.exit(error, text, text);
      return write_output("-", text.str()) ? kHolds : kBadInput;
    }
    return refuse(app, error);
  }
  for (const Entry& entry : entries) {
    if (entry.app->parsed()) return entry.action();
  }
  return kBadInput;
}

}  // namespace
}  // namespace weir::cli

namespace {

/// If the caller closed a standard stream, the next opened file would take its descriptor, and results would go there.
/// The descriptor is therefore bound to /dev/null in the opposite mode: using it fails, as with a closed stream.
void occupy_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) < 0) (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace

int main(int argc, char** argv) {
  occupy_closed_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that cannot grow shows up as a failed write
  try {
    return weir::cli::run_command_line(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("weir: out of memory\n", stderr);
    return weir::cli::kInconclusive;
  } catch (...) {
    std::fputs("weir: internal error; please report this with the model and the command line\n", stderr);
    return weir::cli::kInconclusive;
  }
}
