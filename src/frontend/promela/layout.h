// SPDX-License-Identifier: Apache-2.0
// Assigns places in the packed state to Promela variables, and enters their types, names and channels in the program.
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

/// Spin initialises variables by type, then in text order.
std::vector<Symbol*> in_order_of_initialisation(std::vector<Symbol*> symbols);
/// The number of elements.
inline std::uint32_t count_of(const Symbol& variable) {
  return variable.is_array ? static_cast<std::uint32_t>(variable.array_size) : 1;
}

class Layout {
 public:
  struct Field {
    Place place;  ///< relative to the structure
    std::uint32_t stride = 0;
  };
  struct Struct {
    std::unordered_map<const Symbol*, Field> fields;
    std::uint32_t bytes = 0;
  };
  struct Variable {
    Place place;
    std::uint32_t stride = 0;
    std::uint32_t fixed_channel = kNone;  ///< first number of a channel, or array of channels, that is never assigned
  };

  Layout(const Model& model, Program& program) : model_(model), program_(program) {}

  // In this order.
  void add_names();
  void add_globals(const ModelFacts& facts);
  void add_frame(const Process& process, std::uint32_t type);
  /// Set if variables exceed the maximum size of a state; the layout is then invalid.
  bool too_large = false;
  const Symbol* too_many_channels = nullptr;  ///< likewise: the global that exceeds the number of channels

  std::uint32_t add_channel_type(const ChannelInit& channel, const std::string& name);
  const Variable& of(const Symbol& variable) const { return variables_.at(&variable); }
  const Struct& of(const StructType& type);
  /// The place of a field of the structure at `outer`.
  Field field_at(const StructType& type, const Symbol& field, const Place& outer);
  /// The name table of an mtype; 0 if none.
  std::uint32_t names_of(const Type& type) const;
  std::uint32_t names_of(const Expression& expression) const;

 private:
  ValueKind kind_of(const Type& type) const;
  Variable place_variable(const Symbol& variable, LayoutBuilder& builder);
  void describe(const std::string& name, const Symbol& variable, const Place& place, std::uint32_t stride,
                std::vector<VariableInfo>& out);
  bool makes_channels(const Symbol& variable);
  void collect_global_channels(const Symbol& variable, const std::string& name);
  void number_global_channels(const ModelFacts& facts);

  const Model& model_;
  Program& program_;
  std::unordered_map<const Symbol*, Variable> variables_;
  std::unordered_map<const StructType*, Struct> structs_;
  std::unordered_map<const ChannelInit*, std::uint32_t> channel_types_;
  std::unordered_map<std::string, std::uint32_t> name_tables_;
  std::unordered_map<const StructType*, bool> makes_channels_;
};

}  // namespace weir::promela
