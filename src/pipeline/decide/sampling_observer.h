// SPDX-License-Identifier: Apache-2.0
// SamplingObserver: passes everything on to another observer, and keeps samples of the progress for plots. Their number
// is bounded: when there are too many, every other one is dropped and the interval between samples doubles.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <weir/weir.h>

namespace weir {

class SamplingObserver final : public Observer {
 public:
  static constexpr std::size_t kMostSamples = 512;

  /// `observer` may be null.
  explicit SamplingObserver(Observer* observer) : observer_(observer) {}

  void progress(const Progress& progress) override {
    add(seconds(), progress.stats);
    if (observer_ != nullptr) observer_->progress(progress);
  }
  void note(const std::string& what) override {
    if (observer_ != nullptr) observer_->note(what);
  }
  void begin(const std::vector<PropertyResult>& properties) override {
    if (observer_ != nullptr) observer_->begin(properties);
  }
  void decided(std::size_t property, const PropertyResult& result) override {
    add(seconds(), result.stats);
    if (observer_ != nullptr) observer_->decided(property, result);
  }
  bool interrupted() override { return observer_ != nullptr && observer_->interrupted(); }

  /// Adds a sample at this time, unless the last one was taken less than an interval before.
  void add(double seconds, const Statistics& stats) {
    const std::lock_guard lock(mutex_);
    if (!samples_.empty() && seconds < samples_.back().seconds + interval_) return;
    samples_.push_back({seconds, stats.states, stats.memory_bytes});
    if (samples_.size() < kMostSamples) return;
    interval_ = 2 * (samples_.back().seconds - samples_.front().seconds) / static_cast<double>(samples_.size() - 1);
    for (std::size_t i = 0; 2 * i < samples_.size(); ++i) samples_[i] = samples_[2 * i];
    samples_.resize((samples_.size() + 1) / 2);
  }
  std::vector<ProgressSample> take() {
    const std::lock_guard lock(mutex_);
    return std::move(samples_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  Observer* observer_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  double interval_ = 0;  ///< guarded by mutex_, as the next one
  std::vector<ProgressSample> samples_;
};

}  // namespace weir
