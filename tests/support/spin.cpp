// SPDX-License-Identifier: Apache-2.0
#include "support/spin.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace weir::test {

namespace {

std::string capture(const std::string& command, int& status) {
  std::string output;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) {
    status = -1;
    return output;
  }
  std::array<char, 4096> buffer;
  while (std::size_t got = fread(buffer.data(), 1, buffer.size(), pipe)) output.append(buffer.data(), got);
  status = pclose(pipe);
  return output;
}

/// The number before or after a text. Not by std::regex, whose recursion overflows on long output.
std::uint64_t number_before(const std::string& output, const std::string& text) {
  const std::size_t end = output.find(text);
  if (end == std::string::npos) return 0;
  const std::size_t line = output.rfind('\n', end) + 1;
  return static_cast<std::uint64_t>(std::strtod(output.substr(line, end - line).c_str(), nullptr));
}
std::uint64_t number_behind(const std::string& output, const std::string& text) {
  const std::size_t at = output.find(text);
  return at == std::string::npos ? 0 : std::strtoull(output.c_str() + at + text.size(), nullptr, 10);
}

}  // namespace

bool have_spin() { return std::system("command -v spin >/dev/null 2>&1 && command -v cc >/dev/null 2>&1") == 0; }

SpinVerifier::SpinVerifier(const std::string& text, const std::string& definitions, const std::string& spin_options) {
  folder_ = (std::filesystem::temp_directory_path() / "weir-spin-XXXXXX").string();
  if (mkdtemp(folder_.data()) == nullptr) {
    folder_.clear();
    return;
  }
  std::ofstream(folder_ + "/m.pml") << text;
  int status = 0;
  const std::string in_folder = "cd '" + folder_ + "' && ";
  output_ = capture(in_folder + "timeout 10 spin -a -o1 -o2 -o3 " + spin_options + " m.pml 2>&1", status);
  if (!std::filesystem::exists(folder_ + "/pan.c") || status != 0) return;
  output_ +=
      capture(in_folder + "cc -O0 -w -DNOREDUCE -DNFAIR=3 -DMEMLIM=500 " + definitions + " -o pan pan.c 2>&1", status);
  made_ = status == 0;
}

SpinVerifier::~SpinVerifier() {
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

bool SpinVerifier::pan(const std::string& options) {
  int status = 0;
  output_ = capture("cd '" + folder_ + "' && timeout 20 ./pan -m20000 -w18 " + options + " 2>&1", status);
  if (status != 0) return false;
  for (const char* incomplete : {"max search depth", "Search not completed", "aborting"})
    if (output_.find(incomplete) != std::string::npos) return false;
  return true;
}

SpinVerdict SpinVerifier::run(const std::string& options) {
  if (!made_) return SpinVerdict::Unknown;
  const bool complete = pan(options);
  const auto said = [&](const char* what) { return output_.find(what) != std::string::npos; };
  if (said("invalid array index")) return SpinVerdict::Unknown;
  // Only Spin's translation of the claim can contain an assertion: the programs have none.
  for (const char* found : {"acceptance cycle (at", "non-progress cycle (at", "claim violated!", "assertion violated",
                            "end state in claim reached"})
    if (said(found)) return SpinVerdict::Violated;
  return complete && said("errors: 0") ? SpinVerdict::Holds : SpinVerdict::Unknown;
}

SpinResult SpinVerifier::count(const std::string& options) {
  SpinResult result;
  result.output = output_;
  if (!made_) return result;
  const bool complete = pan(options);
  result.output += output_;
  result.states = number_before(output_, " states, stored");
  result.transitions = number_before(output_, " transitions (=");
  result.errors = number_behind(output_, "errors: ");
  result.outcome = complete && result.states > 0 ? SpinResult::Outcome::Counted : SpinResult::Outcome::Aborted;
  return result;
}

SpinResult run_spin(const std::string& text, const std::string& spin_options, const std::string& cc_options) {
  return SpinVerifier(text, "-DSAFETY -DNOCLAIM " + cc_options, spin_options).count("-c0");
}

}  // namespace weir::test
