// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/attempt.h"

#include <algorithm>
#include <utility>

#include "base/memory/memory_limit.h"

namespace weir {

Attempt::Attempt(const CheckContext& whole, Plan how)
    : context(whole),
      plan(std::move(how)),
      budget(memory_limit_of(plan)),
      grace(saved(), options.time_limit > 0 ? limits().seconds : 0, context.observer),
      stop(*context.stop),
      cut(saved() ? &grace.late : &stop),
      limited(context.system, {cut, &budget}) {}

const Program* Attempt::searched_program() const {
  const ProgramSystem* plain = unwatched_program_of(system);
  if (plain == nullptr) return nullptr;
  return reductions.system != nullptr ? &reductions.system->program() : &plain->program();
}

SearchLimits Attempt::limits() const {
  SearchLimits limits;
  limits.max_depth = options.max_depth;
  limits.max_states = options.max_states;
  if (options.time_limit > 0) limits.seconds = std::max(options.time_limit - plan.seconds_used, 1e-3);
  limits.stop = context.stop;
  limits.cut = cut;
  return limits;
}

ConstructionLimits Attempt::construction_limits() const {
  return {context.stop, resident_bytes() + memory_limit_of(plan)};
}

bool Attempt::renew_store() {
  store.reset();  // frees its memory for the new one
  chosen.options.stop = context.stop;
  store = chosen.kind->make(budget, chosen.options);
  return store != nullptr;
}

std::uint64_t memory_limit_of(const Plan& plan) {
  return plan.memory != 0 ? plan.memory : run_budget(plan.options.memory_limit);
}

Expected<ChosenStore> choose_store(const CheckOptions& options, TransitionSystem& system) {
  const bool bounded = options.store == Store::Auto && options.cache_entries;
  ChosenStore chosen;
  chosen.kind = &store_kind(bounded ? Store::Cache : options.store);
  if (options.cache_entries && chosen.kind->value != Store::Cache)
    return Diagnostic{.message = std::string("--cache-entries needs --store cache, not ") + chosen.kind->name};
  chosen.options.cache_entries = options.cache_entries.value_or(chosen.options.cache_entries);
  chosen.options.replacement = options.replacement.value_or(chosen.options.replacement);
  chosen.options.seed = options.seed;
  if (chosen.kind->traits.may_forget) {
    constexpr std::uint64_t kOfTheProduct = 4;  // the automaton state and a colour
    chosen.options.state_bytes = largest_state(system) + kOfTheProduct;
  }
  return chosen;
}

std::uint64_t largest_state(TransitionSystem& system) {
  constexpr int kSteps = 2000;
  const SmallExpansions small(system);
  SuccessorBuffer buffer;
  system.initial_states(buffer);
  std::uint64_t largest = 0;
  std::vector<std::byte> here;
  for (int i = 0; i < kSteps && !buffer.empty() && !small.cut(); ++i) {
    here.assign(buffer.state(0).begin(), buffer.state(0).end());
    largest = std::max<std::uint64_t>(largest, here.size());
    buffer.clear();
    system.successors(here, buffer);
  }
  return largest;
}

}  // namespace weir
