// SPDX-License-Identifier: Apache-2.0
// Runs Spin itself: the yardstick for Promela.
#pragma once

#include <cstdint>
#include <string>

namespace weir::test {

bool have_spin();

/// What a verifier counted.
struct SpinResult {
  enum class Outcome : std::uint8_t { Counted, Refused, Aborted };
  Outcome outcome = Outcome::Refused;  ///< Refused by spin or by cc; Aborted: no complete search
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t errors = 0;
  std::string output;
};

/// What a search for cycles says.
enum class SpinVerdict : std::uint8_t { Holds, Violated, Unknown };

/// A verifier that Spin made of a program without merging and the like: compiled once, run with several options.
class SpinVerifier {
 public:
  /// `definitions`: for the C compiler, e.g. -DNP.
  SpinVerifier(const std::string& text, const std::string& definitions, const std::string& spin_options = "");
  ~SpinVerifier();
  SpinVerifier(const SpinVerifier&) = delete;
  SpinVerifier& operator=(const SpinVerifier&) = delete;
  bool made() const { return made_; }
  /// `pan OPTIONS`, looking for cycles. Unknown: no complete search, or an error of the run.
  SpinVerdict run(const std::string& options);
  /// `pan OPTIONS`, counting.
  SpinResult count(const std::string& options);
  const std::string& output() const { return output_; }

 private:
  bool pan(const std::string& options);  ///< whether it searched everything

  std::string folder_;
  bool made_ = false;
  std::string output_;
};

/// `spin -a -o1 -o2 -o3`, `cc -DNOREDUCE -DSAFETY -DNOCLAIM`, `pan -c0`, in a folder of its own.
SpinResult run_spin(const std::string& text, const std::string& spin_options = "", const std::string& cc_options = "");

}  // namespace weir::test
