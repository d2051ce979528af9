// SPDX-License-Identifier: Apache-2.0
// Spin itself is run, live, on our examples and on random programs: as many states, as many transitions, and an error
// found or not. More programs: WEIR_RANDOM_PROMELA=COUNT[:SEED].
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "support/promela_states.h"
#include "support/random_promela.h"
#include "support/spin.h"

namespace weir::testing {
namespace {

constexpr std::uint64_t kStates = 20000;

/// Empty: they agree, or there is nothing to compare.
std::string difference(const std::string& text, bool& compared) {
  compared = false;
  const StateCount ours = count_promela(text, kStates);
  if (!ours.complete && ours.states > 0) return {};
  const SpinResult spin = run_spin(text);
  if (spin.outcome == SpinResult::Outcome::Aborted) return {};
  const bool refused = ours.states == 0;
  if (spin.outcome == SpinResult::Outcome::Refused) return {};
  if (refused) return "refused: " + ours.message;
  if (ours.errors > 0) return spin.errors > 0 ? std::string() : "run-time error: " + ours.message;
  compared = true;
  std::ostringstream out;
  if (ours.states != spin.states) out << "states " << ours.states << ", Spin " << spin.states << "; ";
  if (ours.transitions != spin.transitions)
    out << "transitions " << ours.transitions << ", Spin " << spin.transitions << "; ";
  if (ours.safe() != (spin.errors == 0)) out << "safe " << ours.safe() << ", Spin's errors " << spin.errors;
  return out.str();
}

TEST(Spin, RandomProgramsAgree) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  std::uint64_t count = 20;
  std::uint64_t seed = 1;
  if (const char* wish = std::getenv("WEIR_RANDOM_PROMELA"); wish != nullptr) {
    char* rest = nullptr;
    count = std::strtoull(wish, &rest, 10);
    if (*rest == ':') seed = std::strtoull(rest + 1, nullptr, 10);
  }
  std::uint64_t compared = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const PromelaProgram program = random_promela(seed + i);
    bool counted = false;
    const std::string wrong = difference(to_text(program), counted);
    compared += counted;
    if (wrong.empty()) continue;
    const PromelaProgram small = shrink(program, [](const PromelaProgram& candidate) {
      bool ignored = false;
      return !difference(to_text(candidate), ignored).empty();
    });
    ADD_FAILURE() << "seed " << seed + i << ": " << wrong << "\nshrunk: " << difference(to_text(small), counted) << "\n"
                  << to_text(small);
  }
  RecordProperty("compared", static_cast<int>(compared));
  std::printf("compared %llu of %llu programs\n", static_cast<unsigned long long>(compared),
              static_cast<unsigned long long>(count));
  EXPECT_GE(compared * 3, count) << "the generator makes too many programs that cannot be compared";
}

}  // namespace
}  // namespace weir::testing
