// SPDX-License-Identifier: Apache-2.0
#include "store/tree/tree_layout.h"

namespace weir {

TreeLayout::TreeLayout(TreeShape shape) : shape_(std::move(shape)) {
  begins_.assign(1, 0);
  begins_.insert(begins_.end(), shape_.cuts.begin(), shape_.cuts.end());
  begins_.push_back(~std::size_t{0});
  for (std::size_t i = 0; i < shape_.cuts.size(); ++i) leaf_of_.resize(shape_.cuts[i], static_cast<std::uint8_t>(i));
  parents_.assign(shape_.nodes(), kRoot);
  for (std::size_t i = 0; i < shape_.pairs.size(); ++i) {
    const auto node = static_cast<std::uint8_t>(shape_.leaves() + i);
    parents_[shape_.pairs[i].left] = parents_[shape_.pairs[i].right] = node;
  }
  for (const std::uint8_t node : {shape_.root.left, shape_.root.right})
    if (node >= shape_.leaves()) sides_ |= std::uint64_t{1} << node;
}

std::optional<TreeShape> TreeTuning::better(const ShapeSample& sample, const TreeShape& now, std::uint64_t states) {
  // Rebuilding takes time; a small gain is not worth it.
  constexpr double kWorthBuilding = 0.25;  // bytes a state
  const auto count = static_cast<double>(states);
  TreeShape best = sample.best(count);
  if (best == now || sample.cost(best, count) + kWorthBuilding >= sample.cost(now, count)) return std::nullopt;
  return best;
}

double TreeTuning::index_growth(std::uint64_t states, std::uint64_t other_bytes, double max_load) {
  const double others = static_cast<double>(other_bytes) / static_cast<double>(std::max<std::uint64_t>(states, 1));
  const double factor = (kBytesPerState - others) * max_load / sizeof(std::uint32_t);
  return std::clamp(factor, states < kSmall ? 2.0 : 1.25, 2.0);
}

}  // namespace weir
