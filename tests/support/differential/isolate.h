// SPDX-License-Identifier: Apache-2.0
// Runs work in a child process, so that the parent survives a crash, an abort by a sanitizer or an endless loop. The
// parent must have no other threads when a child is started.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>

namespace weir::test {

class Child {
 public:
  enum class Status : std::uint8_t { Running, Finished, Crashed, TimedOut };

  /// Calls `work` in a child; `poll` reads its messages. `seconds` is how long it may be silent.
  Child(const std::function<void(const std::function<void(const std::string&)>& say)>& work, double seconds);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Reads available output, waiting up to `seconds`. `take_lines` returns the complete lines.
  Status poll(double seconds);
  Status status() const { return status_; }
  /// The complete lines received since the last call.
  std::string take_lines();
  /// For a crashed child: the signal or exit code, and its standard error.
  std::string cause() const;
  /// The line of `cause` that identifies the crash.
  std::string signature() const;

 private:
  void finish(bool killed);

  pid_t pid_ = -1;
  int pipe_ = -1;
  std::string errors_file_;
  double patience_;
  std::chrono::steady_clock::time_point heard_;
  std::string said_;
  Status status_ = Status::Running;
  int wait_status_ = 0;
  std::uint64_t peak_ = 0;  ///< memory in bytes
  std::string errors_;
};

struct IsolatedResult {
  Child::Status status = Child::Status::Finished;
  std::string said;
  std::string cause;
  std::string signature;
};
/// Runs one piece of work and waits for it.
IsolatedResult run_isolated(const std::function<std::string()>& work, double seconds);

/// A folder of this process for temporary files, in memory if possible.
std::string scratch_folder();

}  // namespace weir::test
