// SPDX-License-Identifier: Apache-2.0
// A template is built over atoms that stand for the parameters; then all arguments are put in at once. Scopes need the
// template, because they rewrite its temporal operators and leave those of the arguments alone.
#include "formula/patterns/expand.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "formula/rewrite.h"

namespace weir {
namespace {

using Arguments = std::map<std::string, Formula, std::less<>>;

Formula with_arguments(Formula f, const Arguments& arguments) {
  std::unordered_map<Formula, Formula> done;
  for (const Formula g : subformulas(f)) {
    if (g.is(Op::Atom)) {
      const auto found = arguments.find(g.name());
      done.emplace(g, found == arguments.end() ? g : found->second);
      continue;
    }
    std::vector<Formula> operands;
    for (const Formula operand : g.operands()) operands.push_back(done.at(operand));
    done.emplace(g, rebuilt(g, std::move(operands)));
  }
  return done.at(f);
}

std::vector<std::string> names_in(std::string_view parameters) {
  std::vector<std::string> names;
  while (!parameters.empty()) {
    const std::size_t end = std::min(parameters.find(", "), parameters.size());
    names.emplace_back(parameters.substr(0, end));
    parameters.remove_prefix(std::min(end + 2, parameters.size()));
  }
  return names;
}

Formula list_template(const NamedPattern& row, std::size_t count, ReadTemplate read) {
  const auto filled = [&](const char* text, const Arguments& arguments) {
    return with_arguments(read(text), arguments);
  };
  std::vector<Formula> places;
  for (std::size_t i = 0; i < count; ++i) places.push_back(Formula::atom(list_name(i)));
  std::vector<Formula> conjuncts;
  if (*row.formula != '\0') {
    Formula chain = filled(row.formula, {{"a", places.back()}});
    for (std::size_t i = count - 1; i-- > 0;) chain = filled(row.step, {{"a", places[i]}, {"rest", chain}});
    if (*row.around != '\0') chain = filled(row.around, {{"rest", chain}});
    conjuncts.push_back(chain);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Formula a = places[i];
    const Formula b = places[(i + 1) % count];
    if (*row.each != '\0') conjuncts.push_back(filled(row.each, {{"a", a}}));
    if (*row.pairs != '\0' && i + 1 < count) conjuncts.push_back(filled(row.pairs, {{"a", a}, {"b", b}}));
    if (*row.ring != '\0') conjuncts.push_back(filled(row.ring, {{"a", a}, {"b", b}}));
  }
  return Formula::nary(Op::And, std::move(conjuncts));
}

Formula template_of(const PatternUse& use, ReadTemplate read) {
  if (takes_list(*use.row)) return list_template(*use.row, use.arguments.size(), read);
  Formula f = read(use.row->formula);
  if (use.number > 1) {
    const Formula step = read(use.row->step);
    for (std::uint64_t i = 1; i < use.number; ++i) f = with_arguments(step, {{"rest", f}});
  }
  return f;
}

}  // namespace

std::string list_name(std::size_t i) { return "a" + std::to_string(i); }

Arguments arguments_of(const PatternUse& use) {
  Arguments arguments;
  const bool list = takes_list(*use.row);
  std::vector<std::string> names = names_in(use.row->parameters);
  if (takes_number(*use.row)) names.erase(names.begin());
  for (std::size_t i = 0; i < use.arguments.size(); ++i)
    arguments.emplace(list ? list_name(i) : names[i], use.arguments[i]);
  if (use.scope == nullptr) return arguments;
  const std::vector<std::string> limits = names_in(use.scope->parameters);
  for (std::size_t i = 0; i < limits.size(); ++i) arguments.emplace(limits[i], use.scope_arguments[i]);
  return arguments;
}

bool can_be_limited(const NamedPattern& row, ReadTemplate read) {
  const Formula f = template_of(sample_use(row), read);
  if (f.is(Op::Atom)) return false;
  const std::vector<Formula> all = subformulas(f);
  return std::none_of(all.begin(), all.end(), [](Formula g) { return is_past(g.op()); });
}

Formula relative_to_stretch(Formula f, Formula r) {
  std::unordered_map<Formula, Formula> done;
  f = negation_normal_form(f, Semantics::Finite);
  for (const Formula g : subformulas(f)) {
    std::vector<Formula> parts;
    for (const Formula operand : g.operands()) parts.push_back(done.at(operand));
    const auto inside = [&](Formula part) { return part & !r; };
    Formula result = g;
    switch (g.op()) {
      case Op::Next: result = Formula::unary(Op::Next, r | parts[0]); break;
      case Op::StrongNext: result = Formula::unary(Op::StrongNext, inside(parts[0])); break;
      case Op::Finally: result = Formula::binary(Op::Until, !r, inside(parts[0])); break;
      case Op::Globally: result = Formula::binary(Op::WeakUntil, parts[0], r); break;
      case Op::Until: result = Formula::binary(Op::Until, inside(parts[0]), inside(parts[1])); break;
      case Op::WeakUntil: result = Formula::binary(Op::WeakUntil, parts[0], parts[1] | r); break;
      case Op::Release: result = Formula::binary(Op::WeakUntil, parts[1], (parts[0] & parts[1]) | r); break;
      case Op::StrongRelease: result = Formula::binary(Op::Until, inside(parts[1]), inside(parts[0] & parts[1])); break;
      default: result = rebuilt(g, std::move(parts));
    }
    done.emplace(g, result);
  }
  return done.at(f);
}

std::optional<Formula> expand(const PatternUse& use, std::size_t most_nodes, ReadTemplate read) {
  // A step has more than two nodes; the exact size is known afterwards.
  if (use.number > most_nodes / 2 || use.arguments.size() > most_nodes / 2) return std::nullopt;
  Formula f = template_of(use, read);
  if (use.scope != nullptr) {
    Arguments parts = {{"rest", f}};
    if (std::string_view(use.scope->formula).find("within") != std::string_view::npos)
      parts.emplace("within", relative_to_stretch(f, Formula::atom("r")));
    f = with_arguments(read(use.scope->formula), parts);
  }
  f = with_arguments(f, arguments_of(use));
  if (f.size() > most_nodes) return std::nullopt;
  return f;
}

PatternUse sample_use(const NamedPattern& row, const PatternScope* scope) {
  PatternUse use{.row = &row, .scope = scope};
  std::vector<std::string> names = takes_list(row) ? std::vector<std::string>{"a", "b", "c"} : names_in(row.parameters);
  if (takes_number(row)) {
    use.number = 2;
    names.erase(names.begin());
  }
  for (const std::string& name : names) use.arguments.push_back(Formula::atom(name));
  if (scope != nullptr)
    for (const std::string& name : names_in(scope->parameters)) use.scope_arguments.push_back(Formula::atom(name));
  return use;
}

}  // namespace weir
