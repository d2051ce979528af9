// SPDX-License-Identifier: Apache-2.0
// Replays the saved inputs of a fuzz target: tests/fuzz/corpus/NAME.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace weir::test {

/// Calls `body` with every saved input of the target; returns the number of inputs.
std::size_t replay_corpus(const std::string& target, const std::function<void(std::string_view)>& body);

}  // namespace weir::test
