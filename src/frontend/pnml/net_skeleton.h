// SPDX-License-Identifier: Apache-2.0
// The skeleton of a net in PNML: its places, transitions and arcs from all pages, with references resolved. Labels
// (markings, inscriptions, guards) are left to the net types, which differ in them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <weir/diagnostic.h>
#include <pugixml.hpp>

#include "frontend/pnml/xml.h"

namespace weir::pnml {

struct NetSkeleton {
  struct ArcElement {
    pugi::xml_node element;
    std::uint32_t place = 0;
    std::uint32_t transition = 0;
    bool input = false;  ///< from the place to the transition
  };

  std::vector<pugi::xml_node> places, transitions;
  std::vector<pugi::xml_node> declarations;
  std::vector<ArcElement> arcs;
};

/// Errors in a file, up to a maximum that a person would read.
class Problems {
 public:
  explicit Problems(const XmlDocument& document) : document_(document) {}
  void add(pugi::xml_node node, std::string message) {
    constexpr std::size_t kMost = 20;
    if (found_.size() < kMost) found_.push_back(document_.at(node, std::move(message)));
  }
  bool empty() const { return found_.empty(); }
  const Diagnostics& found() const { return found_; }

 private:
  const XmlDocument& document_;
  Diagnostics found_;
};

NetSkeleton read_skeleton(pugi::xml_node net, Problems& problems);

/// The value of an attribute that must be an integer; adds a problem if it is not.
std::optional<std::int64_t> integer_attribute(pugi::xml_node node, const char* name, Problems& problems);

/// The text of the element's <name>.
std::string name_of(pugi::xml_node node);

}  // namespace weir::pnml
