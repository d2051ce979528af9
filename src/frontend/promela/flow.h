// SPDX-License-Identifier: Apache-2.0
// Converts the statements of a process to its control states: exactly those of Spin's verifier (without its optional
// merging), so that state counts can be compared. Control states have Spin's numbers.
//
// Statements become elements, linked in sequences; a selection, loop, block or unless is an element with sub-sequences.
// Joins, jumps and loop ends are elements too. Control passes them without a step ("hunting" the next element), except
// where that would leave an atomic sequence, and where such an element is the first of an option.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/promela/ast.h"

namespace weir::promela {

enum class ElementKind : std::uint8_t {
  Basic,  ///< a statement that is one step
  If,
  Do,
  Unless,
  Atomic,
  Block,
  DStep,
  Join,   ///< where options join, or a loop begins
  Break,  ///< after the end of a loop
  Goto,
  Else,
  End,
};

struct Element;

struct ElementSequence {
  Element* first = nullptr;
  Element* last = nullptr;    ///< including elements appended later
  Element* extent = nullptr;  ///< last own element
};

struct Element {
  ElementKind kind = ElementKind::Basic;
  std::int32_t number = 0;     ///< control state within the process
  std::uint32_t identity = 0;  ///< unique in the model: Spin's transition id
  Element* next = nullptr;
  Statement* statement = nullptr;  ///< nullptr: a skip
  Symbol* variable = nullptr;      ///< for a declaration that is a step
  Element* target = nullptr;       ///< for a Goto
  std::vector<ElementSequence*> sub;
  std::vector<ElementSequence*> escapes;  ///< innermost first
  std::vector<Symbol*> labels;
  // Position relative to an atomic or d_step sequence.
  bool inside = false;         ///< in an atomic sequence, not its last
  bool last_inside = false;    ///< last of an atomic sequence
  bool deterministic = false;  ///< in a d_step
  bool done = false;
  SourceRange range;
};

/// One transition between control states.
struct FlowEdge {
  const Element* element = nullptr;
  std::int32_t target = 0;  ///< 0: the process ends
  bool keeps_control = false;
  std::int32_t escape = 0;            ///< control state of its escape, or 0
  std::int32_t inner = 0;             ///< for a d_step: its first control state
  std::vector<std::int32_t> escapes;  ///< control states of the escapes that cover it
};

struct Flow {
  Flow() = default;
  Flow(Flow&&) = default;
  Flow& operator=(Flow&&) = default;
  Flow(const Flow&) = delete;  ///< edges point to elements
  std::int32_t start = 0;
  std::vector<std::vector<FlowEdge>> edges;  ///< by control state
  std::vector<bool> deterministic;           ///< control states inside of a d_step
  std::vector<bool> may_end, progress, accepting;
  std::unordered_map<const Symbol*, std::int32_t> labels;
  std::vector<Diagnostic> problems, warnings;
  std::deque<Element> elements;
  std::deque<ElementSequence> sequences;
};

/// `identity` numbers elements across the whole model; `referenced` are the labels used in expressions (P@label).
Flow build_flow(Model& model, Process& process, std::uint32_t& identity,
                const std::unordered_set<const Symbol*>& referenced);

}  // namespace weir::promela
