// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/sampling_observer.h"

#include <gtest/gtest.h>

namespace weir::test {
namespace {

TEST(SamplingObserver, KeepsABoundedNumberOfSamplesOfTheWholeTime) {
  SamplingObserver observer(nullptr);
  Statistics stats;
  for (int i = 0; i <= 100'000; ++i) {
    stats.states = static_cast<std::uint64_t>(i);
    observer.add(0.2 * i, stats);
  }
  const std::vector<ProgressSample> samples = observer.take();
  EXPECT_LE(samples.size(), SamplingObserver::kMostSamples);
  EXPECT_GE(samples.size(), SamplingObserver::kMostSamples / 4);
  EXPECT_EQ(samples.front().states, 0U);
  EXPECT_GT(samples.back().seconds, 19'000);
  for (std::size_t i = 1; i < samples.size(); ++i) EXPECT_GT(samples[i].seconds, samples[i - 1].seconds);
}

}  // namespace
}  // namespace weir::test
