// SPDX-License-Identifier: Apache-2.0
#include "support/grammar/shrink.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

namespace weir::test {

namespace {

using P = Production;
using NodePath = std::vector<std::size_t>;

struct Simpler {
  P from, to;
  std::size_t first;  ///< drops children before it
  std::size_t keep;   ///< drops children from this number on
};
constexpr std::size_t kAll = 1000;
constexpr Simpler kSimpler[] = {
    {P::ActiveSeveral, P::Active, 0, 0},
    {P::DeterministicProctype, P::Proctype, 0, kAll},
    {P::NamedNever, P::Never, 0, kAll},
    {P::DStep, P::Atomic, 0, kAll},
    {P::Atomic, P::Block, 0, kAll},
    {P::ArrowSequence, P::Sequence, 0, kAll},
    {P::LineSequence, P::Sequence, 0, kAll},
    {P::SortedSend, P::Send, 0, kAll},
    {P::SendInParentheses, P::Send, 0, kAll},
    {P::ReceiveInParentheses, P::Receive, 0, kAll},
    {P::ReceiveAllInParentheses, P::Receive, 0, kAll},
    {P::PeekAny, P::Peek, 0, kAll},
    {P::ReceiveAny, P::Receive, 0, kAll},
    {P::Peek, P::Receive, 0, kAll},
    {P::PollAny, P::Poll, 0, kAll},
    {P::Do, P::If, 0, kAll},
    {P::EndLabel, P::PlainLabel, 0, kAll},
    {P::Hidden, P::Visible, 0, 0},
    {P::LocalKeyword, P::Visible, 0, 0},
    {P::Show, P::Visible, 0, 0},
    {P::ScalarInitialised, P::Scalar, 0, 0},
    {P::BitsInitialised, P::Bits, 0, 1},
    {P::ArrayInitialised, P::Array, 0, 1},
    {P::ArrayOfValues, P::Array, 0, 1},
    {P::Array, P::Scalar, 0, 0},
    {P::BitsArray, P::Bits, 0, 1},
    {P::ChannelArray, P::Channel, 1, kAll},
    {P::IntoVariable, P::Anything, 0, 0},
    {P::MatchConstant, P::Anything, 0, 0},
    {P::MatchValue, P::Anything, 0, 0},
    {P::RunWithPriority, P::Run, 1, kAll},
    {P::Element, P::Variable, 0, 0},
    {P::TypeInt, P::TypeByte, 0, 0},
    {P::TypeShort, P::TypeByte, 0, 0},
    {P::TypePid, P::TypeByte, 0, 0},
    {P::TypeBool, P::TypeBit, 0, 0},
    {P::TypeMtype, P::TypeByte, 0, 0},
    {P::TypeNamedMtype, P::TypeByte, 0, 0},
    {P::TypeStruct, P::TypeByte, 0, 0},
    {P::TypeByte, P::TypeBit, 0, 0},
    {P::FormulaStrongNext, P::FormulaNext, 0, kAll},
    {P::FormulaAtomQuoted, P::FormulaAtomCompared, 0, kAll},
    {P::RemoteLabel, P::RemoteLabelOfOldest, 0, 1},
    {P::RemoteVariable, P::RemoteVariableOfOldest, 0, 1},
};

/// Whether the first child is a channel, not a number.
bool takes_channel(P kind) {
  switch (kind) {
    case P::Len:
    case P::Full:
    case P::Empty:
    case P::NotFull:
    case P::NotEmpty:
    case P::Poll:
    case P::PollAny:
    case P::Sent:
    case P::SentMessage:
    case P::Received:
    case P::ReceivedMessage: return true;
    default: return false;
  }
}

/// The statements directly inside a compound statement, option by option.
void statements_in(const Node& node, std::vector<std::vector<Node>>& out) {
  for (const Node& child : node.children) {
    if (child.sort() == Sort::Sequence) {
      out.push_back(child.children);
    } else if (child.sort() == Sort::Option) {
      std::vector<Node> together;
      for (const Node& part : child.children) {
        if (part.sort() == Sort::Sequence)
          together.insert(together.end(), part.children.begin(), part.children.end());
        else
          together.push_back(part);
      }
      out.push_back(std::move(together));
    } else if (child.sort() == Sort::Statement) {
      out.push_back({child});
    }
  }
}

class Shrinker {
 public:
  Shrinker(Node tree, const std::function<bool(const Node&)>& fails, std::size_t tests)
      : tree_(std::move(tree)), fails_(fails), tests_(tests) {
    tried_.insert(to_text(tree_));
  }

  Node run() {
    for (bool progress = true; progress && tests_ > 0;) {
      progress = false;
      std::vector<NodePath> paths = all_paths();
      for (std::size_t i = 0; i < paths.size() && tests_ > 0; ++i) {
        if (!improve(paths[i])) continue;
        progress = true;
        paths = all_paths();  // paths before i are unchanged
        --i;
      }
    }
    return std::move(tree_);
  }

 private:
  std::vector<NodePath> all_paths() const {
    std::vector<NodePath> result;
    collect(tree_, {}, result);
    return result;
  }
  static void collect(const Node& node, const NodePath& path, std::vector<NodePath>& out) {
    out.push_back(path);
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      NodePath inner = path;
      inner.push_back(i);
      collect(node.children[i], inner, out);
    }
  }
  static Node& at(Node& root, const NodePath& path) {
    Node* node = &root;
    for (const std::size_t step : path) node = &node->children[step];
    return *node;
  }
  const Node& here(const NodePath& path) { return at(tree_, path); }

