// SPDX-License-Identifier: Apache-2.0
// Assertions and deadlock: searches for faulty steps and invalid end states of the model, together in one search.
#include <utility>

#include <weir/catalogue.h>

#include "pipeline/decide/conclude.h"
#include "pipeline/decide/conclude_defect.h"
#include "pipeline/decide/question.h"
#include "search/hunt/flow_distance.h"
#include "search/parallel/parallel_reachability.h"
#include "search/parallel/stack_reachability.h"
#include "search/reachability/on_line.h"
#include "search/reachability/reachability.h"
#include "search/reachability/sleep_search.h"
#include "search/space/model_space.h"

namespace weir {
namespace {

class DefectQuestion final : public Question {
 public:
  DefectQuestion(Attempt& attempt, std::vector<const Property*> asked) : Question(attempt, std::move(asked)) {
    for (const Property* property : properties()) wanted_ = wanted_ | defect_of(*property);
  }

  Diagnostics translate() override {
    order_ = attempt_.options.shortest ? SearchOrder::BreadthFirst : attempt_.options.search;
    if (!numbered() && order_ != SearchOrder::DepthFirst) {
      return {{.message = std::string("--store ") + attempt_.chosen.kind->name +
                          " keeps no states to search from breadth-first or at random; use " +
                          stores_that_keep_states()}};
    }
    return {};
  }

  ReductionQuestion preserved() override {
    const StoreTraits& store = attempt_.chosen.kind->traits;
    ReductionQuestion question;
    question.defects = true;
    question.deadlock_only = wanted_ == Defect::Deadlock;
    question.shortest = attempt_.options.shortest;
    question.depth_first = order_ == SearchOrder::DepthFirst;
    question.keeps_notes = numbered() || store.may_forget;
    question.forgets = store.may_forget;
    return question;
  }

  Diagnostics open() override {
    space_.emplace(model_space_of(attempt_.reductions, attempt_.system));
    return {};
  }

  std::string obstacle_to_threads() const override {
    const std::string obstacle = parallel_obstacle(*attempt_.chosen.kind, attempt_.options.search);
    return obstacle.empty() && attempt_.reductions.sleep ? "sleep sets use one thread" : obstacle;
  }
  std::string obstacle_to_saving() const override {
    return attempt_.reductions.sleep ? "sleep sets; use --reduce auto, none or por" : "";
  }

  DefectResult search(SearchControl& control) override {
    const ReducedSystem* reduced = attempt_.reductions.system.get();
    if (attempt_.reductions.sleep) return SleepSearch(*space_, *reduced, *attempt_.store, control).run(wanted_);
    if (!numbered()) return OnLineSearch(*space_, *attempt_.store, control).run(wanted_);
    Reachability reachability(*space_, *attempt_.store, control, order_, attempt_.options.seed);
    reachability.uses_preferred = reduced != nullptr && reduced->proviso_by_search();
    return reachability.run(wanted_);
  }

  DefectResult search(WorkCrew& crew, SharedStore& store, SearchControl& control) override {
    std::vector<const ModelSpace*> spaces;
    const auto make_space = [&](unsigned) {
      auto own = std::make_unique<ModelSpace>(attempt_.searched());
      spaces.push_back(own.get());
      return own;
    };
    const auto searched_by = [&](auto&& search) {
      DefectResult found = search.run(wanted_);
      for (const ModelSpace* own : spaces) errors_ += own->errors_met();
      return found;
    };
    if (by_levels()) return searched_by(ParallelReachability(crew, make_space, store, control));
    return searched_by(StackReachability(crew, make_space, store, control));
  }

  Defect violation_of(const Property& property) const override { return defect_of(property); }

  std::function<HuntedSpace()> hunted_spaces() override {
    return [this] {
      HuntedSpace made;
      made.space = std::make_unique<ModelSpace>(model_space_of(attempt_.reductions, attempt_.system));
      if (any(wanted_ & Defect::Deadlock)) made.distances.push_back(std::make_unique<EnabledSteps>());
      const Program* program = attempt_.searched_program();
      if (any(wanted_ & Defect::Fault) && program != nullptr) {
        auto distance = std::make_unique<FlowDistance>(*program, *made.space, FlowDistance::To::Assertion);
        if (distance->guides()) made.distances.push_back(std::move(distance));
      }
      return made;
    };
  }

  void serialize(Archive& archive) override {
    std::uint64_t errors = errors_ + space_->errors_met();
    archive.value(errors);
    if (archive.loading()) errors_ = errors;
    if (attempt_.context.coverage != nullptr)
      attempt_.context.coverage->serialize(archive, attempt_.system, attempt_.reductions.system.get());
  }

  std::vector<PropertyResult> conclude() override {
    note_coverage(attempt_);
    std::vector<PropertyResult> results;
    for (const Property* property : properties()) results.push_back(conclude(*property));
    return results;
  }

 private:
  /// Whether the store has ids.
  bool numbered() const { return attempt_.chosen.kind->traits.has_ids; }
  /// Whether several threads search level by level. A depth limit needs the distance of a state.
  bool by_levels() const { return order_ == SearchOrder::BreadthFirst || attempt_.options.max_depth != 0; }

  PropertyResult conclude(const Property& property) {
    const SearchOrder order = attempt_.found.threads > 1 && by_levels() ? SearchOrder::BreadthFirst : order_;
    PropertyResult result = result_of(attempt_, property);
    result.engine.emptiness = name_of(order);
    if (const DefectFound* found = found_run(attempt_, defect_of(property))) {
      conclude_defect(attempt_, property, found->run, order == SearchOrder::BreadthFirst, result);
      return result;
    }
    conclude_without_run(attempt_, result);
    if (wanted_ == Defect::Deadlock && space_->errors_met() + errors_ > 0) result.warnings.push_back(kEndsInError);
    return result;
  }

  Defect wanted_ = Defect::None;
  SearchOrder order_ = SearchOrder::DepthFirst;
  std::optional<ModelSpace> space_;
  std::uint64_t errors_ = 0;  ///< run-time errors before a run was resumed, or found by several threads
};

}  // namespace

std::unique_ptr<Question> ask_for_defects(Attempt& attempt, std::vector<const Property*> properties) {
  return std::make_unique<DefectQuestion>(attempt, std::move(properties));
}

}  // namespace weir
