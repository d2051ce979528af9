// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/sorts.h"

#include <fmt/core.h>

#include <string_view>

namespace weir::pnml {
namespace {

/// Above this, an unfolding cannot be useful.
constexpr std::int64_t kMostColours = 10'000'000;

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

}  // namespace

Declarations::Declarations(const std::vector<pugi::xml_node>& elements, ColouredNet& net, Problems& problems)
    : net_(net), problems_(problems) {
  std::vector<pugi::xml_node> all;
  for (const pugi::xml_node element : elements) {
    const pugi::xml_node list = child(child(element, "structure"), "declarations");
    for (pugi::xml_node node = first_element(list); node; node = next_element(node)) all.push_back(node);
  }
  // Sorts may be used before they are declared: basic sorts first, then products, then what refers to them.
  const auto is_product = [](pugi::xml_node node) { return static_cast<bool>(child(node, "productsort")); };
  for (const pugi::xml_node node : all)
    if (local_name(node) == "namedsort" && !is_product(node)) add_sort(node);
  for (const pugi::xml_node node : all)
    if (local_name(node) == "namedsort" && is_product(node)) add_sort(node);
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

std::uint32_t Declarations::dot() {
  if (dot_ == kNone) {
    dot_ = static_cast<std::uint32_t>(net_.sorts.size());
    net_.sorts.push_back({"dot", {"dot"}, true});
  }
  return dot_;
}

void Declarations::add_sort(pugi::xml_node declaration) {
  const std::string id = id_of(declaration);
  pugi::xml_node element = first_element(declaration);
  while (element && !is_sort(local_name(element))) element = next_element(element);
  if (!element) return problems_.add(declaration, fmt::format("the sort '{}' has no definition that is supported", id));
  TupleSort sort = definition(element, name_or_id(declaration));
  if (sort.empty()) return;
  if (!sorts_.try_emplace(id, std::move(sort)).second)
    problems_.add(declaration, fmt::format("the id '{}' is used twice", id));
}

TupleSort Declarations::sort_of(pugi::xml_node element) { return definition(element, ""); }

TupleSort Declarations::definition(pugi::xml_node element, const std::string& name) {
  const std::string_view kind = local_name(element);
  if (kind == "usersort") {
    const std::string id = element.attribute("declaration").value();
    if (const TupleSort* known = find(sorts_, id)) return *known;
    if (id == "dot") return {dot()};
    problems_.add(element, fmt::format("there is no sort '{}'", id));
    return {};
  }
  if (kind == "dot") return {dot()};
  if (kind == "productsort") return product(element);
  if (kind == "cyclicenumeration" || kind == "finiteenumeration") return enumeration(element, name);
  if (kind == "finiteintrange") return range(element, name);
  problems_.add(element, fmt::format("sorts of kind <{}> are not supported", kind));
  return {};
}

TupleSort Declarations::enumeration(pugi::xml_node element, const std::string& name) {
  BasicSort sort{name, {}, false};
  const auto number = static_cast<std::uint32_t>(net_.sorts.size());
  for (pugi::xml_node node = first_element(element); node; node = next_element(node)) {
    if (local_name(node) != "feconstant") {
      problems_.add(node, fmt::format("expected <feconstant>, found <{}>", local_name(node)));
      return {};
    }
    const Constant constant{number, static_cast<std::uint32_t>(sort.colours.size())};
    if (!constants_.try_emplace(id_of(node), constant).second)
      problems_.add(node, fmt::format("the id '{}' is used twice", id_of(node)));
    sort.colours.push_back(name_or_id(node));
  }
  if (sort.colours.empty()) {
    problems_.add(element, "an enumeration needs at least one constant");
    return {};
  }
  net_.sorts.push_back(std::move(sort));
  return {number};
}

TupleSort Declarations::range(pugi::xml_node element, const std::string& name) {
  const std::int64_t first = element.attribute("start").as_llong(0);
  const std::int64_t last = element.attribute("end").as_llong(-1);
  if (last < first || last - first >= kMostColours) {
    problems_.add(element, fmt::format("a range of integers needs start <= end, and at most {} numbers", kMostColours));
    return {};
  }
  const auto [known, fresh] =
      ranges_.try_emplace(fmt::format("{}..{}", first, last), static_cast<std::uint32_t>(net_.sorts.size()));
  // A range without name, as in a constant, is the named one with the same bounds.
  if (!fresh && name.empty()) return {known->second};
  BasicSort sort{name.empty() ? known->first : name, {}, false};
  for (std::int64_t value = first; value <= last; ++value) sort.colours.push_back(std::to_string(value));
  const auto number = static_cast<std::uint32_t>(net_.sorts.size());
  net_.sorts.push_back(std::move(sort));
  return {number};
}

TupleSort Declarations::product(pugi::xml_node element) {
  TupleSort parts;
  for (pugi::xml_node node = first_element(element); node; node = next_element(node)) {
    const TupleSort part = sort_of(node);
    if (part.empty()) return {};
    parts.insert(parts.end(), part.begin(), part.end());
  }
  if (parts.empty()) problems_.add(element, "a product needs at least one sort");
  return parts;
}

void Declarations::add_variable(pugi::xml_node declaration) {
  const std::string id = id_of(declaration);
  const TupleSort sort = sort_of(first_element(declaration));
  if (sort.empty()) return;
  std::vector<std::uint32_t> parts;
  for (std::size_t i = 0; i < sort.size(); ++i) {
    parts.push_back(static_cast<std::uint32_t>(net_.variables.size()));
    const std::string name = name_or_id(declaration);
    net_.variables.push_back({sort.size() == 1 ? name : fmt::format("{}.{}", name, i + 1), sort[i]});
  }
  if (!variables_.try_emplace(id, std::move(parts)).second)
    problems_.add(declaration, fmt::format("the id '{}' is used twice", id));
}

void Declarations::add_partition(pugi::xml_node declaration) {
  const TupleSort sort = sort_of(child(declaration, "usersort"));
  if (sort.empty()) return;
  if (sort.size() != 1) return problems_.add(declaration, "only basic sorts can be partitioned");
  constexpr std::uint32_t kNoClass = kNone;
  Partition partition{sort[0], std::vector<std::uint32_t>(net_.sorts[sort[0]].colours.size(), kNoClass)};
  std::uint32_t number = 0;
  for (pugi::xml_node part = first_element(declaration); part; part = next_element(part)) {
    if (local_name(part) != "partitionelement") continue;
    partition_elements_.try_emplace(id_of(part), id_of(declaration), number);
    for (pugi::xml_node node = first_element(part); node; node = next_element(node)) {
      const Constant* known = constant(node.attribute("declaration").value());
      if (known == nullptr || known->sort != partition.sort) {
        problems_.add(node, "expected a constant of the partitioned sort");
        return;
      }
      partition.class_of[known->colour] = number;
    }
    ++number;
  }
  for (const std::uint32_t part : partition.class_of) {
    if (part != kNoClass) continue;
    return problems_.add(declaration, "the partition does not cover its sort");
  }
  if (!partitions_.try_emplace(id_of(declaration), std::move(partition)).second)
    problems_.add(declaration, fmt::format("the id '{}' is used twice", id_of(declaration)));
}

}  // namespace weir::pnml
