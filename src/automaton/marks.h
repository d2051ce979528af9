// SPDX-License-Identifier: Apache-2.0
// A set of at most 64 acceptance marks: the acceptance sets of a transition.
#pragma once

#include <bit>
#include <cstdint>

namespace weir {

class MarkSet {
 public:
  static constexpr std::uint32_t kCapacity = 64;

  constexpr MarkSet() = default;
  constexpr explicit MarkSet(std::uint64_t bits) : bits_(bits) {}
  static constexpr MarkSet single(std::uint32_t mark) { return MarkSet(std::uint64_t{1} << mark); }
  static constexpr MarkSet first(std::uint32_t count) {
    return MarkSet(count >= kCapacity ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1);
  }

  constexpr bool has(std::uint32_t mark) const { return (bits_ >> mark & 1) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int count() const { return std::popcount(bits_); }
  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool includes(MarkSet other) const { return (other.bits_ & ~bits_) == 0; }
  constexpr MarkSet without(MarkSet other) const { return MarkSet(bits_ & ~other.bits_); }
  constexpr MarkSet shifted(std::uint32_t by) const { return MarkSet(by >= kCapacity ? 0 : bits_ << by); }
  void add(std::uint32_t mark) { bits_ |= std::uint64_t{1} << mark; }

  friend constexpr MarkSet operator|(MarkSet a, MarkSet b) { return MarkSet(a.bits_ | b.bits_); }
  friend constexpr MarkSet operator&(MarkSet a, MarkSet b) { return MarkSet(a.bits_ & b.bits_); }
  MarkSet& operator|=(MarkSet other) {
    bits_ |= other.bits_;
    return *this;
  }
  friend constexpr bool operator==(MarkSet, MarkSet) = default;
  friend constexpr auto operator<=>(MarkSet, MarkSet) = default;

 private:
  std::uint64_t bits_ = 0;
};

}  // namespace weir
