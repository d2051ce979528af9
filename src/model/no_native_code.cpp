// SPDX-License-Identifier: Apache-2.0
// In place of src/model/native where there is no AsmJit, or another machine.
#include "model/native_code.h"

namespace weir {

std::unique_ptr<NativeCode> NativeCode::compile(const Program&, const NativeHooks&, const std::vector<CodeRef>&,
                                                std::string& why) {
  why = "there is no native code on this machine";
  return nullptr;
}

}  // namespace weir
