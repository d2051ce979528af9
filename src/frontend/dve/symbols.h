// SPDX-License-Identifier: Apache-2.0
// What the names of a specification stand for once it has been lowered, and how its expressions become code. The
// variables of processes are kept among the globals: processes are never created, so every variable has its place for
// good.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include <weir/diagnostic.h>

#include "base/text/source_map.h"
#include "frontend/dve/ast.h"
#include "model/program.h"

namespace weir::dve {

/// Where an expression stands: inside process i, or outside of all.
inline constexpr std::uint32_t kOutside = kNone;

struct VariableSymbol {
  Place place;  ///< of the first element
  std::uint32_t count = 1;
  bool is_array = false;
  bool constant = false;
  std::int32_t value = 0;  ///< of a constant that is no array
};

struct ChannelSymbol {
  std::uint32_t number = 0;  ///< of Program::static_channels
  bool typed = false;
  bool used = false;  ///< an untyped channel gets its fields from its first use
  std::uint32_t fields = 0;
};

struct ProcessSymbol {
  std::string name;
  std::int32_t number = 0;  ///< among the processes of the program
  bool is_property = false;
  std::unordered_map<std::string, VariableSymbol> variables;
  std::unordered_map<std::string, ChannelSymbol> channels;
  std::unordered_map<std::string, std::uint32_t> states;
};

struct Symbols {
  std::unordered_map<std::string, VariableSymbol> variables;
  std::unordered_map<std::string, ChannelSymbol> channels;
  std::unordered_map<std::string, std::uint32_t> process_index;
  std::vector<ProcessSymbol> processes;

  const ProcessSymbol* process(const std::string& name) const {
    const auto found = process_index.find(name);
    return found == process_index.end() ? nullptr : &processes[found->second];
  }
};

/// Code for expressions and assignments. Mistakes are collected in `errors`; code made after one is worthless.
class ExpressionCompiler {
 public:
  ExpressionCompiler(const Symbols& symbols, const std::vector<Expression>& expressions, const SourceMap& map,
                     Diagnostics& errors)
      : symbols_(symbols), expressions_(expressions), map_(map), errors_(errors) {}

  /// Code that leaves the value of `root`, read inside process `scope`, on the stack.
  void value(CodeBuilder& code, ExpressionId root, std::uint32_t scope);
  /// Is this a variable that may be assigned to? If it is an element, `address` leaves its address on the stack.
  const VariableSymbol* target(CodeBuilder& address, ExpressionId id, std::uint32_t scope);
  /// The value of an expression that knows no variables; an error where it is none.
  bool constant(ExpressionId root, std::uint32_t scope, std::int32_t& result);

  void error(const SourceRange& range, std::string message);

 private:
  struct Found {
    const VariableSymbol* variable = nullptr;
    const ProcessSymbol* process = nullptr;  ///< whether this process is in `state`, if `variable` is null
    std::uint32_t state = 0;
  };
  bool find(const Expression& reference, std::uint32_t scope, Found& found);
  void begin_element(CodeBuilder& code, const Expression& reference, std::uint32_t scope, const VariableSymbol*& array);

  const Symbols& symbols_;
  const std::vector<Expression>& expressions_;
  const SourceMap& map_;
  Diagnostics& errors_;
};

}  // namespace weir::dve
