// SPDX-License-Identifier: Apache-2.0
// What `weir automata` prints when it is asked something, as pure functions of the answer.
#pragma once

#include <string>
#include <vector>

#include <weir/automata.h>

namespace weir {

std::string language_answer_text(LanguageQuestion question, const LanguageAnswer& answer);
/// One JSON object and a line end.
std::string language_answer_json(LanguageQuestion question, const LanguageAnswer& answer,
                                 const std::vector<std::string>& languages, bool finite);

}  // namespace weir
