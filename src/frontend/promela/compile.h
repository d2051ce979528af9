// SPDX-License-Identifier: Apache-2.0
// Compiles Promela expressions. Lives as long as the program, so that atoms of formulas can be compiled later.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "frontend/promela/ast.h"
#include "frontend/promela/layout.h"
#include "model/program.h"

namespace weir::promela {

class Compiler {
 public:
  Compiler(Model& model, Program& program) : layout(model, program), model_(model), program_(program) {}

  Layout layout;  ///< complete before code is compiled
  void initialise_globals();
  /// Also sets the condition of its processes (provided).
  void initialise_frame(const Process& process, std::uint32_t type);
  void set_process_type(const Process* process, std::uint32_t type) { types_[process] = type; }
  void add_labels(const std::unordered_map<const Symbol*, std::int32_t>& labels) {
    labels_.insert(labels.begin(), labels.end());
  }

  std::uint32_t process_type(const Process* process) const { return types_.at(process); }

  void value(const Expression& expression, CodeBuilder& code);
  CodeRef value(const Expression& expression);
  /// Stores the top of the stack.
  void assign(const Expression& target, CodeBuilder& code);
  /// Code that sets a variable to its initial value (`zero`: also if that is 0).
  void initialise(const Symbol& variable, CodeBuilder& code, bool zero);
  std::uint32_t channel_operation(ChannelOperation::Kind kind, const Expression& channel,
                                  const std::vector<Expression*>& arguments);

 private:
  /// A variable expression: a fixed place, or the place of the first element and indices to compute.
  struct Path {
    Place place;
    bool is_fixed_channel = false;
    std::uint32_t first_channel = 0;
    const Expression* channel_index = nullptr;
    std::int32_t channel_count = 1;
    struct Index {
      const Expression* value;
      std::int32_t count, stride;
    };
    std::vector<Index> indices;
  };

  void initialise_at(const Symbol& variable, const Place& place, std::uint32_t stride, CodeBuilder& code, bool zero);
  Path path_of(const std::vector<Selector>& path);
  void add_indices(const Path& path, CodeBuilder& code);
  std::uint32_t static_channel(const Expression& channel);
  void variable_value(const Expression& expression, CodeBuilder& code);
  void remote_value(const Expression& expression, CodeBuilder& code);
  void remote_process(const Expression& expression, CodeBuilder& code);
  void binary(const Expression& expression, CodeBuilder& code);

  Model& model_;
  Program& program_;
  std::unordered_map<const Process*, std::uint32_t> types_;
  std::unordered_map<const Symbol*, std::int32_t> labels_;
  std::uint32_t global_struct_channels_ = kNone;  ///< while globals are initialised: the next static channel
};

}  // namespace weir::promela
