// SPDX-License-Identifier: Apache-2.0
#include <weir/weir.h>

namespace weir {

const char* version() { return WEIR_VERSION; }

}  // namespace weir
