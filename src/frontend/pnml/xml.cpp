// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/xml.h"

#include <algorithm>
#include <cstdint>

namespace weir::pnml {

Expected<XmlDocument> XmlDocument::parse(const SourceText& source) {
  XmlDocument result(source);
  const std::string_view text = source.text();
  const pugi::xml_parse_result outcome = result.document_->load_buffer(text.data(), text.size());
  if (!outcome) {
    const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(outcome.offset, 0));
    return source.at(std::min(offset, text.size()), 1, std::string("malformed XML: ") + outcome.description());
  }
  return result;
}

Diagnostic XmlDocument::at(pugi::xml_node node, std::string message) const {
  const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0));
  const std::size_t length = std::string_view(node.name()).size();
  return source_->at(std::min(offset, source_->text().size()), std::max<std::size_t>(length, 1), std::move(message));
}

std::string_view local_name(pugi::xml_node node) {
  const std::string_view name = node.name();
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

pugi::xml_node first_element(pugi::xml_node node) {
  pugi::xml_node inner = node.first_child();
  while (inner && inner.type() != pugi::node_element) inner = inner.next_sibling();
  return inner;
}

pugi::xml_node next_element(pugi::xml_node node) {
  do node = node.next_sibling();
  while (node && node.type() != pugi::node_element);
  return node;
}

pugi::xml_node child(pugi::xml_node node, std::string_view name) {
  for (pugi::xml_node inner = first_element(node); inner; inner = next_element(inner)) {
    if (local_name(inner) == name) return inner;
  }
  return {};
}

std::string text_of(pugi::xml_node node) {
  std::string text;
  for (pugi::xml_node inner = node.first_child(); inner; inner = inner.next_sibling()) {
    if (inner.type() == pugi::node_pcdata || inner.type() == pugi::node_cdata) text += inner.value();
  }
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!text.empty() && is_space(text.back())) text.pop_back();
  const auto begin = std::find_if_not(text.begin(), text.end(), is_space);
  text.erase(text.begin(), begin);
  return text;
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const std::size_t length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
    if (length == 0 || i + length > text.size()) return false;
    std::uint32_t point = length == 1 ? first : first & (0xFFU >> (length + 1));
    for (std::size_t k = 1; k < length; ++k) {
      const auto next = static_cast<unsigned char>(text[i + k]);
      if ((next & 0xC0U) != 0x80) return false;
      point = point << 6 | (next & 0x3FU);
    }
    const bool overlong =
        (length == 2 && point < 0x80) || (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
    if (overlong || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return false;
    i += length;
  }
  return true;
}

}  // namespace weir::pnml
