// SPDX-License-Identifier: Apache-2.0
// Observations: what the products of a search have observed, in one thread or several, before the run was saved and
// after it was resumed. They decide whether "there is no failing run" means that the property holds.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/archive.h"
#include "search/space/finite_product.h"
#include "search/space/product.h"

namespace weir {

struct Observations {
  ObservedLetters letters = {};
  std::uint64_t errors = 0;  ///< run-time errors
  std::string doubt = {};    ///< Product::doubt
  bool end = false;          ///< a state without successors

  void add(const Product& product) {
    letters.note(product.letters().all());
    errors += product.errors_met();
    if (doubt.empty()) doubt = product.doubt();
  }
  void add(const FiniteProduct& product) {
    letters.note(product.letters().all());
    end = end || product.met_an_end();
  }
  /// Adds the observations of `product`.
  template <class AnyProduct>
  Observations with(const AnyProduct& product) const {
    Observations both = *this;
    both.add(product);
    return both;
  }
  /// Saves them together with those of `product`. Loading replaces them.
  template <class AnyProduct>
  void serialize(Archive& archive, const AnyProduct& product) {
    Observations all = with(product);
    all.serialize(archive);
    if (archive.loading()) *this = std::move(all);
  }
  /// The observations of several products, one per thread.
  template <class AnyProduct>
  static Observations of(const std::vector<const AnyProduct*>& products) {
    Observations all;
    for (const AnyProduct* product : products) all.add(*product);
    return all;
  }

 private:
  void serialize(Archive& archive) {
    std::vector<Letter> all = letters.all();
    archive.values(all);
    archive.value(errors);
    archive.value(doubt);
    archive.value(end);
    if (!archive.loading()) return;
    letters = {};
    letters.note(all);
  }
};

}  // namespace weir
