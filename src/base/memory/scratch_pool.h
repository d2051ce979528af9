// SPDX-License-Identifier: Apache-2.0
// ScratchPool: scratch memory for const members that several threads may call concurrently. A call borrows a T for its
// duration; the pool holds as many as calls ever ran concurrently. Each thread starts its lookup at a different slot to
// avoid sharing cache lines.
#pragma once

#include <pthread.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace weir {

template <class T>
class ScratchPool {
 public:
  ScratchPool() = default;
  ~ScratchPool() {
    for_each_idle([](T& scratch) { delete &scratch; });
  }
  ScratchPool(const ScratchPool&) = delete;
  ScratchPool& operator=(const ScratchPool&) = delete;

  class Lease {
   public:
    /// `make` creates a T if all existing ones are borrowed.
    template <class Make>
    Lease(ScratchPool& pool, Make&& make) : pool_(pool) {
      home_ = (static_cast<std::uint64_t>(pthread_self()) * 0x9E3779B97F4A7C15ULL) >> 32;
      for (std::size_t i = 0; i < kTries; ++i) {
        std::atomic<T*>& slot = place(i);
        T* found = slot.load(std::memory_order_relaxed);
        if (!usable(found) || !usable(found = slot.exchange(taken(), std::memory_order_acquire))) continue;
        scratch_ = found;
        from_ = &slot;
        return;
      }
      scratch_ = make();
    }
    ~Lease() {
      // No other thread writes to a slot marked as taken.
      if (from_ != nullptr) {
        from_->store(scratch_, std::memory_order_release);
        return;
      }
      for (std::size_t i = 0; i < kTries; ++i) {
        T* expected = nullptr;
        if (place(i).compare_exchange_strong(expected, scratch_, std::memory_order_release, std::memory_order_relaxed))
          return;
      }
      delete scratch_;
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    T& operator*() const { return *scratch_; }
    T* operator->() const { return scratch_; }

   private:
    static constexpr std::size_t kTries = 8;
    std::atomic<T*>& place(std::size_t i) const { return pool_.places_[(home_ + i) % kPlaces].scratch; }

    ScratchPool& pool_;
    std::uint64_t home_ = 0;
    std::atomic<T*>* from_ = nullptr;  ///< nullptr if the scratch is new
    T* scratch_ = nullptr;
  };

  /// Calls `use` with every T that is not borrowed. Must not run while another thread borrows or returns one.
  template <class Use>
  void for_each_idle(Use&& use) {
    for (Place& place : places_)
      if (T* scratch = place.scratch.load(); usable(scratch)) use(*scratch);
  }

 private:
  static constexpr std::size_t kPlaces = 64;
  struct alignas(64) Place {
    std::atomic<T*> scratch = nullptr;
  };
  /// Marks a slot whose T is borrowed: the address of no T, never followed.
  static T* taken() {
    alignas(T) static std::byte marker;
    return reinterpret_cast<T*>(&marker);
  }
  static bool usable(const T* found) { return found != nullptr && found != taken(); }

  std::array<Place, kPlaces> places_{};
};

}  // namespace weir
