// SPDX-License-Identifier: Apache-2.0
// "did you mean": the known name that is closest to one that is not known.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace weir {

class NearestName {
 public:
  /// `name` must outlive this object, as must every candidate.
  explicit NearestName(std::string_view name);

  void consider(std::string_view candidate);

  /// "; did you mean 'candidate'?", or nothing if no candidate is close.
  std::string suggestion() const;

 private:
  std::string_view name_;
  std::string_view nearest_;
  std::size_t distance_;  ///< of the nearest; at first, more than is still close
};

}  // namespace weir
