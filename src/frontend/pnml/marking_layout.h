// SPDX-License-Identifier: Apache-2.0
// How a marking is packed into bytes. A place takes as many bits as its proved bound needs: 1, 2, 4, 8 or 16. A place
// without bound takes a byte, where 255 means "more": the count then follows behind all places in eight bytes. Equal
// markings have equal bytes. Unused bits are 0.
//
// A field lies in a window of eight bytes that can be loaded as a word. No window reaches beyond the places, so a
// marking has at least eight bytes. Fields of one window can be tested and changed together.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <weir/transition_system.h>

#include "frontend/pnml/net.h"

namespace weir::pnml {

class MarkingLayout {
 public:
  /// `bounds`: by place (place_bounds.h).
  explicit MarkingLayout(const std::vector<std::uint64_t>& bounds);

  struct Field {
    std::uint32_t window = 0;  ///< where the word begins
    std::uint8_t shift = 0;    ///< in the word
    std::uint8_t width = 8;    ///< in bits
    bool escapes = false;      ///< 255 means more
    std::uint64_t most() const { return (std::uint64_t{1} << width) - 1; }
    std::uint64_t mask() const { return most() << shift; }
  };
  const Field& field(std::uint32_t place) const { return fields_[place]; }
  /// The bytes of a marking without large counts.
  std::size_t size() const { return size_; }

  static std::uint64_t load(const std::byte* window) {
    std::uint64_t word;
    std::memcpy(&word, window, sizeof word);
    return word;
  }
  static void store(std::uint64_t word, std::byte* window) { std::memcpy(window, &word, sizeof word); }
  static std::uint64_t value(const Field& field, const std::byte* marking) {
    return (load(marking + field.window) >> field.shift) & field.most();
  }

  std::uint64_t tokens(std::uint32_t place, StateView state) const {
    const std::uint64_t count = value(fields_[place], state.data());
    return count == kMore && fields_[place].escapes ? large_tokens(fields_[place], state) : count;
  }
  std::vector<std::uint64_t> decode(StateView state) const;
  /// Appends a marking, whose counts must respect the bounds.
  void encode(const std::vector<std::uint64_t>& marking, const Step& step, SuccessorBuffer& out) const;
  bool is_state(StateView state) const;

  static constexpr std::uint64_t kMore = 255;

 private:
  std::uint64_t large_tokens(const Field& field, StateView state) const;

  std::vector<Field> fields_;           ///< by place
  std::vector<std::uint32_t> escapes_;  ///< places whose fields may be 255, in the order of their bytes
  std::size_t escapes_begin_ = 0;       ///< their first byte
  std::size_t size_ = 0;
};

/// Merges the elements from `first` on that have the same window.
template <class Element, class Merge>
void merge_windows(std::vector<Element>& elements, std::size_t first, Merge merge) {
  const auto begin = elements.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, elements.end(), [](const Element& a, const Element& b) { return a.window < b.window; });
  std::size_t used = first;
  for (std::size_t i = first; i < elements.size(); ++i) {
    if (used > first && elements[used - 1].window == elements[i].window)
      merge(elements[used - 1], elements[i]);
    else
      elements[used++] = elements[i];
  }
  elements.resize(used);
}

}  // namespace weir::pnml
