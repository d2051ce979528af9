// SPDX-License-Identifier: Apache-2.0
#include "store/tree/tree_shape.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include "base/table/hash.h"

namespace weir {
namespace {

constexpr std::size_t kMostColumns = 256;
constexpr std::size_t kMostStates = std::size_t{1} << 13;
constexpr std::size_t kMostItems = std::size_t{1} << 20;
/// Bytes per distinct value in the index of its table.
constexpr double kIndexed = 5;
constexpr double kPairValue = 8 + kIndexed;
/// A node is split only if that saves this many bytes a state, because every level takes time.
constexpr double kWorthALevel = 0.4;
/// Inner nodes soon have all their values, so memory is estimated for at least this many states.
constexpr double kMany = 1 << 18;
constexpr std::size_t kLeastLeaf = 12;  ///< bytes; splitting a shorter leaf saves nothing

double leaf_value(std::size_t bytes) { return static_cast<double>(bytes) + kIndexed; }
/// The cost of a value of a node, if the levels below it cost little.
double node_value(std::size_t bytes) { return std::min(leaf_value(bytes), kPairValue); }

}  // namespace

TreeShape TreeShape::even(std::size_t state_size) {
  constexpr std::size_t kLeaf = 16;
  const std::size_t leaves = std::clamp<std::size_t>(state_size / kLeaf, 2, kMaxLeaves);
  TreeShape shape;
  for (std::size_t i = 1; i < leaves; ++i) shape.cuts.push_back(state_size * i / leaves);
  std::vector<std::uint8_t> level(leaves);
  for (std::size_t i = 0; i < leaves; ++i) level[i] = static_cast<std::uint8_t>(i);
  while (level.size() > 2) {
    std::vector<std::uint8_t> above;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2) {
      above.push_back(static_cast<std::uint8_t>(shape.nodes()));
      shape.pairs.push_back({level[i], level[i + 1]});
    }
    if (level.size() % 2 == 1) above.push_back(level.back());
    level = std::move(above);
  }
  shape.root = {level[0], level[1]};
  return shape;
}

ShapeSample::ShapeSample(std::size_t longest) {
  grain_ = longest / kMostColumns + 1;
  columns_ = std::max<std::size_t>((longest + grain_ - 1) / grain_, 1);
  room_ = std::min(kMostStates, kMostItems / columns_);
}

void ShapeSample::add(StateView state) {
  const std::size_t first = items_.size();
  for (std::size_t i = 0; i < columns_; ++i) {
    const std::size_t begin = std::min(i * grain_, state.size());
    const std::size_t end = std::min(begin + grain_, state.size());
    std::uint16_t item = 0;
    if (grain_ > 1 && begin < end) {
      item = static_cast<std::uint16_t>(hash_bytes(state.subspan(begin, end - begin)));
    } else if (begin < end) {
      item = std::to_integer<std::uint16_t>(state[begin]);
    }
    items_.push_back(item);
  }
  reversed_.insert(reversed_.end(), items_.rbegin(),
                   items_.rbegin() + static_cast<std::ptrdiff_t>(items_.size() - first));
}

std::vector<std::uint32_t> ShapeSample::all() const {
  std::vector<std::uint32_t> rows(count());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::uint32_t>(i);
  return rows;
}

/// Values are not equally likely. Assuming they are gives n with different = n (1 - exp(-count / n)), which is too few.
/// Assuming that later states bring new values at the rate of the sample gives too many. The result lies between.
double ShapeSample::values_at(std::size_t different, double states) const {
  const auto drawn = static_cast<double>(count());
  if (states <= drawn) return static_cast<double>(different);
  const double met = std::min(static_cast<double>(different), drawn - 0.5);
  const auto expected = [](double n, double draws) { return -n * std::expm1(-draws / n); };
  double low = met;
  double high = drawn * drawn;
  for (int i = 0; i < 30; ++i) {
    const double middle = std::sqrt(low * high);
    (expected(middle, drawn) < met ? low : high) = middle;
  }
  const double least = std::max(expected(high, states), 1.0);
  const double half = expected(high, drawn / 2);
  const double growth = std::log2(met / half);
  const double most = std::min(met * std::pow(states / drawn, growth), states);
  return std::sqrt(least * std::max(most, least));
}

