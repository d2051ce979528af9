// SPDX-License-Identifier: Apache-2.0
#include "base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace weir {

void assertion_failed(const char* condition, const char* sentence, const char* file, int line) {
  std::fprintf(stderr, "weir: internal error: %s (%s, %s:%d)\nThis is a bug in weir; please report it.\n", sentence,
               condition, file, line);
  std::abort();
}

}  // namespace weir
