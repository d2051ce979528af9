// SPDX-License-Identifier: Apache-2.0
#include "frontend/promela/impossible_atoms.h"

#include <algorithm>

#include "frontend/promela/parser.h"

namespace weir::promela {
namespace {

class AtomCheck {
 public:
  AtomCheck(const Model& model, const Program& program, const Compiler& compiler)
      : program_(program), compiler_(compiler), messages_(model.sources) {}

  Diagnostics run(const Expression& atom) {
    std::vector<const Expression*> waiting = {&atom};
    while (!waiting.empty()) {
      const Expression& here = *waiting.back();
      waiting.pop_back();
      check(here);
      for (const Expression* part : {here.a, here.b, here.c}) {
        if (part != nullptr) waiting.push_back(part);
      }
      for (const Selector& selector : here.path) {
        if (selector.index != nullptr) waiting.push_back(selector.index);
      }
      waiting.insert(waiting.end(), here.args.begin(), here.args.end());
    }
    return messages_.take();
  }

 private:
  void check(const Expression& e) {
    switch (e.kind) {
      case ExpressionKind::RemoteLabel:
      case ExpressionKind::RemoteVariable:
      case ExpressionKind::By: check_process(e); break;
      case ExpressionKind::Enabled:
      case ExpressionKind::PcValue:
      case ExpressionKind::GetPriority: check_number(*e.a); break;
      default: break;
    }
    for (const Selector& selector : e.path) check_index(selector);
  }

  void check_index(const Selector& selector) {
    std::int32_t index = 0;
    if (selector.index == nullptr || !selector.symbol->is_array || !fold(*selector.index, index)) return;
    const std::int32_t size = selector.symbol->array_size;
    if (index >= 0 && index < size) return;
    messages_.error(selector.index->range, "'" + selector.symbol->name + "' has no element " + std::to_string(index) +
                                               ": its elements are numbered 0 to " + std::to_string(size - 1));
  }

  /// Reports a number that no process ever has.
  void check_number(const Expression& number) {
    std::int32_t pid = 0;
    if (!fold(number, pid) || (pid >= 0 && static_cast<std::uint32_t>(pid) < program_.process_bound)) return;
    const std::uint32_t bound = program_.process_bound;
    messages_.warning(number.range,
                      "there is no process " + std::to_string(pid) + ": " +
                          (bound == 1 ? "there is one process" : "there are at most " + std::to_string(bound)) +
                          ", numbered from 0");
  }

  void check_process(const Expression& e) {
    const std::uint32_t type = compiler_.process_type(e.symbol->process);
    if (is_run(type)) {
      if (e.a != nullptr) check_number(*e.a);
      return;
    }
    std::vector<std::int32_t> numbers;
    for (std::size_t i = 0; i < program_.initial.size(); ++i) {
      if (program_.initial[i].type == type) numbers.push_back(static_cast<std::int32_t>(i));
    }
    const std::string& name = e.symbol->name;
    if (numbers.empty()) return messages_.error(e.range, "no process of '" + name + "' is ever started");
    std::int32_t pid = 0;
    if (e.a == nullptr || !fold(*e.a, pid) || std::find(numbers.begin(), numbers.end(), pid) != numbers.end()) return;
    const auto numbered = [&](std::int32_t number) { return name + "[" + std::to_string(number) + "]"; };
    std::string known = (numbers.size() == 1 ? "there is " : "there are ") + numbered(numbers.front());
    if (numbers.size() > 1) known += (numbers.size() == 2 ? " and " : " to ") + numbered(numbers.back());
    messages_.error(e.a->range, "there is no process " + numbered(pid) + ": " + known);
  }

  bool is_run(std::uint32_t type) const {
    return std::any_of(program_.code.begin(), program_.code.end(), [&](const Instruction& instruction) {
      return instruction.op == OpCode::Run && static_cast<std::uint32_t>(instruction.a) == type;
    });
  }

  const Program& program_;
  const Compiler& compiler_;
  Messages messages_;
};

}  // namespace

Diagnostics impossible_parts(const Model& model, const Program& program, const Compiler& compiler,
                             const Expression& atom) {
  return AtomCheck(model, program, compiler).run(atom);
}

}  // namespace weir::promela