void ShapeSample::sort_unique(const std::vector<std::uint16_t>& items, std::vector<std::uint32_t>& rows,
                              std::size_t begin, std::size_t end, std::vector<std::size_t>& values) const {
  const auto row = [&](std::uint32_t number) { return items.data() + number * columns_ + begin; };
  const std::size_t bytes = (end - begin) * sizeof(std::uint16_t);
  std::sort(rows.begin(), rows.end(),
            [&](std::uint32_t a, std::uint32_t b) { return std::memcmp(row(a), row(b), bytes) < 0; });
  values.assign(end - begin + 1, 0);
  std::size_t kept = 0;
  for (const std::uint32_t next : rows) {
    if (kept > 0) {
      const std::uint16_t* last = row(rows[kept - 1]);
      const auto same = static_cast<std::size_t>(std::mismatch(last, last + (end - begin), row(next)).first - last);
      if (same == end - begin) continue;
      ++values[same + 1];  // a new value from this length on
    } else {
      ++values[0];
    }
    rows[kept++] = next;
  }
  rows.resize(kept);
  for (std::size_t i = 1; i < values.size(); ++i) values[i] += values[i - 1];
}

/// Counts hashes; a collision changes the count by one.
std::size_t ShapeSample::different(std::size_t begin, std::size_t end) const {
  std::vector<std::uint64_t> table(std::bit_ceil(2 * count() + 1), 0);
  const std::size_t mask = table.size() - 1;
  std::size_t found = 0;
  for (std::size_t i = 0; i < count(); ++i) {
    const std::span row(items_.data() + i * columns_ + begin, end - begin);
    const std::uint64_t hash = hash_bytes(std::as_bytes(row)) | 1;
    std::size_t at = (hash >> 20) & mask;
    while (table[at] != 0 && table[at] != hash) at = (at + 1) & mask;
    found += table[at] == 0 ? 1 : 0;
    table[at] = hash;
  }
  return found;
}

template <class Cost>
ShapeSample::Cut ShapeSample::best_cut(std::vector<std::uint32_t>& rows, std::size_t begin, std::size_t end,
                                       double states, Cost&& cost) const {
  std::vector<std::size_t> left;
  std::vector<std::size_t> right;
  sort_unique(items_, rows, begin, end, left);
  std::vector<std::uint32_t> again = rows;
  sort_unique(reversed_, again, columns_ - end, columns_ - begin, right);
  Cut best;
  best.cost = std::numeric_limits<double>::infinity();
  for (std::size_t c = 1; c < end - begin; ++c) {
    // A cut next to bytes that never change is equally good a little further on.
    if (c > 1 && left[c] == left[c - 1] && right[end - begin - c] == right[end - begin - c + 1]) continue;
    const double l = values_at(left[c], states);
    const double r = values_at(right[end - begin - c], states);
    const double total = cost(l, c * grain_, r, (end - begin - c) * grain_);
    if (total < best.cost) best = {begin + c, total};
  }
  return best;
}

/// Splits nodes from the root down, without recursion.
struct ShapeSample::Builder {
  struct Node {
    std::size_t begin;
    std::size_t end;
    std::size_t left = 0;  ///< 0 for a leaf
    std::size_t right = 0;
    std::uint8_t number = 0;  ///< number in the shape
  };
  std::vector<Node> nodes;

