// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/pnml_parser.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "frontend/pnml/coloured_parser.h"
#include "frontend/pnml/net_skeleton.h"
#include "frontend/pnml/unfold.h"
#include "frontend/pnml/xml.h"

namespace weir::pnml {
namespace {

/// Finds the only <net> of the document; a null node if there is a problem.
pugi::xml_node find_net(pugi::xml_node root, Problems& problems) {
  if (local_name(root) != "pnml") {
    problems.add(root, "this is not PNML: the outermost element must be <pnml>");
    return {};
  }
  const pugi::xml_node net = child(root, "net");
  if (!net) {
    problems.add(root, "<pnml> contains no <net>");
    return {};
  }
  for (pugi::xml_node other = next_element(net); other; other = next_element(other)) {
    if (local_name(other) != "net") continue;
    problems.add(other, "the file contains more than one <net>");
    return {};
  }
  return net;
}

enum class NetType : std::uint8_t { PlaceTransition, Coloured, Unknown };

NetType type_of(pugi::xml_node net) {
  std::string type = net.attribute("type").value();
  std::transform(type.begin(), type.end(), type.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  const auto names = [&](const char* word) { return type.find(word) != std::string::npos; };
  if (names("ptnet")) return NetType::PlaceTransition;
  return names("symmetricnet") || names("highlevelnet") ? NetType::Coloured : NetType::Unknown;
}

/// Reads the number in the <text> of an initial marking or inscription.
std::optional<std::uint64_t> read_number(pugi::xml_node label, Problems& problems) {
  const pugi::xml_node text_node = child(label, "text");
  if (!text_node) {
    problems.add(label, fmt::format("<{}> needs a <text> with a number", label.name()));
    return std::nullopt;
  }
  const std::string text = text_of(text_node);
  std::uint64_t number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code == std::errc::result_out_of_range || (code == std::errc() && number > kMaxTokens)) {
    problems.add(text_node, fmt::format("the number is too large: at most {}", kMaxTokens));
  } else if (code != std::errc() || end != text.data() + text.size()) {
    problems.add(text_node, fmt::format("expected a number, found '{}'", text));
  } else {
    return number;
  }
  return std::nullopt;
}

Net read_place_transition_net(pugi::xml_node element, Problems& problems) {
  const NetSkeleton skeleton = read_skeleton(element, problems);
  Net net;
  net.id = element.attribute("id").value();
  for (const pugi::xml_node node : skeleton.places) {
    std::uint64_t tokens = 0;
    if (const pugi::xml_node marking = child(node, "initialMarking")) {
      if (const auto number = read_number(marking, problems)) tokens = *number;
    }
    if (child(node, "hlinitialMarking") || child(node, "type"))
      problems.add(node, "a coloured place needs a net of type symmetricnet");
    net.places.push_back({node.attribute("id").value(), name_of(node), tokens});
  }
  for (const pugi::xml_node node : skeleton.transitions)
    net.transitions.push_back({node.attribute("id").value(), name_of(node), {}, {}});
  for (const NetSkeleton::ArcElement& arc : skeleton.arcs) {
    std::uint64_t weight = 1;
    if (const pugi::xml_node inscription = child(arc.element, "inscription")) {
      const auto number = read_number(inscription, problems);
      if (!number) continue;
      if (*number == 0) problems.add(inscription, "the weight of an arc must be at least 1");
      weight = *number;
    }
    Transition& transition = net.transitions[arc.transition];
    (arc.input ? transition.inputs : transition.outputs).push_back({arc.place, weight});
  }
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    for (std::vector<Arc>* side : {&net.transitions[t].inputs, &net.transitions[t].outputs}) {
      if (!merge_arcs(*side)) {
        problems.add(skeleton.transitions[t], fmt::format("the arcs of transition '{}' add up to more than {} tokens",
                                                          net.transitions[t].id, kMaxTokens));
      }
    }
  }
  return net;
}

}  // namespace

Expected<Net> parse_pnml(const SourceText& source) {
  const auto document = XmlDocument::parse(source);
  if (!document) return document.error();
  Problems problems(*document);
  const pugi::xml_node element = find_net(document->root(), problems);
  if (!element) return problems.found();
  switch (type_of(element)) {
    case NetType::PlaceTransition: {
      Net net = read_place_transition_net(element, problems);
      if (!problems.empty()) return problems.found();
      return net;
    }
    case NetType::Coloured: {
      const ColouredNet net = read_coloured_net(element, problems);
      if (!problems.empty()) return problems.found();
      auto unfolded = unfold(net);
      if (unfolded) return unfolded;
      Diagnostic refusal = document->at(element, unfolded.error().front().message);
      refusal.limit = unfolded.error().front().limit;
      return refusal;
    }
    case NetType::Unknown: break;
  }
  return document->at(element, fmt::format("net type '{}' is not supported: only P/T nets and symmetric nets "
                                           "(http://www.pnml.org/version-2009/grammar/ptnet, symmetricnet)",
                                           element.attribute("type").value()));
}

}  // namespace weir::pnml
