// SPDX-License-Identifier: Apache-2.0
#include "reduction/merge/endless.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>

#include "base/graph/strong_components.h"
#include "model/code_scan.h"
#include "model/opcodes.h"

namespace weir {
namespace {

/// A variable that code loads from a fixed place.
struct LoopVariable {
  bool global = false;
  Instruction form;
  friend bool operator==(const LoopVariable& a, const LoopVariable& b) {
    return a.global == b.global && a.form.a == b.form.a && a.form.width == b.form.width &&
           a.form.shift == b.form.shift && a.form.bits == b.form.bits;
  }
};

std::optional<LoopVariable> loaded(const Instruction& instruction) {
  if (!is_load(instruction.op)) return std::nullopt;
  return LoopVariable{is_global(instruction.op), instruction};
}

/// `v = v + by`.
struct Count {
  LoopVariable variable;
  std::int64_t by = 0;
};

std::optional<Count> count_of(const Program& program, CodeRef code) {
  if (code.empty() || code.begin + 4 >= program.code.size()) return std::nullopt;
  const Instruction* at = &program.code[code.begin];
  const std::optional<LoopVariable> variable = loaded(at[0]);
  const bool adds = at[2].op == OpCode::Add || at[2].op == OpCode::Subtract;
  if (!variable || at[1].op != OpCode::Const || at[1].a == 0 || !adds) return std::nullopt;
  if (!is_store(at[3].op) || at[4].op != OpCode::Return) return std::nullopt;
  if (!(LoopVariable{is_global(at[3].op), at[3]} == *variable)) return std::nullopt;
  const std::int64_t by = at[1].a;
  return Count{*variable, at[2].op == OpCode::Add ? by : -by};
}

/// Returns whether the guard implies that the variable can be changed by this much without leaving its range.
bool bounds(const Program& program, CodeRef guard, const Count& count) {
  if (guard.empty() || guard.begin + 3 >= program.code.size()) return false;
  const Instruction* at = &program.code[guard.begin];
  const std::optional<LoopVariable> variable = loaded(at[0]);
  if (!variable || !(*variable == count.variable) || at[1].op != OpCode::Const) return false;
  const bool whole = at[3].op == OpCode::Return;
  const bool first_of_and = at[3].op == OpCode::AndJump && at[3 + at[3].a].op == OpCode::Return;
  if (!whole && !first_of_and) return false;
  const AbstractValue range = values_of(count.variable.form);
  const std::int64_t bound = at[1].a;
  switch (at[2].op) {
    case OpCode::Less: return count.by > 0 && bound - 1 + count.by <= range.hi;
    case OpCode::LessEqual: return count.by > 0 && bound + count.by <= range.hi;
    case OpCode::Greater: return count.by < 0 && bound + 1 + count.by >= range.lo;
    case OpCode::GreaterEqual: return count.by < 0 && bound + count.by >= range.lo;
    default: return false;
  }
}

/// Finds whether code writes the variable.
class Writes : public CodeObserver {
 public:
  explicit Writes(const LoopVariable& variable) : variable_(variable) {}
  void observe(const Observation& observation) override {
    if (observation.kind != Observation::Kind::Write || observation.global != variable_.global) return;
    const auto first = static_cast<std::uint32_t>(variable_.form.a);
    const std::uint32_t end = first + bytes_of(variable_.form.width);
    if (observation.first < end && first < observation.first + observation.bytes) found = true;
  }
  bool found = false;

 private:
  const LoopVariable& variable_;
};

class Sequences {
 public:
  Sequences(const Program& program, const std::vector<bool>& passed) : program_(program), passed_(passed) {}

  std::vector<bool> find(bool counting_ends) {
    find_components();
    std::vector<bool> result(program_.locations.size(), false);
    for (const std::vector<LocationId>& members : components_) {
      if (counting_ends && counts_to_a_bound(members)) continue;
      for (const LocationId location : members) result[location] = true;
    }
    // And all locations that lead there.
    for (bool changed = true; changed;) {
      changed = false;
      for (LocationId i = 0; i < result.size(); ++i) {
        if (result[i]) continue;
        for_each_kept(i, [&](const Transition& transition) {
          if (!result[transition.target]) return;
          result[i] = true;
          changed = true;
        });
      }
    }
    return result;
  }