  TreeShape shape(std::size_t grain) {
    TreeShape shape;
    std::vector<std::size_t> leaves;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i].left == 0) leaves.push_back(i);
    std::sort(leaves.begin(), leaves.end(),
              [&](std::size_t a, std::size_t b) { return nodes[a].begin < nodes[b].begin; });
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      nodes[leaves[i]].number = static_cast<std::uint8_t>(i);
      if (i > 0) shape.cuts.push_back(nodes[leaves[i]].begin * grain);
    }
    // Children come after their parents here.
    for (std::size_t i = nodes.size(); i-- > 1;) {
      Node& node = nodes[i];
      if (node.left == 0) continue;
      node.number = static_cast<std::uint8_t>(shape.nodes());
      shape.pairs.push_back({nodes[node.left].number, nodes[node.right].number});
    }
    shape.root = {nodes[nodes[0].left].number, nodes[nodes[0].right].number};
    return shape;
  }
};

TreeShape ShapeSample::best(double states) const {
  if (columns_ < 2 || count() < 2) return TreeShape::even(columns_ * grain_);
  Builder builder;
  builder.nodes.push_back({0, columns_});
  std::vector<std::vector<std::uint32_t>> rows{all()};
  const double many = std::max(states, kMany);
  std::size_t leaves = 1;
  for (std::size_t i = 0; i < builder.nodes.size() && leaves < TreeShape::kMaxLeaves; ++i) {
    const auto [begin, end, l, r, n] = builder.nodes[i];
    const std::size_t bytes = (end - begin) * grain_;
    if (i > 0 && bytes < kLeastLeaf) continue;
    if (end - begin < 2) continue;
    Cut cut;
    if (i == 0) {
      cut = best_cut(rows[0], begin, end, states, [&](double left, std::size_t lb, double right, std::size_t rb) {
        return states * (std::log2(left) + std::log2(right)) / 8 + left * node_value(lb) + right * node_value(rb);
      });
    } else {
      cut = best_cut(rows[i], begin, end, many, [&](double left, std::size_t lb, double right, std::size_t rb) {
        return left * node_value(lb) + right * node_value(rb);
      });
      const double own = values_at(rows[i].size(), many);
      if (own * leaf_value(bytes) - (own * kPairValue + cut.cost) < kWorthALevel * many) continue;
    }
    if (cut.column == 0) cut.column = begin + (end - begin) / 2;
    builder.nodes[i].left = builder.nodes.size();
    builder.nodes.push_back({begin, cut.column});
    builder.nodes[i].right = builder.nodes.size();
    builder.nodes.push_back({cut.column, end});
    // Each side starts with the distinct values of the whole; its own sort drops duplicates.
    rows.push_back(rows[i]);
    rows.push_back(std::move(rows[i]));
    ++leaves;
  }
  return builder.shape(grain_);
}

double ShapeSample::cost(const TreeShape& shape, double states) const {
  if (count() < 2) return 0;
  struct Range {
    std::size_t begin;
    std::size_t end;
  };
  std::vector<Range> ranges;
  const auto column = [&](std::size_t cut) { return std::min(cut / grain_, columns_); };
  for (std::size_t i = 0; i < shape.leaves(); ++i) {
    ranges.push_back(
        {i == 0 ? 0 : column(shape.cuts[i - 1]), i < shape.cuts.size() ? column(shape.cuts[i]) : columns_});
  }
  for (const TreeShape::Pair& pair : shape.pairs) ranges.push_back({ranges[pair.left].begin, ranges[pair.right].end});
  double total = kWorthALevel * static_cast<double>(shape.pairs.size());
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const std::size_t met = different(ranges[i].begin, ranges[i].end);
    const std::size_t bytes = (ranges[i].end - ranges[i].begin) * grain_;
    const bool side = i == shape.root.left || i == shape.root.right;
    const double among = side ? states : std::max(states, kMany);
    const double values = values_at(met, among);
    total += values / among * (i < shape.leaves() ? leaf_value(bytes) : kPairValue);
    if (side) total += std::log2(values) / 8;
  }
  return total;
}

}  // namespace weir
