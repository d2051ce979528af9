// SPDX-License-Identifier: Apache-2.0
#include "frontend/promela/promela.h"

#include "base/text/has_errors.h"
#include "frontend/promela/parser.h"

namespace weir::promela {

Model parse_partial_model(SourceText text, const ParseOptions& options, Diagnostics& diagnostics) {
  Model model;
  model.record_uses = options.record_uses;
  model.context.preprocessor = std::make_unique<Preprocessor>(model.sources, options.definitions);
  const std::vector<PreprocessorToken> raw = model.context.preprocessor->run(std::move(text), diagnostics);
  Messages messages(model.sources);
  // Do not parse a text that could not be preprocessed: further errors would be consequences.
  if (!has_errors(diagnostics)) {
    Parser parser(model, lex(raw, LexMode::Promela), messages);
    parser.parse_program();
    if (!messages.too_many()) check_model(model, parser.facts(), messages);
  }
  append(diagnostics, messages.take());
  return model;
}

Expected<Model> parse_model(SourceText text, const ParseOptions& options) {
  Diagnostics diagnostics;
  Model model = parse_partial_model(std::move(text), options, diagnostics);
  if (has_errors(diagnostics)) return diagnostics;
  model.warnings = std::move(diagnostics);
  return model;
}

Expected<Model> parse_model_file(const std::string& path, const ParseOptions& options) {
  Expected<SourceText> text = SourceText::read_file(path, std::size_t{1} << 28);
  if (!text) return text.error();
  return parse_model(std::move(*text), options);
}

}  // namespace weir::promela
