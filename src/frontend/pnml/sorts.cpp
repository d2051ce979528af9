// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/sorts.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

namespace weir::pnml {
namespace {

/// Of all sorts together. A net with more cannot be unfolded to a useful size.
constexpr std::uint64_t kMostColours = 1'000'000;
/// Sorts defined by more sorts in a chain than this are refused.
constexpr int kDeepest = 100;

std::string id_of(pugi::xml_node node) { return node.attribute("id").value(); }

std::string name_or_id(pugi::xml_node node) {
  const std::string name = node.attribute("name").value();
  return name.empty() ? id_of(node) : name;
}

bool is_sort(std::string_view name) {
  return name == "usersort" || name == "dot" || name == "bool" || name == "productsort" ||
         name == "cyclicenumeration" || name == "finiteenumeration" || name == "finiteintrange" ||
         name == "multisetsort";
}

/// The first element inside that is a sort; a null node if there is none.
pugi::xml_node sort_element(pugi::xml_node parent) {
  pugi::xml_node element = first_element(parent);
  while (element && !is_sort(local_name(element))) element = next_element(element);
  return element;
}

}  // namespace

Declarations::Declarations(const std::vector<pugi::xml_node>& elements, ColouredNet& net, Problems& problems)
    : net_(net), problems_(problems) {
  std::vector<pugi::xml_node> all;
  for (const pugi::xml_node element : elements) {
    const pugi::xml_node list = child(child(element, "structure"), "declarations");
    for (pugi::xml_node node = first_element(list); node; node = next_element(node)) all.push_back(node);
  }
  for (const pugi::xml_node node : all)
    if (local_name(node) == "namedsort") define(sorts_, node, NamedSort{node, NamedSort::State::Unread, {}});
  for (const pugi::xml_node node : all)
    if (local_name(node) == "namedsort") named_sort(node, id_of(node), 0);
  for (const pugi::xml_node node : all) {
    const std::string_view kind = local_name(node);
    if (kind == "variabledecl") {
      add_variable(node);
    } else if (kind == "partition") {
      add_partition(node);
    } else if (kind != "namedsort") {
      problems_.add(node, fmt::format("declarations of kind <{}> are not supported", kind));
    }
  }
}

template <class T>
bool Declarations::define(std::unordered_map<std::string, T>& table, pugi::xml_node element, T value) {
  const std::string id = id_of(element);
  if (id.empty()) {
    problems_.add(element, "the attribute 'id' is missing");
    return false;
  }
  if (table.try_emplace(id, std::move(value)).second) return true;
  problems_.add(element, fmt::format("the id '{}' is used twice", id));
  return false;
}

bool Declarations::reserve(pugi::xml_node element, std::uint64_t colours) {
  if (colours <= kMostColours - colours_) {
    colours_ += colours;
    return true;
  }
  problems_.add(element, fmt::format("the sorts of the net have more than {} colours", kMostColours));
  return false;
}

std::uint32_t Declarations::dot() {
  if (dot_ == kNone) {
    dot_ = static_cast<std::uint32_t>(net_.sorts.size());
    net_.sorts.push_back({{"dot"}, true});
  }
  return dot_;
}

TupleSort Declarations::named_sort(pugi::xml_node use, const std::string& id, int depth) {
  const auto known = sorts_.find(id);
  if (known == sorts_.end()) {
    if (id == "dot") return {dot()};
    if (!id.empty() || local_name(use) == "usersort") problems_.add(use, fmt::format("there is no sort '{}'", id));
    return {};
  }
  NamedSort& named = known->second;  // stays where it is: sorts_ does not change any more
  using State = NamedSort::State;
  if (named.state == State::Reading) {
    problems_.add(use, fmt::format("the sort '{}' is defined by itself", id));
    return {};
  }
  if (named.state == State::Unread) {
    named.state = State::Reading;
    const pugi::xml_node element = sort_element(named.declaration);
    if (element) {
      named.sort = sort_of(element, depth + 1);
    } else {
      problems_.add(named.declaration, fmt::format("the sort '{}' has no definition that is supported", id));
    }
    named.state = State::Read;
  }
  return named.sort;
}

TupleSort Declarations::sort_in(pugi::xml_node parent) {
  if (const pugi::xml_node element = first_element(parent)) return sort_of(element);
  problems_.add(parent, fmt::format("<{}> needs a sort", local_name(parent)));
  return {};
}

TupleSort Declarations::sort_of(pugi::xml_node element, int depth) {
  const std::string_view kind = local_name(element);
  if (depth > kDeepest) {
    problems_.add(element, fmt::format("sorts may be nested {} deep at most", kDeepest));
    return {};
  }
  if (kind == "usersort") return named_sort(element, element.attribute("declaration").value(), depth);
  if (kind == "dot") return {dot()};
  if (kind == "productsort") return product(element, depth);
  if (kind == "cyclicenumeration" || kind == "finiteenumeration") return enumeration(element);
  if (kind == "finiteintrange") return range(element);
  problems_.add(element, fmt::format("sorts of kind <{}> are not supported", kind));
  return {};
}

TupleSort Declarations::enumeration(pugi::xml_node element) {
  BasicSort sort;
  const auto number = static_cast<std::uint32_t>(net_.sorts.size());
  for (pugi::xml_node node = first_element(element); node; node = next_element(node)) {
    if (local_name(node) != "feconstant") {
      problems_.add(node, fmt::format("expected <feconstant>, found <{}>", local_name(node)));
      return {};
    }
    define(constants_, node, Constant{number, static_cast<std::uint32_t>(sort.colours.size())});
    sort.colours.push_back(name_or_id(node));
  }
  if (sort.colours.empty()) problems_.add(element, "an enumeration needs at least one constant");
  if (sort.colours.empty() || !reserve(element, sort.colours.size())) return {};
  net_.sorts.push_back(std::move(sort));
  return {number};
}

std::optional<Declarations::Bounds> Declarations::bounds_of(pugi::xml_node range) {
  const auto first = integer_attribute(range, "start", problems_);
  const auto last = integer_attribute(range, "end", problems_);
  if (!first || !last) return std::nullopt;
  if (*first <= *last) return Bounds{*first, *last};
  problems_.add(range, "a range of integers needs start <= end");
  return std::nullopt;
}

TupleSort Declarations::range(pugi::xml_node element) {
  const auto bounds = bounds_of(element);
  if (!bounds) return {};
  const std::string key = fmt::format("{}..{}", bounds->first, bounds->last);
  if (const std::uint32_t* known = find(ranges_, key)) return {*known};
  // As unsigned numbers, because the difference can be 2^64 - 1.
  const std::uint64_t steps = static_cast<std::uint64_t>(bounds->last) - static_cast<std::uint64_t>(bounds->first);
  if (!reserve(element, std::min(steps, kMostColours) + 1)) return {};
  BasicSort sort;
  for (std::int64_t value = bounds->first; value < bounds->last; ++value) sort.colours.push_back(std::to_string(value));
  sort.colours.push_back(std::to_string(bounds->last));
  const auto number = static_cast<std::uint32_t>(net_.sorts.size());
  net_.sorts.push_back(std::move(sort));
  ranges_.emplace(key, number);
  return {number};
}

TupleSort Declarations::product(pugi::xml_node element, int depth) {
  TupleSort parts;
  for (pugi::xml_node node = first_element(element); node; node = next_element(node)) {
    const TupleSort part = sort_of(node, depth + 1);
    if (part.empty()) return {};
    parts.insert(parts.end(), part.begin(), part.end());
    if (parts.size() <= kMostComponents) continue;
    problems_.add(element, fmt::format("a product may have {} components at most", kMostComponents));
    return {};
  }
  if (parts.empty()) problems_.add(element, "a product needs at least one sort");
  return parts;
}

std::optional<Declarations::Constant> Declarations::constant(pugi::xml_node element) {
  const std::string_view kind = local_name(element);
  if (kind == "dotconstant") return Constant{dot(), 0};
  if (kind == "useroperator") {
    const std::string id = element.attribute("declaration").value();
    if (const Constant* known = find(constants_, id)) return *known;
    problems_.add(element, fmt::format("there is no constant '{}'", id));
    return std::nullopt;
  }
  if (kind != "finiteintrangeconstant") {
    problems_.add(element, fmt::format("expected a constant, found <{}>", kind));
    return std::nullopt;
  }
  const pugi::xml_node range_element = child(element, "finiteintrange");
  if (!range_element) {
    problems_.add(element, "<finiteintrangeconstant> needs a <finiteintrange>");
    return std::nullopt;
  }
  const auto value = integer_attribute(element, "value", problems_);
  const auto bounds = bounds_of(range_element);
  const TupleSort sort = bounds ? range(range_element) : TupleSort{};
  if (!value || sort.empty()) return std::nullopt;
  if (bounds->first <= *value && *value <= bounds->last)
    return Constant{sort[0], static_cast<std::uint32_t>(*value - bounds->first)};
  problems_.add(element, fmt::format("the constant {} is outside of its range", *value));
  return std::nullopt;
}

void Declarations::add_variable(pugi::xml_node declaration) {
  const TupleSort sort = sort_in(declaration);
  if (sort.empty()) return;
  std::vector<std::uint32_t> parts;
  const std::string name = name_or_id(declaration);
  for (std::size_t i = 0; i < sort.size(); ++i) {
    parts.push_back(static_cast<std::uint32_t>(net_.variables.size()));
    net_.variables.push_back({sort.size() == 1 ? name : fmt::format("{}.{}", name, i + 1), sort[i]});
  }
  define(variables_, declaration, std::move(parts));
}

void Declarations::add_partition(pugi::xml_node declaration) {
  const pugi::xml_node element = sort_element(declaration);
  if (!element) return problems_.add(declaration, "<partition> needs a sort");
  const TupleSort sort = sort_of(element);
  if (sort.empty()) return;
  if (sort.size() != 1) return problems_.add(declaration, "only basic sorts can be partitioned");
  Partition partition{sort[0], std::vector<std::uint32_t>(net_.sorts[sort[0]].colours.size(), kNone)};
  std::uint32_t number = 0;
  for (pugi::xml_node part = first_element(declaration); part; part = next_element(part)) {
    if (local_name(part) != "partitionelement") continue;
    define(partition_elements_, part, PartitionElement{id_of(declaration), number});
    if (!add_class(part, number++, partition)) return;
  }
  const std::vector<std::uint32_t>& classes = partition.class_of;
  if (std::find(classes.begin(), classes.end(), kNone) != classes.end())
    return problems_.add(declaration, "the partition does not cover its sort");
  define(partitions_, declaration, std::move(partition));
}

bool Declarations::add_class(pugi::xml_node element, std::uint32_t number, Partition& partition) {
  for (pugi::xml_node node = first_element(element); node; node = next_element(node)) {
    const auto known = constant(node);
    if (!known) return false;
    if (known->sort != partition.sort) {
      problems_.add(node, "the constant is not of the partitioned sort");
      return false;
    }
    if (partition.class_of[known->colour] != kNone) {
      problems_.add(node, "the constant is in two elements of the partition");
      return false;
    }
    partition.class_of[known->colour] = number;
  }
  return true;
}

}  // namespace weir::pnml
