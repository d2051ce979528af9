// SPDX-License-Identifier: Apache-2.0
#include "model/native/executable_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace weir {

ExecutableMemory::~ExecutableMemory() {
  if (memory_ != nullptr) munmap(memory_, bytes_);
}

bool ExecutableMemory::place(asmjit::CodeHolder& code, std::string& why) {
  why = "the code cannot be laid out";
  if (code.flatten() != asmjit::kErrorOk || code.resolveUnresolvedLinks() != asmjit::kErrorOk) return false;
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  bytes_ = (code.codeSize() + page) / page * page;
  void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    why = std::string("no memory for code: ") + std::strerror(errno);
    return false;
  }
  memory_ = memory;
  if (code.relocateToBase(reinterpret_cast<std::uintptr_t>(memory_)) != asmjit::kErrorOk ||
      code.copyFlattenedData(memory_, bytes_) != asmjit::kErrorOk)
    return false;
  if (mprotect(memory_, bytes_, PROT_READ | PROT_EXEC) != 0) {
    why = std::string("the system forbids executing generated code: ") + std::strerror(errno);
    return false;
  }
  why.clear();
  return true;
}

}  // namespace weir