  bool accept(Node candidate) {
    if (tests_ == 0 || !tried_.insert(to_text(candidate)).second) return false;
    --tests_;
    if (!fails_(candidate)) return false;
    tree_ = std::move(candidate);
    return true;
  }
  bool replace(const NodePath& path, Node by) {
    Node candidate = tree_;
    at(candidate, path) = std::move(by);
    return accept(std::move(candidate));
  }

  /// Tries edits at this node until one succeeds.
  bool improve(const NodePath& path) {
    return without_children(path) || by_contents(path) || by_constant(path) || by_simpler(path) || by_number(path);
  }

  bool without_children(const NodePath& path) {
    const ProductionInfo& row = info(here(path).kind);
    if (row.removable < 0) return false;
    const std::size_t first = static_cast<std::size_t>(row.removable);
    bool improved = false;
    for (std::size_t chunk = here(path).children.size(); chunk > 0; chunk /= 2) {
      for (std::size_t from = first; from < here(path).children.size();) {
        const std::size_t count = here(path).children.size();
        const std::size_t end = std::min(from + chunk, count);
        if (count - (end - from) < row.keep) break;
        Node candidate = tree_;
        std::vector<Node>& children = at(candidate, path).children;
        children.erase(children.begin() + static_cast<std::ptrdiff_t>(from),
                       children.begin() + static_cast<std::ptrdiff_t>(end));
        if (accept(std::move(candidate)))
          improved = true;
        else
          from = end;
      }
    }
    return improved;
  }

  bool by_contents(const NodePath& path) {
    if (path.empty()) return false;
    const Node node = here(path);
    const Sort sort = node.sort();
    if (sort == Sort::Expression || sort == Sort::Formula) {
      // A member of another process or structure, or a node without a value, is not valid by itself.
      const bool remote = node.is(P::RemoteVariable) || node.is(P::RemoteVariableOfOldest);
      for (std::size_t i = 0; i < node.children.size(); ++i) {
        const bool member = (remote && i == 0) || (node.is(P::Field) && i == 1);
        const bool channel = i == 0 && takes_channel(node.kind);
        if (!member && !channel && node.children[i].sort() == sort && replace(path, node.children[i])) return true;
      }
      return false;
    }
    if (sort != Sort::Statement) return false;
    std::vector<std::vector<Node>> contents;
    statements_in(node, contents);
    NodePath above(path.begin(), path.end() - 1);
    const bool spliced = here(above).sort() == Sort::Sequence;
    for (std::vector<Node>& statements : contents) {
      if (spliced) {
        Node candidate = tree_;
        std::vector<Node>& siblings = at(candidate, above).children;
        siblings.erase(siblings.begin() + static_cast<std::ptrdiff_t>(path.back()));
        siblings.insert(siblings.begin() + static_cast<std::ptrdiff_t>(path.back()), statements.begin(),
                        statements.end());
        if (accept(std::move(candidate))) return true;
      } else if (statements.size() == 1 && replace(path, statements.front())) {
        return true;
      }
    }
    return false;
  }

  bool by_constant(const NodePath& path) {
    const Node& node = here(path);
    switch (node.sort()) {
      case Sort::Statement: return !node.is(P::Skip) && replace(path, leaf(P::Skip));
      case Sort::Expression:
        if (node.is(P::Number)) return false;
        return replace(path, number(0)) || replace(path, number(1));
      case Sort::Formula: {
        if (node.is(P::FormulaTrue) || node.is(P::FormulaFalse)) return false;
        if (name_of(node.kind).substr(0, 3) == "Ltl") {
          const bool constant = node.is(P::LtlAtom) && node.children[0].children.empty() &&
                                (node.children[0].is(P::True) || node.children[0].is(P::False));
          return !constant && (replace(path, make(P::LtlAtom, {leaf(P::True)})) ||
                               replace(path, make(P::LtlAtom, {leaf(P::False)})));
        }
        return replace(path, leaf(P::FormulaTrue)) || replace(path, leaf(P::FormulaFalse));
      }
      default: return false;
    }
  }

  bool by_simpler(const NodePath& path) {
    for (const Simpler& row : kSimpler) {
      const Node& node = here(path);
      if (node.kind != row.from) continue;
      Node simpler = node;
      simpler.kind = row.to;
      const std::size_t first = std::min(row.first, simpler.children.size());
      simpler.children.erase(simpler.children.begin(), simpler.children.begin() + static_cast<std::ptrdiff_t>(first));
      if (simpler.children.size() > row.keep) simpler.children.resize(row.keep);
      if (replace(path, std::move(simpler))) return true;
    }
    return false;
  }

  bool by_number(const NodePath& path) {
    if (!here(path).is(P::Number) && !here(path).is(P::NegativeNumber)) return false;
    const long long value = std::stoll(here(path).text);
    for (const long long smaller : {0LL, 1LL, value / 2, value - 1})
      if (smaller >= 0 && smaller < value && replace(path, number(smaller))) return true;
    return false;
  }

  Node tree_;
  const std::function<bool(const Node&)>& fails_;
  std::size_t tests_;
  std::unordered_set<std::string> tried_;
};

}  // namespace

Node shrink(Node tree, const std::function<bool(const Node&)>& fails, std::size_t tests) {
  return Shrinker(std::move(tree), fails, tests).run();
}

}  // namespace weir::test
