// SPDX-License-Identifier: Apache-2.0
#include "frontend/promela/ast.h"

#include "frontend/promela/context.h"

namespace weir::promela {

Model::Model() : context(std::make_unique<Context>()) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

Symbol* Model::find_global(std::string_view name) const {
  const auto found = context->globals.find(name);
  return found == context->globals.end() ? nullptr : found->second;
}

}  // namespace weir::promela
