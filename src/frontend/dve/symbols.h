// SPDX-License-Identifier: Apache-2.0
// The symbols of a lowered specification, and code for its expressions. Variables of processes are stored among the
// globals: processes are never created, so every variable has a fixed place.
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

/// The scope of an expression: inside process i, or outside of all.
inline constexpr std::uint32_t kOutside = kNone;

struct VariableSymbol {
  Place place;  ///< of the first element
  std::uint32_t count = 1;
  bool is_array = false;
  bool constant = false;
  std::int32_t value = 0;  ///< for a scalar constant
  /// The form of an element whose address is computed.
  Place element() const {
    Place form = place;
    form.offset = 0;
    return form;
  }
};

struct ChannelSymbol {
  std::uint32_t number = 0;  ///< index in Program::static_channels
  bool typed = false;
  bool used = false;  ///< an untyped channel gets its fields at its first use
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

/// Compiles expressions and assignments. Errors are collected in `errors`; code compiled after an error is invalid.
class ExpressionCompiler {
 public:
  ExpressionCompiler(const Symbols& symbols, const std::vector<Expression>& expressions, const SourceMap& map,
                     Diagnostics& errors)
      : symbols_(symbols), expressions_(expressions), map_(map), errors_(errors) {}

  /// Emits code that leaves the value of `root`, resolved in process `scope`, on the stack.
  void value(CodeBuilder& code, ExpressionId root, std::uint32_t scope);
  /// Returns the variable if it may be assigned. For an element, `address` leaves its address on the stack.
  const VariableSymbol* target(CodeBuilder& address, ExpressionId id, std::uint32_t scope);
  /// Evaluates an expression without variables; reports an error if it is not constant.
  bool constant(ExpressionId root, std::uint32_t scope, std::int32_t& result);

  void error(const SourceRange& range, std::string message);

 private:
  struct Found {
    const VariableSymbol* variable = nullptr;
    const ProcessSymbol* process = nullptr;  ///< if `variable` is null: whether this process is in `state`
    std::uint32_t state = 0;
  };
  bool find(const Expression& reference, std::uint32_t scope, Found& found);
  void load(CodeBuilder& code, const Expression& name, std::uint32_t scope);
  static void add_index(CodeBuilder& code, const VariableSymbol& array);
  void begin_element(CodeBuilder& code, const Expression& reference, std::uint32_t scope, const VariableSymbol*& array);

  const Symbols& symbols_;
  const std::vector<Expression>& expressions_;
  const SourceMap& map_;
  Diagnostics& errors_;
};

}  // namespace weir::dve
