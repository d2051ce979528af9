// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/pnml.h"

#include <utility>

#include "frontend/pnml/net_system.h"
#include "frontend/pnml/pnml_parser.h"
#include "frontend/pnml/structure/net_structure.h"

namespace weir::pnml {

Expected<Model> open_pnml(const std::string& path, const ModelOptions&) {
  const auto source = SourceText::read_file(path);
  if (!source) return source.error();
  auto net = parse_pnml(*source);
  if (!net) return net.error();
  Model model;
  model.sources.push_back(digest_of(path, source->text()));
  auto system = std::make_unique<NetSystem>(std::move(*net));
  system->offer(std::make_unique<NetStructure>(*system));
  model.system = std::move(system);
  model.properties.push_back({.kind = StatedProperty::Kind::Deadlock, .name = "deadlock"});
  return model;
}

}  // namespace weir::pnml
