// SPDX-License-Identifier: Apache-2.0
#include "pipeline/mine/redundancy.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <string_view>
#include <tuple>

namespace weir {
namespace {

constexpr PatternImplication kImplications[] = {
    {"chain_response", "chain_succession", "ab"},
    {"chain_precedence", "chain_succession", "ab"},
    {"alternate_succession", "chain_succession", "ab"},
    {"alternate_response", "chain_response", "ab"},
    {"alternate_response", "alternate_succession", "ab"},
    {"alternate_precedence", "chain_precedence", "ab"},
    {"alternate_precedence", "alternate_succession", "ab"},
    {"succession", "alternate_succession", "ab"},
    {"response", "alternate_response", "ab"},
    {"response", "succession", "ab"},
    {"response", "end", "b"},
    {"precedence", "alternate_precedence", "ab"},
    {"precedence", "succession", "ab"},
    {"precedence", "init", "a"},
    {"co_existence", "succession", "ab"},
    {"co_existence", "succession", "ba"},
    {"responded_existence", "response", "ab"},
    {"responded_existence", "precedence", "ba"},
    {"responded_existence", "co_existence", "ab"},
    {"responded_existence", "co_existence", "ba"},
    {"responded_existence", "existence", "b"},
    {"choice", "exclusive_choice", "ab"},
    {"choice", "existence", "a"},
    {"choice", "existence", "b"},
    {"not_co_existence", "exclusive_choice", "ab"},
    {"not_succession", "not_co_existence", "ab"},
    {"not_succession", "not_co_existence", "ba"},
    {"not_chain_succession", "not_succession", "ab"},
    {"existence", "init", "a"},
    {"existence", "end", "a"},
};

using Key = std::tuple<std::string_view, std::uint32_t, CaseRelations::Name, std::optional<CaseRelations::Name>>;
using Violations = std::map<Key, std::uint64_t>;

std::uint64_t violations(const Proposal& p) { return p.activated - p.satisfied; }

bool is_implied(const Proposal& weak, const Violations& known) {
  const auto says_as_much = [&](const Key& strong) {
    const auto found = known.find(strong);
    return found != known.end() && found->second == violations(weak);
  };
  const std::string_view pattern = weak.pattern;
  if (pattern == "absence")
    return says_as_much({"absence", weak.number - 1, weak.a, {}}) ||
           says_as_much({"exactly", weak.number - 1, weak.a, {}});
  if (pattern == "existence") {
    const std::uint32_t times = std::max<std::uint32_t>(weak.number, 1);
    if (says_as_much({"existence", times + 1, weak.a, {}}) || says_as_much({"exactly", times, weak.a, {}})) return true;
    if (times > 1) return false;
  }
  return std::any_of(std::begin(kImplications), std::end(kImplications), [&](const PatternImplication& row) {
    if (row.weak != pattern) return false;
    const std::string_view arguments = row.arguments;
    const auto name = [&](char c) { return c == 'a' ? weak.a : *weak.b; };
    return says_as_much(
        {row.strong, 0, name(arguments[0]), arguments.size() > 1 ? std::optional(name(arguments[1])) : std::nullopt});
  });
}

}  // namespace

std::span<const PatternImplication> pattern_implications() { return kImplications; }

void remove_redundant(std::vector<Proposal>& proposals) {
  Violations known;
  for (const Proposal& p : proposals) known.emplace(Key{p.pattern, p.number, p.a, p.b}, violations(p));
  std::erase_if(proposals, [&](const Proposal& p) { return is_implied(p, known); });
}

}  // namespace weir
