// SPDX-License-Identifier: Apache-2.0
#include "support/spin_difference.h"

#include <sstream>

#include "support/promela_states.h"

namespace weir::test {

SpinDifference compare_with_spin(const std::string& text, std::uint64_t limit, const std::string& cc_options) {
  SpinDifference result;
  const StateCount ours = count_promela(text, limit);
  if (!ours.complete && ours.states > 0) return result;
  result.spin = run_spin(text, "", cc_options);
  const SpinResult& spin = result.spin;
  if (spin.outcome != SpinResult::Outcome::Counted) return result;
  if (ours.states == 0) {
    result.text = "refused: " + ours.message;
    return result;
  }
  if (ours.errors > 0) {
    if (spin.errors == 0) result.text = "run-time error: " + ours.message;
    return result;
  }
  result.compared = true;
  std::ostringstream out;
  if (ours.states != spin.states) out << "states " << ours.states << ", Spin " << spin.states << "; ";
  if (ours.transitions != spin.transitions)
    out << "transitions " << ours.transitions << ", Spin " << spin.transitions << "; ";
  if (ours.safe() != (spin.errors == 0)) out << "safe " << ours.safe() << ", Spin's errors " << spin.errors << "; ";
  result.text = out.str();
  return result;
}

}  // namespace weir::test
