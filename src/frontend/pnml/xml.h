// SPDX-License-Identifier: Apache-2.0
// XML for PNML and MCC property files: wraps pugixml with positions and diagnostics. Document type declarations are
// skipped, and only the five predefined entities are expanded: nothing is fetched.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <weir/diagnostic.h>
#include <pugixml.hpp>

#include "base/text/source_text.h"

namespace weir::pnml {

class XmlDocument {
 public:
  static Expected<XmlDocument> parse(const SourceText& source);

  pugi::xml_node root() const { return document_->document_element(); }
  /// A diagnostic at the name of an element.
  Diagnostic at(pugi::xml_node node, std::string message) const;

 private:
  explicit XmlDocument(const SourceText& source)
      : source_(&source), document_(std::make_unique<pugi::xml_document>()) {}
  const SourceText* source_;
  std::unique_ptr<pugi::xml_document> document_;
};

/// The element's name without a namespace prefix.
std::string_view local_name(pugi::xml_node node);
/// The first child element of that local name; a null node if there is none.
pugi::xml_node child(pugi::xml_node node, std::string_view name);
/// The element after this one, skipping text and comments.
pugi::xml_node next_element(pugi::xml_node node);
pugi::xml_node first_element(pugi::xml_node node);
/// All text directly inside, without surrounding white space.
std::string text_of(pugi::xml_node node);
/// Returns whether the bytes are UTF-8; pugixml does not check.
bool is_utf8(std::string_view text);

}  // namespace weir::pnml
