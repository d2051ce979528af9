// SPDX-License-Identifier: Apache-2.0
// Work in a child process: whatever it does (crash, abort by a sanitizer, loop for ever), the parent hears of it and
// goes on. The parent must have no other threads when a child is started.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>

namespace weir::test {

class Child {
 public:
  enum class Status : std::uint8_t { Running, Finished, Crashed, TimedOut };

  /// Calls `work` in a child; what it says is read with `poll`. `seconds`: how long it may be silent.
  Child(const std::function<void(const std::function<void(const std::string&)>& say)>& work, double seconds);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Reads what is there, waiting up to so many seconds for something. Whole lines are in `take_lines`.
  Status poll(double seconds);
  Status status() const { return status_; }
  /// What was said since the last call, in whole lines.
  std::string take_lines();
  /// Of a child that crashed: the signal or exit code, and what it wrote to its standard error.
  std::string cause() const;
  /// The line of this that tells one crash from another.
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
  std::uint64_t peak_ = 0;  ///< bytes of memory
  std::string errors_;
};

struct IsolatedResult {
  Child::Status status = Child::Status::Finished;
  std::string said;
  std::string cause;
  std::string signature;
};
/// One piece of work, waited for.
IsolatedResult run_isolated(const std::function<std::string()>& work, double seconds);

/// A folder of this process for files that do not last: in memory, where there is such a place.
std::string scratch_folder();

}  // namespace weir::test
