// SPDX-License-Identifier: Apache-2.0
// weir serve: the explorer, a local web application.
#include <chrono>
#include <limits>
#include <memory>
#include <string>
#include <thread>

#include "cli/commands.h"
#include "cli/deadline.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/output.h"
#include "serve/browser.h"
#include "serve/server.h"

namespace weir::cli {
namespace {

struct ServeSettings {
  serve::ServerSettings server;
  bool no_open = false;
};

ExitCode run_serve(const ServeSettings& settings) {
  if (settings.server.path == "-") {
    complain("the model must be a file: it is read again when it changes");
    return kBadInput;
  }
  catch_interrupts();
  const Deadline deadline(0, [](const std::string&) { return kHolds; });
  auto server = serve::Server::start(settings.server);
  if (!server) return interrupted() ? kHolds : refused(server.error());
  print((*server)->address() + "\n");
  if (!finish_output()) return kBadInput;
  if (!settings.no_open && serve::has_display() && !serve::open_browser((*server)->ticket_address()))
    complain("xdg-open cannot be started; open the address in a browser");
  while (!interrupted()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return kHolds;
}

}  // namespace

Action describe_serve(CLI::App& app) {
  auto settings = std::make_shared<ServeSettings>();
  ExplorerOptions& options = settings->server.options;
  add_model_options(app, settings->server.path, options.model);
  app.add_option("PROPERTIES", options.properties_file, "named formulas (.ltl) or MCC properties (.xml)");
  app.add_option_function<std::string>(
         "--port",
         [settings](const std::string& text) {
           constexpr std::uint64_t kLast = std::numeric_limits<std::uint16_t>::max();
           settings->server.port = static_cast<std::uint16_t>(parse_number("--port", text, 1, kLast));
         },
         "port to listen on; default: any free port")
      ->type_name("N");
  app.add_flag("--no-open", settings->no_open, "print the address, but do not open a browser");
  add_work_limits(app, options.memory_limit, settings->server.check_seconds);
  app.get_option("--time")->description("time limit in seconds of a check")->default_str("60");
  app.footer(
      "Prints the address of the explorer and opens it in the browser (with xdg-open, if there is a display). The\n"
      "server listens on the loopback interface only, and the address holds a random token. Files that change are\n"
      "read again. Ctrl-C ends it, with exit code 0; invalid usage or input, or a port that is in use: 2.\n\n"
      "Examples:\n"
      "  weir serve protocol.pml\n"
      "  weir serve protocol.pml requirements.ltl --port 8080 --no-open");
  return [settings] { return run_serve(*settings); };
}

}  // namespace weir::cli
