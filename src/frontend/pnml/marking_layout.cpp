// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/marking_layout.h"

#include <algorithm>

namespace weir::pnml {
namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);

static_assert(std::endian::native == std::endian::little, "fields are numbered from the low end of a word");

unsigned width_for(std::uint64_t bound) {
  for (const unsigned width : {1U, 2U, 4U})
    if (bound < (std::uint64_t{1} << width)) return width;
  return bound >= MarkingLayout::kMore && bound < (std::uint64_t{1} << 16) ? 16 : 8;
}

}  // namespace

/// The widest fields come first, so that none crosses the end of an aligned word.
MarkingLayout::MarkingLayout(const std::vector<std::uint64_t>& bounds) : fields_(bounds.size()) {
  std::vector<std::size_t> bytes(bounds.size());
  std::size_t bit = 0;
  for (const unsigned width : {16U, 8U, 4U, 2U, 1U}) {
    for (const bool escapes : {false, true}) {
      if (escapes) escapes_begin_ = width == 8 ? bit / 8 : escapes_begin_;
      for (std::uint32_t p = 0; p < bounds.size(); ++p) {
        if (width_for(bounds[p]) != width || (width == 8 && bounds[p] >= kMore) != escapes) continue;
        fields_[p] = {0, static_cast<std::uint8_t>(bit % 8), static_cast<std::uint8_t>(width), escapes};
        if (escapes) escapes_.push_back(p);
        bytes[p] = bit / 8;
        bit += width;
      }
    }
    bit = (bit + 7) / 8 * 8;
  }
  size_ = std::max(kWord, bit / 8);
  for (std::size_t p = 0; p < fields_.size(); ++p) {
    const std::size_t window = std::min(bytes[p] / kWord * kWord, size_ - kWord);
    fields_[p].window = static_cast<std::uint32_t>(window);
    fields_[p].shift = static_cast<std::uint8_t>(fields_[p].shift + 8 * (bytes[p] - window));
  }
}

std::uint64_t MarkingLayout::large_tokens(const Field& field, StateView state) const {
  const auto begin = state.begin() + static_cast<std::ptrdiff_t>(escapes_begin_);
  const auto here =
      state.begin() + static_cast<std::ptrdiff_t>(field.window) + static_cast<std::ptrdiff_t>(field.shift / 8U);
  const auto before = static_cast<std::size_t>(std::count(begin, here, std::byte{kMore}));
  return load(state.data() + size_ + before * kWord);
}

std::vector<std::uint64_t> MarkingLayout::decode(StateView state) const {
  std::vector<std::uint64_t> marking(fields_.size());
  for (std::size_t p = 0; p < fields_.size(); ++p) marking[p] = value(fields_[p], state.data());
  const std::byte* large = state.data() + size_;
  for (std::size_t i = 0; i < escapes_.size() && large != state.data() + state.size(); ++i) {
    if (marking[escapes_[i]] != kMore) continue;
    marking[escapes_[i]] = load(large);
    large += kWord;
  }
  return marking;
}

void MarkingLayout::encode(const std::vector<std::uint64_t>& marking, const Step& step, SuccessorBuffer& out) const {
  const auto large = static_cast<std::size_t>(
      std::count_if(escapes_.begin(), escapes_.end(), [&](std::uint32_t place) { return marking[place] >= kMore; }));
  std::byte* bytes = out.append(step, size_ + large * kWord);
  std::memset(bytes, 0, size_);
  for (std::size_t p = 0; p < fields_.size(); ++p) {
    std::byte* window = bytes + fields_[p].window;
    store(load(window) | std::min(marking[p], fields_[p].most()) << fields_[p].shift, window);
  }
  std::byte* rest = bytes + size_;
  for (const std::uint32_t place : escapes_) {
    if (marking[place] < kMore) continue;
    store(marking[place], rest);
    rest += kWord;
  }
}

bool MarkingLayout::is_state(StateView state) const {
  if (state.size() < size_) return false;
  const auto escaped = [&](std::uint32_t place) { return value(fields_[place], state.data()) == kMore; };
  const auto large = static_cast<std::size_t>(std::count_if(escapes_.begin(), escapes_.end(), escaped));
  if (state.size() != size_ + large * kWord) return false;
  const std::vector<std::uint64_t> marking = decode(state);
  if (std::any_of(marking.begin(), marking.end(), [](std::uint64_t count) { return count > kMaxTokens; })) return false;
  SuccessorBuffer again;  // the only bytes of this marking
  encode(marking, Step{}, again);
  return std::equal(state.begin(), state.end(), again.state(0).begin(), again.state(0).end());
}

}  // namespace weir::pnml
