// SPDX-License-Identifier: Apache-2.0
// Assigns places in the packed state to Promela variables, and compiles Promela expressions. Lives as long as the
// program, so that atoms of formulas can be compiled later.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/promela/ast.h"
#include "model/program.h"

namespace weir::promela {

/// The results of one pass over the model.
struct ModelFacts {
  std::unordered_set<const Symbol*> assigned_channels;  ///< channel variables that may change their initial value
  std::unordered_set<const Symbol*> referenced_labels;
  bool uses_last = false;
  bool uses_priorities = false;
};
ModelFacts gather_facts(const Model& model);

class Compiler {
 public:
  Compiler(Model& model, Program& program) : model_(model), program_(program) {}

  // Layout, in this order.
  void add_names();
  void add_globals(const ModelFacts& facts);
  void add_frame(Process& process, std::uint32_t type);
  void initialise_globals();
  /// Also sets the condition of its processes (provided).
  void initialise_frame(const Process& process, std::uint32_t type);
  void set_process_type(const Process* process, std::uint32_t type) { types_[process] = type; }
  void set_labels(std::unordered_map<const Symbol*, std::int32_t> labels);

  std::uint32_t add_channel_type(const ChannelInit& channel, const std::string& name);
  std::uint32_t process_type(const Process* process) const { return types_.at(process); }
  /// The name table of an mtype; 0 if none.
  std::uint32_t names_of(const Type& type) const;

  void value(const Expression& expression, CodeBuilder& code);
  CodeRef value(const Expression& expression);
  /// Stores the top of the stack.
  void assign(const Expression& target, CodeBuilder& code);
  /// Code that sets a variable to its initial value (`zero`: also if that is 0).
  void initialise(const Symbol& variable, CodeBuilder& code, bool zero);
  std::uint32_t channel_operation(ChannelOperation::Kind kind, const Expression& channel,
                                  const std::vector<Expression*>& arguments);
  std::uint32_t static_channel(const Expression& channel);
  std::vector<Expression*> flat(const std::vector<Expression*>& arguments);
  ValueKind kind_of(const Type& type) const;
  std::uint32_t names_of(const Expression& expression) const;

  /// Set if variables exceed the maximum size of a state; the compiled code is then invalid.
  bool too_large = false;
  const Symbol* too_many_channels = nullptr;  ///< likewise: the global that exceeds the number of channels

 private:
  struct FieldLayout {
    Place place;  ///< relative to the structure
    std::uint32_t stride = 0;
  };
  struct StructLayout {
    std::unordered_map<const Symbol*, FieldLayout> fields;
    std::uint32_t bytes = 0;
  };
  struct Variable {
    Place place;
    std::uint32_t stride = 0;
    std::uint32_t fixed_channel = kNone;  ///< first number of a channel, or array of channels, that is never assigned
  };
  /// A variable expression: a fixed place, or code for an address with the form of the element.
  struct Path {
    Place place;
    bool computed = false;
    bool is_fixed_channel = false;
    std::uint32_t first_channel = 0;
    const Expression* channel_index = nullptr;
    std::int32_t channel_count = 1;
    Type type;
    std::vector<std::pair<const Expression*, std::pair<std::int32_t, std::int32_t>>> indices;  ///< (count, stride)
  };

  const StructLayout& layout(const StructType& type);
  Variable place_variable(const Symbol& variable, LayoutBuilder& builder);
  void describe(const std::string& name, const Symbol& variable, const Place& place, std::uint32_t stride,
                std::vector<VariableInfo>& out);
  void initialise_at(const Symbol& variable, const Place& place, std::uint32_t stride, CodeBuilder& code, bool zero);
  Path path_of(const std::vector<Selector>& path);
  void address(const Path& path, CodeBuilder& code);
  void variable_value(const Expression& expression, CodeBuilder& code);
  void remote_value(const Expression& expression, CodeBuilder& code);
  void remote_process(const Expression& expression, CodeBuilder& code);
  void binary(const Expression& expression, CodeBuilder& code);
  bool makes_channels(const Symbol& variable);
  void collect_global_channels(const Symbol& variable, const std::string& name);

  Model& model_;
  Program& program_;
  std::unordered_map<const Symbol*, Variable> variables_;
  std::unordered_map<const StructType*, StructLayout> structs_;
  std::unordered_map<const ChannelInit*, std::uint32_t> channel_types_;
  std::unordered_map<const Process*, std::uint32_t> types_;
  std::unordered_map<std::string, std::uint32_t> name_tables_;
  std::unordered_map<const Symbol*, std::int32_t> labels_;
  std::uint32_t global_struct_channels_ = kNone;  ///< while globals are initialised: the next static channel
  std::unordered_map<const StructType*, bool> makes_channels_;
};

}  // namespace weir::promela
