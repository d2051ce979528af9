// SPDX-License-Identifier: Apache-2.0
// Two passes: the first collects the elements of all pages (with an explicit stack; pages nest without limit), the
// second connects arcs to nodes. The order in the file thus does not matter.
#include "frontend/pnml/net_skeleton.h"

#include <fmt/core.h>

#include <charconv>
#include <string_view>
#include <unordered_map>

namespace weir::pnml {
namespace {

class SkeletonReader {
 public:
  explicit SkeletonReader(Problems& problems) : problems_(problems) {}

  NetSkeleton read(pugi::xml_node net) {
    collect(net);
    for (const pugi::xml_node arc : arcs_) join(arc);
    return std::move(skeleton_);
  }

 private:
  struct Node {
    enum class Kind : std::uint8_t { Place, Transition, Reference };
    Kind kind;
    std::uint32_t index;  // into places, transitions or references_
  };
  struct Reference {
    pugi::xml_node element;
    Node::Kind to;
  };

  void collect(pugi::xml_node net) {
    std::vector<pugi::xml_node> open{first_element(net)};
    while (!open.empty()) {
      const pugi::xml_node node = open.back();
      if (!node) {
        open.pop_back();
        continue;
      }
      open.back() = next_element(node);
      const std::string_view name = local_name(node);
      if (name == "page") {
        open.push_back(first_element(node));
      } else if (name == "place") {
        if (add_node(node, Node::Kind::Place, skeleton_.places.size())) skeleton_.places.push_back(node);
      } else if (name == "transition") {
        if (add_node(node, Node::Kind::Transition, skeleton_.transitions.size())) skeleton_.transitions.push_back(node);
      } else if (name == "referencePlace" || name == "referenceTransition") {
        if (add_node(node, Node::Kind::Reference, references_.size()))
          references_.push_back({node, name == "referencePlace" ? Node::Kind::Place : Node::Kind::Transition});
      } else if (name == "arc") {
        arcs_.push_back(node);
      } else if (name == "declaration") {
        skeleton_.declarations.push_back(node);
      } else if (name != "name" && name != "graphics" && name != "toolspecific") {
        problems_.add(node, fmt::format("element <{}> is not allowed in a net", name));
      }
    }
  }

  bool add_node(pugi::xml_node node, Node::Kind kind, std::size_t index) {
    const std::string id = node.attribute("id").value();
    if (id.empty()) {
      problems_.add(node, "the attribute 'id' is missing");
      return false;
    }
    if (!nodes_.try_emplace(id, Node{kind, static_cast<std::uint32_t>(index)}).second) {
      problems_.add(node, fmt::format("the id '{}' is used twice", id));
      return false;
    }
    return true;
  }

  /// The place or transition at the end of an arc, following references.
  std::optional<Node> find(pugi::xml_node element, const char* attribute) {
    const char* id = element.attribute(attribute).value();
    if (*id == '\0') {
      problems_.add(element, fmt::format("the attribute '{}' is missing", attribute));
      return std::nullopt;
    }
    auto found = nodes_.find(id);
    std::optional<Node::Kind> wanted;
    for (std::size_t steps = 0; found != nodes_.end() && found->second.kind == Node::Kind::Reference; ++steps) {
      const Reference& reference = references_[found->second.index];
      if (steps > references_.size() || (wanted && *wanted != reference.to)) break;
      wanted = reference.to;
      id = reference.element.attribute("ref").value();
      found = nodes_.find(id);
    }
    if (found == nodes_.end()) {
      problems_.add(element, fmt::format("there is no node with the id '{}'", id));
    } else if (found->second.kind == Node::Kind::Reference) {
      problems_.add(element, fmt::format("the reference '{}' cannot be resolved: references form a cycle or mix places "
                                         "and transitions",
                                         id));
    } else if (wanted && *wanted != found->second.kind) {
      problems_.add(element, fmt::format("a reference leads to '{}', which is not of the same kind", id));
    } else {
      return found->second;
    }
    return std::nullopt;
  }

  void refuse_special(pugi::xml_node arc) {
    for (const char* kind : {"type", "arctype"}) {
      const pugi::xml_node node = child(arc, kind);
      if (!node) continue;
      std::string value = node.attribute("value").value();
      if (value.empty()) value = text_of(child(node, "text"));
      if (value != "normal") problems_.add(node, fmt::format("arcs of type '{}' are not supported", value));
    }
  }

  void join(pugi::xml_node arc) {
    refuse_special(arc);
    const auto source = find(arc, "source");
    const auto target = find(arc, "target");
    if (!source || !target) return;
    if (source->kind == target->kind) return problems_.add(arc, "an arc must connect a place and a transition");
    const bool input = source->kind == Node::Kind::Place;
    skeleton_.arcs.push_back(
        {arc, input ? source->index : target->index, input ? target->index : source->index, input});
  }

  Problems& problems_;
  NetSkeleton skeleton_;
  std::unordered_map<std::string, Node> nodes_;
  std::vector<Reference> references_;
  std::vector<pugi::xml_node> arcs_;
};

}  // namespace

NetSkeleton read_skeleton(pugi::xml_node net, Problems& problems) { return SkeletonReader(problems).read(net); }

std::optional<std::int64_t> integer_attribute(pugi::xml_node node, const char* name, Problems& problems) {
  const std::string_view text = node.attribute(name).value();
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code == std::errc() && end == text.data() + text.size()) return value;
  if (text.empty()) {
    problems.add(node, fmt::format("the attribute '{}' is missing", name));
  } else {
    problems.add(node, fmt::format("the attribute '{}' must be an integer of 64 bits, not '{}'", name, text));
  }
  return std::nullopt;
}

std::string name_of(pugi::xml_node node) { return text_of(child(child(node, "name"), "text")); }

}  // namespace weir::pnml
