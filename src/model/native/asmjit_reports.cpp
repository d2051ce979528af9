// SPDX-License-Identifier: Apache-2.0
// How AsmJit reports its own errors, replaced for two reasons: a failed assertion of AsmJit is a bug in weir, and says
// so; and AsmJit's own functions, as Debian compiles them, cannot be part of a shared library (they use `stderr`, and
// are not position-independent).
#include <asmjit/core.h>

#include "base/assert.h"

ASMJIT_BEGIN_NAMESPACE
namespace DebugUtils {

const char* errorAsString(Error) noexcept { return "error of AsmJit"; }
void debugOutput(const char*) noexcept {}
void assertionFailed(const char* file, int line, const char* message) noexcept {
  weir::assertion_failed(message, "an assertion of AsmJit failed", file, line);
}

}  // namespace DebugUtils
ASMJIT_END_NAMESPACE
