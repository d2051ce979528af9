// SPDX-License-Identifier: Apache-2.0
// Random expressions over the declarations of a program.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "support/grammar/draw.h"
#include "support/grammar/tree.h"
#include "support/promela/environment.h"
#include "support/promela/profile.h"

namespace weir::test {

/// The position of an expression, which decides what it may mention.
enum class Where : std::uint8_t {
  Start,     ///< initial values: constants and globals declared before
  Provided,  ///< globals, _pid
  Process,   ///< globals and locals
  Formula,   ///< globals, remote references
  Claim,     ///< likewise, and predicates for claims
};

class Expressions {
 public:
  /// A variable, an element or a field, with its indices.
  struct Place {
    Node node;
    DataType type;
    bool writable = true;
    int capacity = -1;  ///< of a channel: -1 unknown
    int size = 0;       ///< of a whole array
  };

  Expressions(Draw& draw, const Profile& profile, const Environment& environment)
      : draw_(draw), profile_(profile), environment_(environment) {}

  Where where = Where::Process;

  /// A number without side effect.
  Node value(int depth);
  /// A guard. With `probes`, full, empty and similar operators may occur at the top, under && and ||.
  Node condition(int depth, bool probes = false);
  Node constant();
  Node small_constant() { return number(draw_.between(0, 2)); }
  /// An index for an array of this size.
  Node index(int size);
  Node mtype_constant(const std::string& name);

  std::optional<Place> pick(const std::function<bool(const Place&)>& fits);
  std::optional<Place> number_target();
  std::optional<Place> channel() {
    return pick([](const Place& place) { return is_channel(place); });
  }
  /// A value for a variable of this type that keeps the state space small.
  Node value_for(const DataType& type, int depth);
  /// The arguments of a send, and of a receive or poll.
  std::vector<Node> message(const DataType& channel);
  std::vector<Node> patterns(const DataType& channel, bool stores);
  /// Arguments of a process or an inline.
  std::vector<Node> arguments(const std::vector<DeclaredVariable>& parameters);
  Node process_number();
  Node remote(bool label);
  Node type_node(const DataType& type) const;

  static bool is_channel(const Place& place) {
    return place.type.basic == Basic::Channel && place.type.message >= 0 && place.size == 0;
  }

 private:
  struct Path {
    std::vector<const DeclaredVariable*> steps;
  };
  void extend(Path path, std::vector<Path>& out) const;
  std::vector<Path> paths() const;
  bool is_local(const DeclaredVariable& variable) const;
  Place place_of(const Path& path);
  Node leaf_value();
  Node special_value();
  Node arithmetic(int depth);
  Node comparison(int depth);
  Node poll();
  bool may_be_longer(const DataType& channel) const;
  Node pattern(const DataType& field, bool stores, std::vector<std::string>& taken);

  Draw& draw_;
  const Profile& profile_;
  const Environment& environment_;
};

}  // namespace weir::test
