// SPDX-License-Identifier: Apache-2.0
// The net that structural reductions change: a private copy with the arcs by transition and by place. Numbers of places
// and transitions stay valid; what is removed is marked, and new transitions get new numbers.
//
// A transition stands for a sequence of transitions of the original net, its recipe. Recipes share their parts, so that
// they take constant memory each.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/stop_flag.h"
#include "frontend/pnml/net.h"

namespace weir::pnml {

/// Families of rules; docs/pnml.md has their proofs.
enum class StructuralRule : std::uint8_t {
  Dead,
  Constant,
  Sink,
  Scaled,
  Implied,
  Dominated,
  PostAgglomeration,
  PreAgglomeration,
  FreeAgglomeration,
  Cone,
  Useless
};
inline constexpr std::size_t kStructuralRules = 11;

/// How often each rule was applied.
using RuleCounts = std::array<std::uint64_t, kStructuralRules>;

/// The change of one place by a transition; not 0.
struct Effect {
  std::uint32_t place = 0;
  std::int64_t tokens = 0;
  friend bool operator==(const Effect&, const Effect&) = default;
};

class WorkingNet {
 public:
  static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

  struct Place {
    std::uint64_t initial = 0;
    bool left = true;
    bool counted = false;                       ///< an atom depends on its number of tokens
    bool observed = false;                      ///< an atom depends on it in any way
    std::vector<std::uint32_t> takers, givers;  ///< transitions with an arc from, to it; may contain removed ones
    std::vector<std::uint32_t> watchers;        ///< watched transitions that need it
  };
  struct Transition {
    std::vector<Arc> in, out;  ///< sorted by place
    std::uint32_t recipe = 0;
    std::uint32_t kind = 0;  ///< transitions of different kinds are told apart by events
    bool left = true;
  };
  /// A transition whose enabledness is observed: its needs, as far as they are not known to be met.
  struct Watched {
    std::vector<Arc> needs;
    bool never = false;  ///< cannot be enabled
  };
  /// A transition of the original net, or one sequence after another.
  struct Recipe {
    std::uint32_t first = 0;
    std::uint32_t second = kNone;  ///< kNone: `first` is a transition
  };

  explicit WorkingNet(const Net& net);

  /// Work ends early when the flag is raised. Every single change is complete, so the net is right at any time.
  void obey(const StopFlag* stop) { stop_ = stop; }

  /// Nothing may fire before everything else: the question notices when a deadlock is reached.
  void begin_as_given() { begins_as_given_ = true; }
  bool begins_as_given() const { return begins_as_given_; }

  /// Marks a place as counted by an atom.
  void count(std::uint32_t place);
  /// Adds a watched transition of the original net; returns its number. What was removed before was constant.
  std::uint32_t watch(const pnml::Transition& transition);

  const std::vector<Place>& places() const { return places_; }
  const std::vector<Transition>& transitions() const { return transitions_; }
  const std::vector<Watched>& watched() const { return watched_; }
  std::vector<Watched>& watched() { return watched_; }
  void set_kind(std::uint32_t transition, std::uint32_t kind) { transitions_[transition].kind = kind; }

  /// The transitions with an arc from, to a place. Valid until the next change of the net.
  const std::vector<std::uint32_t>& takers(std::uint32_t place) { return compacted(places_[place].takers); }
  const std::vector<std::uint32_t>& givers(std::uint32_t place) { return compacted(places_[place].givers); }
  /// The net effect of a transition, sorted by place. Valid until the next call.
  const std::vector<Effect>& effect(std::uint32_t transition);

  void remove_transition(std::uint32_t transition);
  /// Removes a place with its arcs, also from watched transitions: the needs are known to be met.
  void remove_place(std::uint32_t place);
  /// Divides the tokens and arcs of a place, which no atom counts; rests are dropped.
  void divide(std::uint32_t place, std::uint64_t divisor);
  /// Adds a transition that stands for `first`, `ahead` times, then `second`, `behind` times. Together they neither
  /// give to `place` nor take from it.
  void add_sequence(std::uint32_t first, std::uint64_t ahead, std::uint32_t second, std::uint64_t behind,
                    std::uint32_t place);
  /// Fires a transition before everything else: changes the initial marking, which must enable it this often.
  void fire_first(std::uint32_t transition, std::uint64_t times);
  /// The recipes fired before everything else.
  const std::vector<std::uint32_t>& fired_first() const { return fired_first_; }
  /// Appends the original transitions of a recipe in order.
  void expand(std::uint32_t recipe, std::vector<std::uint32_t>& out) const;

  std::size_t arcs() const { return arcs_; }
  /// Counts work that the caller does; returns false if the limit is reached. The limit depends on the size of the net
  /// alone, so that a reduction can be repeated exactly; it is also reached when the run has to stop.
  bool spend(std::size_t work) {
    work_left_ -= std::min(work, work_left_);
    return work_left_ > 0 && !stopped();
  }
  bool stopped() const { return stop_ != nullptr && stop_->raised(); }

 private:
  const std::vector<std::uint32_t>& compacted(std::vector<std::uint32_t>& transitions);
  void enter(std::uint32_t transition);
  /// The recipe of a transition, several times in sequence.
  std::uint32_t repeated(std::uint32_t recipe, std::uint64_t times);

  std::vector<Place> places_;
  std::vector<Transition> transitions_;
  std::vector<Watched> watched_;
  std::vector<Recipe> recipes_;
  std::vector<Effect> effect_;
  std::size_t arcs_ = 0;
  std::size_t work_left_ = 0;
  std::vector<std::uint32_t> fired_first_;
  bool begins_as_given_ = false;
  const StopFlag* stop_ = nullptr;
};

/// The weight of the arc of a place; 0 if there is none.
std::uint64_t weight_of(const std::vector<Arc>& arcs, std::uint32_t place);

}  // namespace weir::pnml
