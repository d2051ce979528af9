// SPDX-License-Identifier: Apache-2.0
// Random statements. Jumps and remote references have no name yet; references.h fills them in when all labels are
// known.
#pragma once

#include <string>
#include <vector>

#include "support/promela/declarations.h"
#include "support/promela/expressions.h"

namespace weir::test {

class Statements {
 public:
  /// The context of a statement.
  struct Setting {
    int depth = 3;  ///< how deep nested constructs may be
    bool loop = false;
    bool atomic = false;
    bool d_step = false;
    bool inlined = false;  ///< in the body of an inline: no labels, no jumps
  };

  Statements(Draw& draw, const Profile& profile, Environment& environment, Expressions& expressions,
             Declarations& declarations)
      : draw_(draw),
        profile_(profile),
        environment_(environment),
        expressions_(expressions),
        declarations_(declarations) {}

  /// The body of the current process with its declarations; about `budget` statements.
  Node body(int budget);
  /// The body of an inline, whose parameters are the locals.
  Node inline_body(bool returns);
  Node guard();

 private:
  Node sequence(const Setting& setting, int& budget, int least, bool guarded = false);
  Node statement(const Setting& setting, int& budget);
  Node simple(const Setting& setting);
  Node compound(const Setting& setting, int& budget);
  Node labelled(Node statement);
  bool has_identity() const;  ///< the current process uses its number as an identity
  Node identity_statement();
  Node identity_loop(const Setting& setting, int& budget);
  Node assignment();
  Node channel_assignment();
  Node send();
  Node receive();
  Node print();
  Node run();
  Node priority();
  Node late_declaration();
  Node select();
  Node inline_call();
  Node choice(Production kind, const Setting& setting, int& budget);
  Node loop_over(const Setting& setting, int& budget);
  Node unless(const Setting& setting, int& budget);
  Node block(Production kind, const Setting& setting, int& budget, bool guarded = false);
  Node body_of(const Setting& setting, int& budget, bool guarded = false);

  Draw& draw_;
  const Profile& profile_;
  Environment& environment_;
  Expressions& expressions_;
  Declarations& declarations_;
  int labels_ = 0;
  int late_ = 0;
};

}  // namespace weir::test
