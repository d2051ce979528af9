// SPDX-License-Identifier: Apache-2.0
// Replaces src/model/native on other machines or without AsmJit.
#include "model/native_code.h"

namespace weir {

std::unique_ptr<NativeCode> NativeCode::compile(const Program&, const NativeHooks&, const std::vector<CodeRef>&,
                                                std::string& why) {
  why = "native code is not supported on this machine";
  return nullptr;
}

}  // namespace weir
