// SPDX-License-Identifier: Apache-2.0
// OutputFile: a file that appears under its name only when it is complete. It is written beside its place and then
// renamed, so that a run that is cut short leaves the previous contents. Devices, pipes and folders that allow no new
// file are written directly.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace weir {

class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  /// Removes the file unless commit() succeeded.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Returns false if this or an earlier write failed; error() gives the reason.
  bool write(std::string_view text);
  bool commit();
  int error() const { return error_; }  ///< errno of the first failure; 0: none

  /// Removes the file that is being written, for a program that ends at once. May be called from a signal handler.
  static void remove_unfinished() noexcept;

 private:
  void fail();

  std::string place_;   ///< where the complete file belongs
  std::string beside_;  ///< where it is written; empty: directly
  std::FILE* file_ = nullptr;
  int error_ = 0;
};

}  // namespace weir
