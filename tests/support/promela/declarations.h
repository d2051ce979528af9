// SPDX-License-Identifier: Apache-2.0
// Random declarations: types, messages, global and local variables, channels.
#pragma once

#include <string>
#include <vector>

#include "support/promela/expressions.h"

namespace weir::test {

class Declarations {
 public:
  Declarations(Draw& draw, const Profile& profile, Environment& environment, Expressions& expressions)
      : draw_(draw), profile_(profile), environment_(environment), expressions_(expressions) {}

  /// Units that declare the program's types, globals and channels.
  std::vector<Node> globals();
  DataType number_type();
  /// `variable` as one declaration.
  Node declare(const DeclaredVariable& variable, bool initialised);
  /// A local variable of the current process, not entered into the environment. `start`: at the start of its body.
  DeclaredVariable local(const std::string& name, bool start);
  /// A channel initialised in its declaration.
  DeclaredVariable channel(const std::string& name, std::size_t message);

 private:
  void add_types(std::vector<Node>& units);
  void add_structures(std::vector<Node>& units);
  void add_messages();
  void add_variables(std::vector<Node>& units);
  void add_channels(std::vector<Node>& units);
  std::vector<DataType> random_message();
  Node declarator(const DeclaredVariable& variable, bool initialised);
  Node initial_value(const DataType& type);
  Node size(int value);
  Node visibility(const DeclaredVariable& variable);

  Draw& draw_;
  const Profile& profile_;
  Environment& environment_;
  Expressions& expressions_;
};

}  // namespace weir::test
