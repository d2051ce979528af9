// SPDX-License-Identifier: Apache-2.0
// RunIdentity: what a saved run belongs to. Its facts are the texts that the model and the properties were read from
// and every option that changes what is searched or in which order. A run is taken up only where all of them are the
// same; otherwise `difference` names those that are not.
//
// No part of it, so that it may change: limits of time, memory and states, the store (a saved run lists its states),
// the executor, and what is written at the end.
#pragma once

#include <string>
#include <vector>

#include <weir/weir.h>

#include "base/archive.h"
#include "frontend/model.h"
#include "pipeline/prepare/property.h"

namespace weir {

class RunIdentity {
 public:
  static RunIdentity of_check(const Model& model, const TransitionSystem& system,
                              const std::vector<Property>& properties, const CheckOptions& options);
  static RunIdentity of_exploration(const Model& model, const TransitionSystem& system, const ExploreOptions& options);

  void serialize(Archive& archive);
  /// In what the run at hand differs from the one that was saved; empty: in nothing.
  std::string difference(const RunIdentity& saved) const;

 private:
  struct Fact {
    std::string name;   ///< what it is about, in the words of a message
    std::string value;  ///< compared; shown, unless it is a digest
    bool is_digest = false;
  };
  void add(std::string name, std::string value) { facts_.push_back({std::move(name), std::move(value), false}); }
  void add(std::string name, const SourceDigest& digest);
  void add_model(const Model& model, const TransitionSystem& system, const ModelOptions& options);
  void add_program_of(const TransitionSystem& system);

  std::vector<Fact> facts_;
};

}  // namespace weir
