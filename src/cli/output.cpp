// SPDX-License-Identifier: Apache-2.0
#include "cli/output.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/output_file.h"

namespace weir::cli {
namespace {

void say(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stderr); }

std::atomic<int> output_error = 0;  ///< errno of the first failed write to standard output

void report_failure(const std::string& name, int error) {
  complain("cannot write " + name + ": " + std::strerror(error));
}

}  // namespace

void complain(const Diagnostics& diagnostics) {
  if (!diagnostics.empty()) say(to_string(diagnostics) + "\n");
}

void complain(std::string message) { complain(Diagnostics{{.message = std::move(message)}}); }

ExitCode refused(const Diagnostics& diagnostics) {
  complain(diagnostics);
  const auto is_limit = [](const Diagnostic& diagnostic) { return diagnostic.limit; };
  return std::all_of(diagnostics.begin(), diagnostics.end(), is_limit) ? kInconclusive : kBadInput;
}

bool write_output(const std::string& path, std::string_view text) {
  if (path == "-") {
    print(text);
    return finish_output();
  }
  OutputFile file(path);
  const bool good = file.write(text) && file.commit();
  if (!good) report_failure("'" + path + "'", file.error());
  return good;
}

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() && output_error == 0) output_error = errno;
}

bool output_works() { return output_error == 0; }

bool finish_output() {
  if (std::fflush(stdout) != 0 && output_error == 0) output_error = errno;
  if (output_error != 0) report_failure("standard output", output_error);
  return output_error == 0;
}

bool output_is_terminal() { return isatty(STDOUT_FILENO) == 1; }

bool output_has_colours() {
  const char* const forbidden = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  return output_is_terminal() && (forbidden == nullptr || *forbidden == '\0') &&
         (terminal == nullptr || std::strcmp(terminal, "dumb") != 0);
}

}  // namespace weir::cli
