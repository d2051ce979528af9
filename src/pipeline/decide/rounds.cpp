// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/rounds.h"

#include <chrono>

namespace weir {

std::optional<double> TimeShares::next(double before, std::size_t waiting, std::size_t open, double elapsed) const {
  constexpr double kFirstSeconds = 1;
  constexpr double kGrowth = 10;
  constexpr double kFirstPart = 0.1;
  constexpr double kWorthwhile = 2;
  if (alone_) return kWhole;
  if (limit_ == 0) return open == 1 ? kWhole : before == 0 ? kFirstSeconds : before * kGrowth;
  if (before == 0) return open == 1 ? kWhole : kFirstPart * limit_ / static_cast<double>(questions_);
  const double share = (limit_ - elapsed) / static_cast<double>(waiting);
  if (share < kWorthwhile * before) return std::nullopt;
  return open == 1 ? kWhole : share;
}

Expected<std::vector<std::size_t>> ask_in_rounds(std::size_t questions, const TimeShares& shares, const StopFlag& stop,
                                                 const AttemptQuestion& attempt) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  struct Open {
    std::size_t question;
    double before = 0;
  };
  std::vector<Open> open;
  std::vector<std::size_t> given_up;
  for (std::size_t i = 0; i < questions; ++i) open.push_back({i});
  while (!open.empty()) {
    std::vector<Open> still_open;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const double elapsed = std::chrono::duration<double>(Clock::now() - start).count();
      const std::size_t waiting = open.size() - i;
      const auto share = shares.next(open[i].before, waiting, waiting + still_open.size(), elapsed);
      if (!share) {
        given_up.push_back(open[i].question);
        continue;
      }
      StopFlag own(stop);  // memory used up by one question is available to the next
      const Watchdog watchdog(own, *share, {});
      const Expected<bool> decided = attempt(open[i].question, *share, own);
      if (!decided) return decided.error();
      if (!*decided && !stop.raised()) still_open.push_back({open[i].question, *share});
    }
    open = std::move(still_open);
  }
  return given_up;
}

}  // namespace weir
