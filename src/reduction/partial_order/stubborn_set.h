// SPDX-License-Identifier: Apache-2.0
// Chooses a stubborn set of a state: see partial_order.h for what one is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reduction/partial_order/situation.h"
#include "reduction/partial_order/stubborn_set_cache.h"

namespace weir {

enum class Proviso : std::uint8_t { Static, BySearch, None };

/// Grows stubborn sets of one state, each from one process, and keeps the smallest. Used by one thread.
class StubbornSetFinder {
 public:
  explicit StubbornSetFinder(Situation& situation) : s_(situation) {}

  /// Finds the set with the fewest of all `steps`. Returns false if only the full set is possible.
  bool find(std::size_t steps, Proviso proviso);
  /// Whether the set found contains the steps of the process.
  bool chosen(std::int32_t process) const {
    const auto p = static_cast<std::size_t>(process);
    return fits_ ? ((movers_ >> p) & 1) != 0 : chosen_[p] != 0;
  }

 private:
  static constexpr std::uint8_t kKnown = 1, kEverything = 2, kMoves = 4;
  using Current = Situation::Current;
  using Status = Situation::Status;

  /// Fills the key of `choices_` with everything that a set depends on; returns false if it does not fit.
  bool describe(Proviso proviso);
  void choose(std::size_t steps, Proviso proviso);
  bool grow(std::uint32_t seed, std::uint32_t give_up_at);
  /// Whether no step of the set may be visible or sticky.
  bool is_unseen() const;

  // The transitions that a set must contain with a given one. They are computed once and added to `row_`.
  void find_requirements(std::uint32_t i);
  void require(const Current& t);
  void require_of_enabled(const Current& t);
  void require_partners(const Current& t);
  void require_writers(const Current& t, unsigned of);
  void require_enabling(const Current& t, bool fields);
  void require_pairs(const Current& t, std::uint8_t of, std::uint32_t except);
  void require_process(std::uint32_t process) {
    for (std::uint32_t i = s_.begin[process]; i < s_.begin[process + 1]; ++i) add(i);
  }
  void add(std::uint32_t i) { row_[i / 64] |= std::uint64_t{1} << (i % 64); }

  Situation& s_;
  StubbornSetCache choices_;         ///< one bit per process of the set; no bits: everything
  bool fits_ = false;                ///< the set is `movers_`; otherwise it is `chosen_`
  std::uint64_t movers_ = 0;         ///< one bit per process
  std::vector<char> chosen_;         ///< by process
  std::size_t words_ = 0;            ///< of a row of bits, one per transition
  std::vector<std::uint8_t> known_;  ///< by transition
  std::vector<std::uint64_t>
      required_;                  ///< by transition, a row of bits: the transitions that a set must contain with it
  std::uint64_t* row_ = nullptr;  ///< the row being computed
  bool everything_ = false;       ///< the transition whose row it is requires everything
  bool moves_ = false;            ///< ... may be enabled
  // The set being grown.
  std::vector<std::uint64_t> inside_;  ///< a row of bits
  std::vector<std::uint32_t> waiting_;
  std::vector<char> moving_;  ///< processes with an enabled transition inside
  std::uint32_t cost_ = 0;    ///< the number of its steps
};

}  // namespace weir
