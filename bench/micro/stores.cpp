// SPDX-License-Identifier: Apache-2.0
// Compares insertion into every store with absl::flat_hash_set on the same states (as strings, for states of any
// length, and as arrays, for states of one length known at compile time).
//
// A run inserts 4 million states, half of them repeats, in random order, about what a search does. One iteration is one
// run from the empty store; figures are per insertion. Run with --benchmark_enable_random_interleaving=true.
#include <benchmark/benchmark.h>

#include <array>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#ifdef WEIR_HAS_ABSL
#include <absl/container/flat_hash_set.h>
#endif

#include "store/stores.h"

namespace weir {
namespace {

constexpr std::size_t kOffered = 4'000'000;
constexpr std::size_t kBatch = 8;

/// State number n: a vector in which only a few positions change, as in a model.
void write_state(std::uint64_t n, std::byte* out, std::size_t size) {
  std::memset(out, 0, size);
  for (std::size_t i = 0; i < 6; ++i) out[(i * size) / 6] = static_cast<std::byte>((n >> (4 * i)) & 15);
}

const std::vector<std::uint32_t>& order() {
  static const std::vector<std::uint32_t> numbers = [] {
    std::mt19937 random(1);
    std::vector<std::uint32_t> all(kOffered);
    for (std::uint32_t i = 0; i < kOffered; ++i) all[i] = i / 2;
    std::shuffle(all.begin(), all.end(), random);
    return all;
  }();
  return numbers;
}

void store_run(benchmark::State& run, const StoreKind& kind, std::size_t size) {
  std::uint64_t bytes = 0;
  std::uint64_t states = 0;
  SuccessorBuffer buffer;
  std::vector<Insertion> out;
  for (auto _ : run) {
    MemoryBudget budget;
    const auto store = kind.make(budget, {.cache_entries = kOffered / 20, .bitstate_bytes = 1 << 24});
    for (std::size_t i = 0; i < kOffered; i += kBatch) {
      buffer.clear();
      for (std::size_t j = 0; j < kBatch; ++j) write_state(order()[i + j], buffer.append({}, size), size);
      store->insert_all(buffer, out);
      benchmark::DoNotOptimize(out.data());
    }
    bytes = store->memory_bytes();
    states = store->size();
  }
  run.SetItemsProcessed(static_cast<std::int64_t>(run.iterations() * kOffered));
  run.counters["bytes_per_state"] = static_cast<double>(bytes) / static_cast<double>(states);
}

#ifdef WEIR_HAS_ABSL
void absl_strings(benchmark::State& run, std::size_t size) {
  std::string state(size, '\0');
  for (auto _ : run) {
    absl::flat_hash_set<std::string> set;
    for (const std::uint32_t n : order()) {
      write_state(n, reinterpret_cast<std::byte*>(state.data()), size);
      benchmark::DoNotOptimize(set.insert(state).second);
    }
  }
  run.SetItemsProcessed(static_cast<std::int64_t>(run.iterations() * kOffered));
}

template <std::size_t size>
void absl_arrays(benchmark::State& run) {
  std::array<char, size> state{};
  for (auto _ : run) {
    absl::flat_hash_set<std::array<char, size>> set;
    for (const std::uint32_t n : order()) {
      write_state(n, reinterpret_cast<std::byte*>(state.data()), size);
      benchmark::DoNotOptimize(set.insert(state).second);
    }
  }
  run.SetItemsProcessed(static_cast<std::int64_t>(run.iterations() * kOffered));
}
#endif

int register_all() {
  for (const std::size_t size : {12U, 32U, 64U, 200U}) {
    for (const StoreKind& kind : store_kinds()) {
      benchmark::RegisterBenchmark((std::string(kind.name) + "/" + std::to_string(size)).c_str(),
                                   [&kind, size](benchmark::State& run) { store_run(run, kind, size); })
          ->Unit(benchmark::kMillisecond)
          ->Iterations(1);
    }
#ifdef WEIR_HAS_ABSL
    benchmark::RegisterBenchmark(("absl_strings/" + std::to_string(size)).c_str(),
                                 [size](benchmark::State& run) { absl_strings(run, size); })
        ->Unit(benchmark::kMillisecond)
        ->Iterations(1);
#endif
  }
#ifdef WEIR_HAS_ABSL
  benchmark::RegisterBenchmark("absl_arrays/12", absl_arrays<12>)->Unit(benchmark::kMillisecond)->Iterations(1);
  benchmark::RegisterBenchmark("absl_arrays/32", absl_arrays<32>)->Unit(benchmark::kMillisecond)->Iterations(1);
  benchmark::RegisterBenchmark("absl_arrays/64", absl_arrays<64>)->Unit(benchmark::kMillisecond)->Iterations(1);
  benchmark::RegisterBenchmark("absl_arrays/200", absl_arrays<200>)->Unit(benchmark::kMillisecond)->Iterations(1);
#endif
  return 0;
}

const int registered = register_all();

}  // namespace
}  // namespace weir
