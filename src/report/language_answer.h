// SPDX-License-Identifier: Apache-2.0
// The output of `weir automata` for a question, as pure functions of the answer.
#pragma once

#include <string>
#include <vector>

#include <weir/automata.h>

namespace weir {

std::string language_answer_text(LanguageQuestion question, const LanguageAnswer& answer);
/// One JSON object and a newline.
std::string language_answer_json(LanguageQuestion question, const LanguageAnswer& answer,
                                 const std::vector<std::string>& languages, bool finite);

}  // namespace weir
