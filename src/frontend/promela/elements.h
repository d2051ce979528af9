// SPDX-License-Identifier: Apache-2.0
// Elements: the statements of a process as Spin's parser arranges them. Statements become elements, linked in
// sequences; a selection, loop, block or unless is an element with sub-sequences. Joins, jumps and loop ends are
// elements too. `for` and `select` are expanded.
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>
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

struct Elements {
  Elements() = default;
  Elements(Elements&&) = default;
  Elements& operator=(Elements&&) = default;
  Elements(const Elements&) = delete;  ///< elements point to each other

  std::deque<Element> all;  ///< in the order of their numbers, from 1
  std::deque<ElementSequence> sequences;
  ElementSequence* body = nullptr;
  std::unordered_map<const Symbol*, Element*> labels;
};

/// `identity` numbers elements across the whole model; `referenced` are the labels used in expressions (P@label).
Elements build_elements(Model& model, Process& process, std::uint32_t& identity,
                        const std::unordered_set<const Symbol*>& referenced);

/// Labels that start with `end`, `progress` or `accept` have a meaning of their own.
bool is_label_of_kind(const Symbol& label, std::string_view prefix);

}  // namespace weir::promela
