// SPDX-License-Identifier: Apache-2.0
// RunIdentity: what a saved run belongs to. Its facts are the texts of the model and the properties, and every option
// that changes what is searched or in which order. A run is resumed only if all facts are the same; otherwise
// `difference` names those that differ.
//
// Not included, so that they may change: limits of time, memory and states, the store (a saved run lists its states),
// the executor, and the outputs.
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
  /// How the current run differs from the saved one; empty if it does not.
  std::string difference(const RunIdentity& saved) const;

 private:
  struct Fact {
    std::string name;   ///< as in messages
    std::string value;  ///< compared; shown unless it is a digest
    bool is_digest = false;
  };
  void add(std::string name, std::string value) { facts_.push_back({std::move(name), std::move(value), false}); }
  void add(std::string name, const SourceDigest& digest);
  void add_model(const Model& model, const TransitionSystem& system, const ModelOptions& options);
  void add_program_of(const TransitionSystem& system);

  std::vector<Fact> facts_;
};

}  // namespace weir
