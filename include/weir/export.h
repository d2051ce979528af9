// SPDX-License-Identifier: Apache-2.0
// WEIR_EXPORT marks what a shared library offers to its users; all other symbols are hidden.
#pragma once

#define WEIR_EXPORT __attribute__((visibility("default")))
