// SPDX-License-Identifier: Apache-2.0
#include "support/spin.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>

namespace weir::testing {

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

std::uint64_t number_before(const std::string& output, const char* pattern) {
  std::smatch match;
  return std::regex_search(output, match, std::regex(pattern)) ? static_cast<std::uint64_t>(std::stod(match[1])) : 0;
}

}  // namespace

bool have_spin() { return std::system("command -v spin >/dev/null 2>&1 && command -v cc >/dev/null 2>&1") == 0; }

SpinResult run_spin(const std::string& text, const std::string& spin_options, const std::string& cc_options) {
  SpinResult result;
  std::string folder = (std::filesystem::temp_directory_path() / "weir-spin-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return result;
  const auto remove = [](std::string* path) {
    std::error_code ignored;
    std::filesystem::remove_all(*path, ignored);
  };
  const std::unique_ptr<std::string, decltype(remove)> cleaner(&folder, remove);
  std::ofstream(folder + "/m.pml") << text;
  int status = 0;
  const std::string in_folder = "cd '" + folder + "' && ";
  result.output = capture(in_folder + "spin -a -o1 -o2 -o3 " + spin_options + " m.pml 2>&1", status);
  if (!std::filesystem::exists(folder + "/pan.c") || status != 0) return result;
  result.output += capture(
      in_folder + "cc -O0 -w -DNOREDUCE -DSAFETY -DNOCLAIM -DMEMLIM=500 " + cc_options + " -o pan pan.c 2>&1", status);
  if (status != 0) return result;
  const std::string run = capture(in_folder + "timeout 20 ./pan -c0 -m20000 -w18 2>&1", status);
  result.output += run;
  result.outcome = SpinResult::Outcome::Aborted;
  result.states = number_before(run, "([0-9.e+]+) states, stored");
  result.transitions = number_before(run, "([0-9.e+]+) transitions");
  result.errors = number_before(run, "errors: ([0-9]+)");
  const bool cut = status != 0 || run.find("max search depth") != std::string::npos ||
                   run.find("Search not completed") != std::string::npos || run.find("aborting") != std::string::npos;
  if (!cut && result.states > 0) result.outcome = SpinResult::Outcome::Counted;
  return result;
}

SpinVerifier::SpinVerifier(const std::string& text, const std::string& definitions) {
  folder_ = (std::filesystem::temp_directory_path() / "weir-spin-XXXXXX").string();
  if (mkdtemp(folder_.data()) == nullptr) {
    folder_.clear();
    return;
  }
  std::ofstream(folder_ + "/m.pml") << text;
  int status = 0;
  const std::string in_folder = "cd '" + folder_ + "' && ";
  output_ = capture(in_folder + "timeout 10 spin -a -o1 -o2 -o3 m.pml 2>&1", status);
  if (!std::filesystem::exists(folder_ + "/pan.c") || status != 0) return;
  output_ +=
      capture(in_folder + "cc -O0 -w -DNOREDUCE -DNFAIR=3 -DMEMLIM=500 " + definitions + " -o pan pan.c 2>&1", status);
  made_ = status == 0;
}

SpinVerifier::~SpinVerifier() {
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

SpinVerdict SpinVerifier::run(const std::string& options) {
  if (!made_) return SpinVerdict::Unknown;
  int status = 0;
  output_ = capture("cd '" + folder_ + "' && timeout 20 ./pan -m20000 -w18 " + options + " 2>&1", status);
  const auto said = [&](const char* what) { return output_.find(what) != std::string::npos; };
  // An assertion can only be one that Spin's translation put into the claim: the programs have none.
  for (const char* found : {"acceptance cycle (at", "non-progress cycle (at", "claim violated!", "assertion violated",
                            "end state in claim reached"})
    if (said(found)) return SpinVerdict::Violated;
  const bool complete = said("errors: 0") && !said("max search depth") && !said("Search not completed") && status == 0;
  return complete ? SpinVerdict::Holds : SpinVerdict::Unknown;
}

}  // namespace weir::testing
