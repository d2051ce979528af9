// SPDX-License-Identifier: Apache-2.0
// Question: one kind of question about a model, for decide.cpp. The members are called in the order of declaration;
// each may use what the attempt has obtained so far.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <weir/weir.h>

#include "automaton/property_automaton.h"
#include "base/archive.h"
#include "pipeline/decide/attempt.h"
#include "pipeline/prepare/failure_automaton.h"
#include "pipeline/prepare/property.h"
#include "search/hunt/distance.h"

namespace weir {

/// The space that one thread of a hunt searches, with what it refers to.
struct HuntedSpace {
  std::unique_ptr<PropertyAutomaton> automaton;  ///< null: there is none
  std::unique_ptr<SearchSpace> space;
  std::vector<std::unique_ptr<Distance>> distances;
  std::function<bool()> met_errors = {};  ///< whether a run ended in a run-time error; may be empty
};

class Question;
using AskQuestion = std::function<std::unique_ptr<Question>(Attempt& attempt)>;

/// A question about the beginnings of infinite runs, see ask_about_prefixes.
struct PrefixQuestion {
  Plan plan;
  AskQuestion ask;
  bool always = false;  ///< an atom may have no value; otherwise it matters only if runs end in run-time errors
};

class Question {
 public:
  Question(Attempt& attempt, std::vector<const Property*> properties)
      : attempt_(attempt), properties_(std::move(properties)) {}
  virtual ~Question() = default;
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

  /// The properties to decide: one, or several that one search decides.
  const std::vector<const Property*>& properties() const { return properties_; }

  /// Translates the property and binds its atoms; refuses unsuitable options. A diagnostic with `limit` set means that
  /// a limit ended the translation. The store is chosen, but not made.
  virtual Diagnostics translate() = 0;
  /// What a reduction of the model must preserve.
  virtual ReductionQuestion preserved() = 0;
  /// Makes the space over the reduced model and selects the search; refuses incompatible options.
  virtual Diagnostics open() = 0;
  /// Why the search needs one thread; empty if it does not.
  virtual std::string obstacle_to_threads() const = 0;
  /// Why the search cannot be saved; empty if it can.
  virtual std::string obstacle_to_saving() const { return {}; }

  /// Whether the question may be decided on a bounded heap.
  virtual bool may_forget() const { return true; }

  /// Searches with one thread on the attempt's store, or with several.
  virtual DefectResult search(SearchControl& control) = 0;
  virtual DefectResult search(WorkCrew& crew, SharedStore& store, SearchControl& control) = 0;
  /// Saves or loads what a sequential search has recorded besides its own state.
  virtual void serialize(Archive& archive) = 0;

  /// For a hunt, which searches each property with spaces of its own: the defect that violates the property (None: a
  /// failing cycle does), and a function that makes the space of one more thread. The question outlives the spaces.
  virtual Defect violation_of(const Property& property) const = 0;
  virtual std::function<HuntedSpace()> hunted_spaces() = 0;
  /// For a property of infinite runs: what the search for a failing cycle leaves open. This question must outlive it.
  virtual std::optional<PrefixQuestion> about_prefixes() { return std::nullopt; }

  /// Called with a found run. Returns a plan for another attempt, made from `next`, if the run does not count.
  virtual std::optional<Plan> plan_after_finding(Plan&& /*next*/) { return std::nullopt; }
  /// The verdicts, in the order of the properties.
  virtual std::vector<PropertyResult> conclude() = 0;

 protected:
  Attempt& attempt_;

 private:
  std::vector<const Property*> properties_;
};

/// Assertions and deadlock: defects of the model, all in one search.
std::unique_ptr<Question> ask_for_defects(Attempt& attempt, std::vector<const Property*> properties);
/// Formulas on finite computations.
std::unique_ptr<Question> ask_finite(Attempt& attempt, const Property& property);
/// For a property of infinite runs: whether some prefix of a run fails for every continuation, or the property depends
/// on an atom without value there. Searches of infinite runs miss this if only a run-time error follows. `view`: of the
/// automaton of `failure`, for properties that are not formulas.
std::unique_ptr<Question> ask_about_prefixes(Attempt& attempt, const Property& property,
                                             const FailureAutomaton& failure, std::unique_ptr<PropertyAutomaton> view);
/// Formulas, never claims and automata on infinite runs.
std::unique_ptr<Question> ask_infinite(Attempt& attempt, const Property& property);
/// Assertions, deadlock and safety formulas in one search; see joining.h for the formulas.
std::unique_ptr<Question> ask_jointly(Attempt& attempt, std::vector<const Property*> properties);
/// Properties that one search decides: any number of defects and of formulas that can be watched, or one property of
/// another kind.
std::unique_ptr<Question> ask(Attempt& attempt, const std::vector<const Property*>& properties);

}  // namespace weir
