// SPDX-License-Identifier: Apache-2.0
// The syntax tree of a DVE specification before name resolution. Expressions are in one array, operands before the
// expressions that contain them, so that every walk is a loop.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/text/source_map.h"
#include "frontend/dve/operators.h"

namespace weir::dve {

using ExpressionId = std::uint32_t;
inline constexpr ExpressionId kNoExpression = std::numeric_limits<ExpressionId>::max();

struct Expression {
  Operator op = Operator::Constant;
  bool arrow = false;      ///< Name and Element: written with `->`, so not a state
  std::int32_t value = 0;  ///< for Constant
  ExpressionId left = kNoExpression;
  ExpressionId right = kNoExpression;
  std::string process = {};  ///< for Name and Element; empty if none is written
  std::string name = {};
  SourceRange range = {};
};

struct Identifier {
  std::string text;
  SourceRange range;
};

struct Declaration {
  Identifier name;
  bool constant = false;
  bool is_byte = false;  ///< otherwise int
  bool is_array = false;
  ExpressionId size = kNoExpression;
  std::vector<ExpressionId> initial;
};

struct ChannelDeclaration {
  Identifier name;
  bool typed = false;
  std::vector<bool> byte_fields;          ///< for a typed channel: byte or int
  ExpressionId capacity = kNoExpression;  ///< none: unbuffered
};

struct Assignment {
  ExpressionId target = kNoExpression;  ///< Name or Element
  ExpressionId value = kNoExpression;
};

struct Synchronisation {
  bool present = false;
  bool sends = false;
  Identifier channel;
  std::string process;               ///< `P->channel`
  std::vector<ExpressionId> values;  ///< values to send, or targets to receive into
  SourceRange range;
};

struct Transition {
  Identifier source;
  Identifier target;
  std::vector<ExpressionId> guards;  ///< all must hold
  Synchronisation sync;
  std::vector<Assignment> effects;  ///< in order
  SourceRange range;
};

struct Assertion {
  Identifier state;
  ExpressionId condition = kNoExpression;
};

struct Process {
  Identifier name;
  std::vector<Declaration> variables;
  std::vector<ChannelDeclaration> channels;
  std::vector<Identifier> states;
  std::vector<Identifier> initial;
  std::vector<Identifier> accepting;
  std::vector<Identifier> committed;
  std::vector<Assertion> assertions;
  std::vector<Transition> transitions;
  SourceRange range = {};  ///< from its name to the closing brace
};

struct Specification {
  std::vector<Expression> expressions;
  std::vector<Declaration> variables;
  std::vector<ChannelDeclaration> channels;
  std::vector<Process> processes;
  bool synchronous = false;
  bool has_property = false;
  Identifier property;
};

/// Prints an expression as DVE text. Operands of binary operators are in parentheses unless they are simple.
std::string to_text(const std::vector<Expression>& expressions, ExpressionId root);

}  // namespace weir::dve
