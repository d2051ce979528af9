// SPDX-License-Identifier: Apache-2.0
// The language features that one program uses: a random half of all (swarm testing: Groce, Zhang, Eide, Chen, Regehr,
// ISSTA 2012). So features that suppress each other, or blow up the state space together, also occur alone, and enabled
// features occur often.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "support/grammar/draw.h"

namespace weir::test {

// Columns: name, how often it is on (percent), and whether it has the same meaning in Spin's verifier.
#define WEIR_PROMELA_FEATURES(X) \
  X(Atomic, 50, true)            \
  X(DSteps, 35, true)            \
  X(Unless, 20, true)            \
  X(Gotos, 35, true)             \
  X(Else, 65, true)              \
  X(Loops, 75, true)             \
  X(Timeout, 20, true)           \
  X(Rendezvous, 40, true)        \
  X(Buffers, 60, true)           \
  X(LargeChannels, 5, false)     \
  X(ChannelValues, 20, true)     \
  X(LocalChannels, 20, true)     \
  X(LongMessages, 10, true)      \
  X(Polls, 25, true)             \
  X(ExclusiveUse, 8, false)      \
  X(Structures, 25, true)        \
  X(Arrays, 50, true)            \
  X(Mtypes, 35, true)            \
  X(NamedMtypes, 15, true)       \
  X(WideTypes, 35, true)         \
  X(BitFields, 20, true)         \
  X(Extremes, 15, true)          \
  X(Hidden, 12, false)           \
  X(LateDeclarations, 25, true)  \
  X(Several, 40, true)           \
  X(Runs, 35, true)              \
  X(ManyProcesses, 3, false)     \
  X(Priorities, 10, false)       \
  X(Provided, 12, true)          \
  X(OwnPid, 30, true)            \
  X(ProcessCount, 20, true)      \
  X(Last, 15, true)              \
  X(Introspection, 10, false)    \
  X(RemoteReferences, 25, true)  \
  X(EndLabels, 30, true)         \
  X(ProgressLabels, 35, true)    \
  X(AcceptLabels, 35, true)      \
  X(Assertions, 60, true)        \
  X(Faults, 25, false)           \
  X(Prints, 20, true)            \
  X(Inlines, 15, true)           \
  X(Macros, 15, true)            \
  X(For, 25, true)               \
  X(Select, 20, true)            \
  X(TraceAssertions, 6, false)   \
  X(NeverClaims, 20, false)      \
  X(LtlBlocks, 40, false)        \
  X(LongAtomic, 5, false)        \
  X(EndlessAtomic, 5, false)     \
  X(LongCycles, 8, true)         \
  X(Identities, 12, true)        \
  X(LongBodies, 2, false)        \
  X(OddSpellings, 15, false)

enum class Feature : std::uint8_t {
#define WEIR_ENUMERATE(name, ...) name,
  WEIR_PROMELA_FEATURES(WEIR_ENUMERATE)
#undef WEIR_ENUMERATE
      Count
};

/// The tool that programs are made for.
enum class Audience : std::uint8_t { Weir, Spin };

class Profile {
 public:
  Profile(Draw& draw, Audience audience);

  bool on(Feature feature) const { return on_[static_cast<std::size_t>(feature)]; }
  void set(Feature feature, bool on) { on_[static_cast<std::size_t>(feature)] = on; }
  bool for_spin() const { return audience_ == Audience::Spin; }
  std::string to_string() const;  ///< names of the enabled features

 private:
  Audience audience_;
  std::array<bool, static_cast<std::size_t>(Feature::Count)> on_{};
};

}  // namespace weir::test