 private:
  bool is_kept(const Transition& transition) const {
    return transition.kind != TransitionKind::End &&
           (transition.keeps_control || (!passed_.empty() && passed_[transition.target]));
  }
  template <class Use>
  void for_each_kept(LocationId from, Use&& use) const {
    const Location& location = program_.locations[from];
    for (std::uint32_t k = 0; k < location.count && !location.deterministic; ++k) {
      const Transition& transition = program_.transitions[location.first + k];
      if (is_kept(transition)) use(transition);
    }
  }

  /// Those with a cycle.
  void find_components() {
    StrongComponents components(program_.locations.size());
    components.open_all();
    std::vector<LocationId> all(program_.locations.size());
    std::iota(all.begin(), all.end(), LocationId{0});
    const auto next = [&](LocationId from, std::uint64_t& position) {
      const Location& location = program_.locations[from];
      while (!location.deterministic && position < location.count) {
        const Transition& transition = program_.transitions[location.first + position++];
        if (is_kept(transition)) return transition.target;
      }
      return StrongComponents::kNoNode;
    };
    components.search(all, next, [&](std::span<const LocationId> members) {
      bool loops = members.size() > 1;
      for_each_kept(members.front(), [&](const Transition& t) { loops = loops || t.target == members.front(); });
      if (loops) components_.emplace_back(members.begin(), members.end());
      return true;
    });
  }

  /// Returns whether some variable is counted in one direction on every cycle, is written nowhere else, and every cycle
  /// passes a guard that bounds it. No other process moves meanwhile: there is no channel operation that could pass on
  /// control.
  bool counts_to_a_bound(const std::vector<LocationId>& members) const {
    const std::vector<const Transition*> inside = transitions_inside(members);
    for (const Transition* transition : inside)
      if (transition->channel_operation != kNone || transition->kind == TransitionKind::Deterministic ||
          transition->escape != 0)
        return false;
    for (const Transition* candidate : inside) {
      std::optional<Count> count = count_of(program_, candidate->effect);
      if (!count) continue;
      std::vector<const Transition*> uncounted, unbounded;
      bool fits = true;
      // Between two guards each transition occurs at most once, so the variable changes by at most their sum.
      std::int64_t sum = 0;
      for (const Transition* transition : inside) {
        const std::optional<Count> other = count_of(program_, transition->effect);
        const bool counts = other && other->variable == count->variable && (other->by > 0) == (count->by > 0);
        if (counts)
          sum += other->by;
        else
          uncounted.push_back(transition);
        Writes writes(count->variable);
        scan_transition(program_, *transition, ScanFacts{}, writes);
        fits = fits && (counts || !writes.found);
      }
      count->by = sum;
      for (const Transition* transition : inside)
        if (!bounds(program_, transition->guard, *count)) unbounded.push_back(transition);
      if (fits && is_acyclic(members, uncounted) && is_acyclic(members, unbounded)) return true;
    }
    return false;
  }

  std::vector<const Transition*> transitions_inside(const std::vector<LocationId>& members) const {
    std::vector<const Transition*> inside;
    for (const LocationId location : members) {
      for_each_kept(location, [&](const Transition& transition) {
        if (std::find(members.begin(), members.end(), transition.target) != members.end())
          inside.push_back(&transition);
      });
    }
    return inside;
  }

  /// Repeatedly removes locations without incoming transitions.
  static bool is_acyclic(std::vector<LocationId> members, std::vector<const Transition*> transitions) {
    while (!members.empty()) {
      const std::size_t before = members.size();
      std::erase_if(members, [&](LocationId location) {
        return std::none_of(transitions.begin(), transitions.end(),
                            [&](const Transition* transition) { return transition->target == location; });
      });
      if (members.size() == before) return false;
      std::erase_if(transitions, [&](const Transition* transition) {
        return std::find(members.begin(), members.end(), transition->source) == members.end();
      });
    }
    return true;
  }

  const Program& program_;
  const std::vector<bool>& passed_;
  std::vector<std::vector<LocationId>> components_;
};

}  // namespace

std::vector<bool> endless_locations(const Program& program, const std::vector<bool>& passed, bool counting_ends) {
  return Sequences(program, passed).find(counting_ends);
}

}  // namespace weir
