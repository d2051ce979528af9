// SPDX-License-Identifier: Apache-2.0
// Question: one kind of question about a model, as a decision puts it (decide.cpp). The members are called in the order
// in which they stand here; each may rely on what the attempt has got by then.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <weir/weir.h>

#include "base/archive.h"
#include "pipeline/decide/attempt.h"
#include "pipeline/prepare/property.h"

namespace weir {

class Question {
 public:
  Question(Attempt& attempt, std::vector<const Property*> properties)
      : attempt_(attempt), properties_(std::move(properties)) {}
  virtual ~Question() = default;
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

  /// What is decided: one property, or several that one search decides.
  const std::vector<const Property*>& properties() const { return properties_; }

  /// Translates the property and binds its atoms; refuses options that do not fit. A diagnostic with `limit` set says
  /// that a limit ended the translation. The store is chosen, but not made.
  virtual Diagnostics translate() = 0;
  /// What a reduction of the model must preserve.
  virtual ReductionQuestion preserved() = 0;
  /// Makes the space over the reduced model and chooses the search; refuses what does not fit together.
  virtual Diagnostics open() = 0;
  /// Why the search needs one thread; empty: it does not.
  virtual std::string obstacle_to_threads() const = 0;
  /// Why the search cannot be saved; empty: it can.
  virtual std::string obstacle_to_saving() const { return {}; }

  /// Searches with one thread, on the store of the attempt, or with several.
  virtual DefectResult search(SearchControl& control) = 0;
  virtual DefectResult search(WorkCrew& crew, SharedStore& store, SearchControl& control) = 0;
  /// Saves or loads what a search of one thread has noted beside its own state.
  virtual void serialize(Archive& archive) = 0;

  /// The verdicts, in the order of the properties.
  virtual std::vector<PropertyResult> conclude() = 0;

 protected:
  Attempt& attempt_;

 private:
  std::vector<const Property*> properties_;
};

using AskQuestion = std::function<std::unique_ptr<Question>(Attempt& attempt)>;

/// Assertions and deadlock: defects of the model by itself, all in one search.
std::unique_ptr<Question> ask_for_defects(Attempt& attempt, std::vector<const Property*> properties);
/// Formulas on finite computations.
std::unique_ptr<Question> ask_finite(Attempt& attempt, const Property& property);
/// Of a formula on infinite runs: whether some beginning of a run fails whatever follows, or asks for an atom where it
/// has no value. Searches of infinite runs miss this where nothing but a run-time error follows.
std::unique_ptr<Question> ask_about_beginnings(Attempt& attempt, const Property& property);
/// Formulas, never claims and automata on infinite runs.
std::unique_ptr<Question> ask_infinite(Attempt& attempt, const Property& property);

}  // namespace weir
