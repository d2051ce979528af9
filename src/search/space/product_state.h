// SPDX-License-Identifier: Apache-2.0
// The encoding of a product state: the bytes of the model state, then a number in as few bytes as possible. Each byte
// holds seven bits, the lowest last. All but the first have the top bit set, so the number can be read from the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include <weir/transition_system.h>

namespace weir {

struct ProductState {
  StateView model;
  std::uint32_t automaton = 0;
};

inline std::size_t product_state_size(std::size_t model_size, std::uint32_t automaton) {
  for (++model_size; automaton >= 0x80; automaton >>= 7) ++model_size;
  return model_size;
}

/// Writes product_state_size(...) bytes.
inline void write_product_state(std::byte* target, StateView model, std::uint32_t automaton) {
  if (!model.empty()) std::memcpy(target, model.data(), model.size());
  std::byte* end = target + product_state_size(model.size(), automaton);
  for (; automaton >= 0x80; automaton >>= 7) *--end = std::byte(0x80 | (automaton & 0x7F));
  *--end = std::byte(automaton);
}

inline ProductState read_product_state(StateView state) {
  std::size_t size = state.size();
  std::uint32_t number = 0;
  for (std::uint32_t shift = 0;; shift += 7) {
    const auto byte = std::to_integer<std::uint32_t>(state[--size]);
    number |= (byte & 0x7F) << shift;
    if ((byte & 0x80) == 0) return {state.first(size), number};
  }
}

/// Like read_product_state, for untrusted bytes. Returns nothing if write_product_state cannot have written them.
inline std::optional<ProductState> checked_product_state(StateView state) {
  constexpr std::size_t kMostBytes = 5;
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < kMostBytes && i < state.size(); ++i) {
    const auto byte = std::to_integer<std::uint64_t>(state[state.size() - 1 - i]);
    number |= (byte & 0x7F) << (7 * i);
    if ((byte & 0x80) != 0) continue;
    if ((i > 0 && byte == 0) || number > 0xFFFFFFFF) return std::nullopt;
    return ProductState{state.first(state.size() - 1 - i), static_cast<std::uint32_t>(number)};
  }
  return std::nullopt;
}

}  // namespace weir
