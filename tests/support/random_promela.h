// SPDX-License-Identifier: Apache-2.0
// Small random Promela programs as trees that can be printed and shrunk.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace weir::testing {

struct PromelaNode {
  enum class Kind : std::uint8_t { Simple, If, Do, Atomic, DStep, Block, Unless };
  Kind kind = Kind::Simple;
  std::string text;                              ///< of a Simple one; otherwise a label, or empty
  std::vector<std::vector<PromelaNode>> bodies;  ///< options; the body; or body and escape
};

struct PromelaProgram {
  std::string globals;
  struct Process {
    std::string heading;
    std::string locals;
    std::vector<PromelaNode> body;
  };
  std::vector<Process> processes;
};

std::string to_text(const PromelaProgram& program);
PromelaProgram random_promela(std::uint64_t seed);
/// Without assertions, with `progress` and `accept` labels: a program to look for cycles in.
PromelaProgram random_promela_with_cycles(std::uint64_t seed);
/// An LTL formula in Spin's grammar over the globals and labels of such a program.
std::string random_spin_formula(std::uint64_t seed);
/// `never { ... }` over them.
std::string random_never_claim(std::uint64_t seed);
/// The smallest program found by leaving out pieces that still `fails`.
PromelaProgram shrink(PromelaProgram program, const std::function<bool(const PromelaProgram&)>& fails);

}  // namespace weir::testing
