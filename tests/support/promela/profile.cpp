// SPDX-License-Identifier: Apache-2.0
#include "support/promela/profile.h"

namespace weir::test {

namespace {

struct FeatureInfo {
  const char* name;
  int percent;
  bool spin;
};
constexpr FeatureInfo kFeatures[] = {
#define WEIR_ROW(name, percent, spin) {#name, percent, spin},
    WEIR_PROMELA_FEATURES(WEIR_ROW)
#undef WEIR_ROW
};

}  // namespace

Profile::Profile(Draw& draw, Audience audience) : audience_(audience) {
  for (std::size_t i = 0; i < on_.size(); ++i)
    on_[i] = draw.chance(kFeatures[i].percent) && (audience == Audience::Weir || kFeatures[i].spin);
}

std::string Profile::to_string() const {
  std::string text;
  for (std::size_t i = 0; i < on_.size(); ++i)
    if (on_[i]) text += (text.empty() ? "" : " ") + std::string(kFeatures[i].name);
  return text;
}

}  // namespace weir::test
