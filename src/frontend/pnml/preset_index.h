// SPDX-License-Identifier: Apache-2.0
// Finds the presets (input arcs of transitions) that a packed marking satisfies. Each preset waits at one of its
// places, its key, and only those with a marked key are examined. Safe places are tested together, a word at a time.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "frontend/pnml/marking_layout.h"

namespace weir::pnml {

class PresetIndex {
 public:
  PresetIndex() = default;
  /// Presets have the numbers of their positions. The arguments are not used later.
  PresetIndex(const std::vector<const std::vector<Arc>*>& presets, const Net& net, const MarkingLayout& layout);

  /// Whether the marking has the tokens of a preset.
  bool satisfied(std::uint32_t preset, StateView state, const MarkingLayout& layout) const {
    const std::uint32_t entry = entry_of_[preset];
    return entry != kNever && passes(entry, state, layout);
  }
  /// Calls visit(preset) for every satisfied one until it returns false.
  template <class Visit>
  void for_each_satisfied(StateView state, const MarkingLayout& layout, Visit visit) const {
    for (std::size_t i = 0; i < windows_.size(); ++i) {
      std::uint64_t marked = MarkingLayout::load(state.data() + windows_[i].window) & windows_[i].mask;
      while (marked != 0) {
        const Key& key = keys_[key_at_[64 * i + static_cast<unsigned>(std::countr_zero(marked))]];
        marked &= ~key.mask;
        for (std::uint32_t entry = key.begin; entry < key.end; ++entry)
          if (passes(entry, state, layout) && !visit(entries_[entry].preset)) return;
      }
    }
    for (std::uint32_t entry = always_; entry < end_; ++entry)
      if (!visit(entries_[entry].preset)) return;
  }

 private:
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();
  struct Window {
    std::uint32_t window;
    std::uint64_t mask;
  };
  struct Key {
    std::uint64_t mask;        ///< of its field
    std::uint32_t begin, end;  ///< entries
  };
  struct Need {
    std::uint32_t window;
    std::uint64_t mask;   ///< of the field
    std::uint64_t least;  ///< tokens, where the field is
  };
  /// The parts of an entry begin where those of the previous one end.
  struct Entry {
    std::uint32_t preset;
    std::uint32_t tests_begin, needs_begin, large_begin;
  };

  bool passes(std::uint32_t entry, StateView state, const MarkingLayout& layout) const {
    const Entry& begin = entries_[entry];
    const Entry& end = entries_[entry + 1];
    for (std::uint32_t i = begin.tests_begin; i < end.tests_begin; ++i)
      if ((~MarkingLayout::load(state.data() + tests_[i].window) & tests_[i].mask) != 0) return false;
    for (std::uint32_t i = begin.needs_begin; i < end.needs_begin; ++i)
      if ((MarkingLayout::load(state.data() + needs_[i].window) & needs_[i].mask) < needs_[i].least) return false;
    for (std::uint32_t i = begin.large_begin; i < end.large_begin; ++i)
      if (layout.tokens(large_[i].place, state) < large_[i].weight) return false;
    return true;
  }
  void compile(const std::vector<Arc>& preset, const MarkingLayout& layout);
  Entry next_entry(std::uint32_t preset) const;
  void add_key(std::uint32_t place, std::uint32_t begin, const MarkingLayout& layout);

  std::vector<Window> windows_;        ///< with keys
  std::vector<std::uint32_t> key_at_;  ///< by window and bit
  std::vector<Key> keys_;
  std::vector<Entry> entries_;          ///< by key, one more at the end
  std::uint32_t always_ = 0, end_ = 0;  ///< entries between these need nothing
  std::vector<Window> tests_;           ///< these bits must be set
  std::vector<Need> needs_;
  std::vector<Arc> large_;               ///< needs of more tokens than an escaping field can show
  std::vector<std::uint32_t> entry_of_;  ///< by preset; kNever: more tokens than can be there
};

}  // namespace weir::pnml
