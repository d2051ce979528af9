// SPDX-License-Identifier: Apache-2.0
// Searches load arbitrary bytes, which must do no harm. The first byte selects the search. (A real checkpoint file has
// a checksum first. A forgery that loads is not run here.)
#pragma once

#include <string_view>
#include <vector>

#include "search/emptiness/couvreur.h"
#include "search/emptiness/single_dfs.h"
#include "search/reachability/on_line.h"
#include "search/reachability/reachability.h"
#include "store/exact_store.h"
#include "support/number_space.h"

namespace weir::fuzz {

/// Saves or loads one state of a search, in memory.
class MemorySaver final : public SearchSaver {
 public:
  std::vector<std::byte> content;  ///< returned by load() if has_content; written by save()
  bool has_content = false;
  std::uint64_t saves_left = 0;  ///< after that many saves the search is stopped
  SearchControl* control = nullptr;
  bool saved = false;
  bool loaded = false;
  bool only_loads = false;

  bool has_state() const override { return has_content; }
  Archive::State load(const Serializer& search) override {
    MemoryArchive archive(content);
    search(archive);
    archive.require(archive.left() == 0);
    loaded = archive.good();
    return only_loads ? Archive::State::Damaged : archive.state();
  }
  void save(const Serializer& search) override {
    if (saved || saves_left-- > 0) return;
    MemoryArchive archive;
    search(archive);
    content = archive.take();
    saved = true;
    control->end(Stop::Interrupted);
  }
  double seconds_between_saves() const override { return 0; }
};

enum class Saved : unsigned { BreadthFirst, DepthFirst, Random, OnLine, Couvreur, Weak, Unmarked, Count };

inline SearchResult run_saved(Saved kind, SearchSpace& space, StateStore& store, SearchControl& control) {
  const auto whole = [](DefectResult found) {
    if (!found.found.empty()) found.search.run = std::move(found.found.front().run);
    return std::move(found.search);
  };
  switch (kind) {
    case Saved::BreadthFirst:
      return whole(Reachability(space, store, control, SearchOrder::BreadthFirst).run(Defect::BadState));
    case Saved::DepthFirst:
      return whole(Reachability(space, store, control, SearchOrder::DepthFirst).run(Defect::BadState));
    case Saved::Random: return whole(Reachability(space, store, control, SearchOrder::Random, 7).run(Defect::BadState));
    case Saved::OnLine: return whole(OnLineSearch(space, store, control).run(Defect::BadState));
    case Saved::Couvreur: return CouvreurSearch(space, store, control).run();
    case Saved::Weak: return SingleSearch(space, store, control, SingleSearch::Cycles::Accepting).run();
    case Saved::Unmarked: return SingleSearch(space, store, control, SingleSearch::Cycles::Unmarked).run();
    case Saved::Count: break;
  }
  return {};
}

/// Returns whether the bytes were accepted.
inline bool load_checkpoint(std::string_view input) {
  if (input.empty()) return false;
  const auto kind = static_cast<Saved>(static_cast<unsigned char>(input[0]) % static_cast<unsigned>(Saved::Count));
  test::NumberSpace space({.sets = 2, .defects = 9});
  MemoryBudget budget(std::uint64_t{1} << 26);
  ExactStore store(budget);
  SearchControl control(budget, {.max_states = 5000});
  MemorySaver saver;
  saver.has_content = saver.only_loads = true;
  const auto* begin = reinterpret_cast<const std::byte*>(input.data());
  saver.content.assign(begin + 1, begin + input.size());
  control.use(&saver);
  run_saved(kind, space, store, control);
  return saver.loaded;
}

inline void checkpoint(std::string_view input) { load_checkpoint(input); }

}  // namespace weir::fuzz
