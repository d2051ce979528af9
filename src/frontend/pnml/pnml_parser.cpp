// SPDX-License-Identifier: Apache-2.0
// Two passes over the document: the first collects places, transitions, references and arcs from all pages (with an
// explicit stack; pages nest without limit), the second connects arcs to nodes. The order in the file thus does not
// matter.
#include "frontend/pnml/pnml_parser.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <utility>

#include "frontend/pnml/xml.h"

namespace weir::pnml {
namespace {

/// Errors reported before giving up.
constexpr std::size_t kMaxErrors = 20;

class Reader {
 public:
  explicit Reader(const XmlDocument& document) : document_(document) {}

  Expected<Net> read() {
    const pugi::xml_node net = find_net();
    if (net) {
      net_.id = net.attribute("id").value();
      collect(net);
      join_arcs();
    }
    if (!errors_.empty()) return errors_;
    return std::move(net_);
  }

 private:
  struct Node {
    enum class Kind : std::uint8_t { Place, Transition, Reference };
    Kind kind;
    std::uint32_t index;  // into net_.places, net_.transitions or references_
  };
  struct Reference {
    pugi::xml_node element;
    Node::Kind to;
  };

  void error(pugi::xml_node node, std::string message) {
    if (errors_.size() < kMaxErrors) errors_.push_back(document_.at(node, std::move(message)));
  }

  pugi::xml_node find_net() {
    const pugi::xml_node root = document_.root();
    if (local_name(root) != "pnml") {
      error(root, "this is not PNML: the outermost element must be <pnml>");
      return {};
    }
    const pugi::xml_node net = child(root, "net");
    if (!net) {
      error(root, "<pnml> contains no <net>");
      return {};
    }
    std::string type = net.attribute("type").value();
    std::transform(type.begin(), type.end(), type.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    if (type.find("ptnet") == std::string::npos) {
      error(net, fmt::format("net type '{}' is not supported: only P/T nets "
                             "(http://www.pnml.org/version-2009/grammar/ptnet)",
                             net.attribute("type").value()));
      return {};
    }
    for (pugi::xml_node other = next_element(net); other; other = next_element(other)) {
      if (local_name(other) == "net") {
        error(other, "the file contains more than one <net>");
        return {};
      }
    }
    return net;
  }

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
        add_place(node);
      } else if (name == "transition") {
        if (add_node(node, Node::Kind::Transition, net_.transitions.size()))
          net_.transitions.push_back({node.attribute("id").value(), name_of(node), {}, {}});
      } else if (name == "referencePlace" || name == "referenceTransition") {
        if (add_node(node, Node::Kind::Reference, references_.size()))
          references_.push_back({node, name == "referencePlace" ? Node::Kind::Place : Node::Kind::Transition});
      } else if (name == "arc") {
        arcs_.push_back(node);
      } else if (name != "name" && name != "graphics" && name != "toolspecific" && name != "declaration") {
        error(node, fmt::format("element <{}> is not allowed in a P/T net", name));
      }
    }
  }

  bool add_node(pugi::xml_node node, Node::Kind kind, std::size_t index) {
    const std::string id = node.attribute("id").value();
    if (id.empty()) {
      error(node, "the attribute 'id' is missing");
      return false;
    }
    if (!nodes_.try_emplace(id, Node{kind, static_cast<std::uint32_t>(index)}).second) {
      error(node, fmt::format("the id '{}' is used twice", id));
      return false;
    }
    return true;
  }

  static std::string name_of(pugi::xml_node node) { return text_of(child(child(node, "name"), "text")); }

  void add_place(pugi::xml_node node) {
    if (!add_node(node, Node::Kind::Place, net_.places.size())) return;
    std::uint64_t tokens = 0;
    if (const pugi::xml_node marking = child(node, "initialMarking")) {
      if (const auto number = read_number(marking)) tokens = *number;
    }
    if (child(node, "hlinitialMarking") || child(node, "type")) error(node, "coloured places are not supported");
    net_.places.push_back({node.attribute("id").value(), name_of(node), tokens});
  }

