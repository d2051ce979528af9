// SPDX-License-Identifier: Apache-2.0
#include "cli/watch.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <thread>

#include "base/file_watch.h"
#include "cli/interrupt.h"

namespace weir::cli {
namespace {

constexpr auto kLookEvery = std::chrono::milliseconds(300);

std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm local = {};
  char text[16] = "";
  if (localtime_r(&now, &local) != nullptr) std::strftime(text, sizeof text, "%H:%M:%S", &local);
  return text;
}

/// On standard error: standard output may be a document.
void say(const std::string& line) {
  std::fputs((line + "\n").c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

ExitCode run_on_changes(std::vector<std::string> files,
                        const std::function<ExitCode(std::vector<std::string>& files)>& run) {
  catch_interrupts();
  while (true) {
    FileWatch watch;  // from before the run: what changes meanwhile counts
    for (const std::string& file : files) watch.add(file);
    const ExitCode code = run(files);
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    for (const std::string& file : files) watch.add(file);
    if (interrupted()) return code;
    say(fmt::format("--- {}: watching {} file{}; an interrupt (Ctrl-C) ends this", time_of_day(), files.size(),
                    files.size() == 1 ? "" : "s"));
    while (!watch.changed()) {
      if (interrupted()) return code;
      std::this_thread::sleep_for(kLookEvery);
    }
    say(fmt::format("\n--- {}: a file has changed", time_of_day()));
  }
}

}  // namespace weir::cli
