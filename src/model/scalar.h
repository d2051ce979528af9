// SPDX-License-Identifier: Apache-2.0
// Scalars in a packed state: how a value of each width is read, written and cut. `Form` is anything with a width, a
// shift and a number of bits: a Place or an Instruction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "model/state_layout.h"

namespace weir {

/// The bits of a number, for wrapping arithmetic and indexing.
constexpr std::uint32_t bare(std::int32_t value) { return static_cast<std::uint32_t>(value); }
constexpr std::int32_t wrap(std::uint32_t value) { return static_cast<std::int32_t>(value); }

/// The lowest `bits` bits, fewer than 32.
constexpr std::uint32_t low_bits(unsigned bits) { return (1U << bits) - 1U; }

template <class T>
std::int32_t load_as(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return static_cast<std::int32_t>(value);
}
template <class T>
void store_as(std::byte* at, std::int32_t value) {
  const T cut = static_cast<T>(value);
  std::memcpy(at, &cut, sizeof cut);
}

inline std::int32_t load_bits(const std::byte* at, unsigned shift, unsigned bits) {
  return wrap((std::to_integer<unsigned>(*at) >> shift) & low_bits(bits));
}
inline void store_bits(std::byte* at, unsigned shift, unsigned bits, std::int32_t value) {
  const unsigned mask = low_bits(bits) << shift;
  *at = static_cast<std::byte>((std::to_integer<unsigned>(*at) & ~mask) | ((bare(value) << shift) & mask));
}

template <class Form>
std::int32_t load_scalar(const std::byte* at, const Form& form) {
  switch (form.width) {
    case Width::Bits: return load_bits(at, form.shift, form.bits);
    case Width::U8: return load_as<std::uint8_t>(at);
    case Width::U16: return load_as<std::uint16_t>(at);
    case Width::I16: return load_as<std::int16_t>(at);
    case Width::I32: return load_as<std::int32_t>(at);
  }
  return 0;
}

template <class Form>
void store_scalar(std::byte* at, const Form& form, std::int32_t value) {
  switch (form.width) {
    case Width::Bits: return store_bits(at, form.shift, form.bits, value);
    case Width::U8: return store_as<std::uint8_t>(at, value);
    case Width::U16: return store_as<std::uint16_t>(at, value);
    case Width::I16: return store_as<std::int16_t>(at, value);
    case Width::I32: return store_as<std::int32_t>(at, value);
  }
}

/// What a load gives after the value was stored in this form.
template <class Form>
constexpr std::int32_t stored_value(const Form& form, std::int32_t value) {
  switch (form.width) {
    case Width::Bits: return wrap(bare(value) & low_bits(form.bits));
    case Width::U8: return static_cast<std::uint8_t>(value);
    case Width::U16: return static_cast<std::uint16_t>(value);
    case Width::I16: return static_cast<std::int16_t>(value);
    case Width::I32: break;
  }
  return value;
}

struct ScalarRange {
  std::int64_t least = std::numeric_limits<std::int32_t>::min();
  std::int64_t most = std::numeric_limits<std::int32_t>::max();
};

/// The values that a load of this form can give.
template <class Form>
constexpr ScalarRange scalar_range(const Form& form) {
  switch (form.width) {
    case Width::Bits: return {0, low_bits(form.bits)};
    case Width::U8: return {0, 255};
    case Width::U16: return {0, 65535};
    case Width::I16: return {-32768, 32767};
    case Width::I32: break;
  }
  return {};
}

/// The bits of a byte that an access uses.
template <class Form>
constexpr std::uint8_t mask_of(const Form& form) {
  return form.width == Width::Bits ? static_cast<std::uint8_t>(low_bits(form.bits) << form.shift) : std::uint8_t{0xFF};
}

}  // namespace weir
