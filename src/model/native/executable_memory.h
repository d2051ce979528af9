// SPDX-License-Identifier: Apache-2.0
// ExecutableMemory: pages of generated code. They are written first and then made executable, never both at once.
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

  /// Copies the code into executable pages. On failure, returns false and sets `why`.
  bool place(asmjit::CodeHolder& code, std::string& why);
  std::byte* data() { return static_cast<std::byte*>(memory_); }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace weir
