// SPDX-License-Identifier: Apache-2.0
// ExecutableMemory: pages that hold generated code. They are written, then made executable, never both at once.
#pragma once

#include <cstddef>
#include <string>

#include <asmjit/x86.h>

namespace weir {

class ExecutableMemory {
 public:
  ExecutableMemory() = default;
  ~ExecutableMemory();
  ExecutableMemory(const ExecutableMemory&) = delete;
  ExecutableMemory& operator=(const ExecutableMemory&) = delete;

  /// Takes the code over. False: `why` says what forbids it.
  bool place(asmjit::CodeHolder& code, std::string& why);
  std::byte* data() { return static_cast<std::byte*>(memory_); }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace weir