  /// Reads the number in the <text> of an initial marking or inscription.
  std::optional<std::uint64_t> read_number(pugi::xml_node label) {
    const pugi::xml_node text_node = child(label, "text");
    if (!text_node) {
      error(label, fmt::format("<{}> needs a <text> with a number", label.name()));
      return std::nullopt;
    }
    const std::string text = text_of(text_node);
    std::uint64_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code == std::errc::result_out_of_range || (code == std::errc() && number > kMaxTokens)) {
      error(text_node, fmt::format("the number is too large: at most {}", kMaxTokens));
    } else if (code != std::errc() || end != text.data() + text.size()) {
      error(text_node, fmt::format("expected a number, found '{}'", text));
    } else {
      return number;
    }
    return std::nullopt;
  }

  /// The place or transition at the end of an arc, following references.
  std::optional<Node> find(pugi::xml_node element, const char* attribute) {
    const char* id = element.attribute(attribute).value();
    if (*id == '\0') {
      error(element, fmt::format("the attribute '{}' is missing", attribute));
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
      error(element, fmt::format("there is no node with the id '{}'", id));
    } else if (found->second.kind == Node::Kind::Reference) {
      error(element,
            fmt::format("the reference '{}' cannot be resolved: references form a cycle or mix places and transitions",
                        id));
    } else if (wanted && *wanted != found->second.kind) {
      error(element, fmt::format("a reference leads to '{}', which is not of the same kind", id));
    } else {
      return found->second;
    }
    return std::nullopt;
  }

  void refuse_special_arcs(pugi::xml_node arc) {
    for (const char* kind : {"type", "arctype"}) {
      const pugi::xml_node node = child(arc, kind);
      if (!node) continue;
      std::string value = node.attribute("value").value();
      if (value.empty()) value = text_of(child(node, "text"));
      if (value != "normal") error(node, fmt::format("arcs of type '{}' are not part of P/T nets", value));
    }
  }

  void join_arcs() {
    for (const pugi::xml_node arc : arcs_) {
      refuse_special_arcs(arc);
      const auto source = find(arc, "source");
      const auto target = find(arc, "target");
      std::uint64_t weight = 1;
      if (const pugi::xml_node inscription = child(arc, "inscription")) {
        const auto number = read_number(inscription);
        if (!number) continue;
        if (*number == 0) error(inscription, "the weight of an arc must be at least 1");
        weight = *number;
      }
      if (!source || !target) continue;
      if (source->kind == target->kind) {
        error(arc, "an arc must connect a place and a transition");
        continue;
      }
      const bool input = source->kind == Node::Kind::Place;
      Transition& transition = net_.transitions[input ? target->index : source->index];
      std::vector<Arc>& side = input ? transition.inputs : transition.outputs;
      side.push_back({input ? source->index : target->index, weight});
    }
    for (Transition& transition : net_.transitions) {
      for (std::vector<Arc>* side : {&transition.inputs, &transition.outputs}) {
        if (!merge(*side) && errors_.size() < kMaxErrors)
          errors_.push_back(document_.at(document_.root(), fmt::format("the arcs of transition '{}' add up to more "
                                                                       "than {} tokens",
                                                                       transition.id, kMaxTokens)));
      }
    }
  }

  /// Sorts arcs by place and sums arcs of the same place; returns false on overflow.
  static bool merge(std::vector<Arc>& arcs) {
    std::stable_sort(arcs.begin(), arcs.end(), [](const Arc& a, const Arc& b) { return a.place < b.place; });
    std::size_t used = 0;
    for (const Arc& arc : arcs) {
      if (used > 0 && arcs[used - 1].place == arc.place) {
        if (arc.weight > kMaxTokens - arcs[used - 1].weight) return false;
        arcs[used - 1].weight += arc.weight;
      } else {
        arcs[used++] = arc;
      }
    }
    arcs.resize(used);
    return true;
  }

  const XmlDocument& document_;
  Net net_;
  std::unordered_map<std::string, Node> nodes_;
  std::vector<Reference> references_;
  std::vector<pugi::xml_node> arcs_;
  Diagnostics errors_;
};

}  // namespace

Expected<Net> parse_pnml(const SourceText& source) {
  const auto document = XmlDocument::parse(source);
  if (!document) return document.error();
  return Reader(*document).read();
}

}  // namespace weir::pnml
