// SPDX-License-Identifier: Apache-2.0
#include "support/enumerate.h"

#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/table/hash.h"

namespace weir::test {
namespace {

struct Hash {
  std::size_t operator()(const std::string& text) const {
    return hash_bytes(std::as_bytes(std::span(text.data(), text.size())));
  }
};

}  // namespace

Enumeration enumerate(const TransitionSystem& system, std::uint64_t max_states) {
  Enumeration result;
  std::unordered_set<std::string, Hash> seen;
  std::vector<const std::string*> level, next;
  const auto visit = [&](StateView state) {
    const auto [place, fresh] = seen.emplace(reinterpret_cast<const char*>(state.data()), state.size());
    if (!fresh) return;
    result.bytes += state.size();
    next.push_back(&*place);
  };
  SuccessorBuffer buffer;
  system.initial_states(buffer);
  for (std::size_t i = 0; i < buffer.size(); ++i) visit(buffer.state(i));
  while (!next.empty() && result.complete) {
    ++result.levels;
    level.swap(next);
    next.clear();
    for (const std::string* state : level) {
      buffer.clear();
      system.successors(std::as_bytes(std::span(state->data(), state->size())), buffer);
      if (buffer.empty()) ++result.deadlocks;
      result.transitions += buffer.size();
      for (std::size_t i = 0; i < buffer.size(); ++i) {
        if (buffer.step(i).fault != Fault::None) {
          ++result.faults;
        } else {
          visit(buffer.state(i));
        }
      }
      if (seen.size() > max_states) {
        result.complete = false;
        break;
      }
    }
  }
  result.states = seen.size();
  return result;
}

}  // namespace weir::test
