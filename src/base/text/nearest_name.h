// SPDX-License-Identifier: Apache-2.0
// Finds the known name closest to an unknown one, for "did you mean" suggestions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace weir {

class NearestName {
 public:
  /// `name` and all candidates must outlive this object.
  explicit NearestName(std::string_view name);

  void consider(std::string_view candidate);

  /// Returns "; did you mean 'candidate'?", or an empty string if no candidate is close.
  std::string suggestion() const;

 private:
  std::string_view name_;
  std::string_view nearest_;
  std::size_t distance_;  ///< distance of the nearest candidate; initially just beyond the limit
};

}  // namespace weir
