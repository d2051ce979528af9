// SPDX-License-Identifier: Apache-2.0
#include "support/grammar/tree.h"

namespace weir::test {

namespace {

class Printer {
 public:
  Printer(Coverage* coverage, bool full) : coverage_(coverage), full_(full) {}

  void print(const Node& node) {
    const ProductionInfo& row = info(node.kind);
    count(node);
    for (std::size_t i = 0; i < row.pattern.size(); ++i) {
      const char c = row.pattern[i];
      if (c != '%') {
        put(c);
        continue;
      }
      const char what = row.pattern[++i];
      switch (what) {
        case '%': put('%'); break;
        case 't':
          for (const char letter : node.text) put(letter);
          break;
        case '+': indent_ += 2; break;
        case '-': indent_ -= 2; break;
        case ',': list(node, row.pattern[++i], ", "); break;
        case '.': list(node, row.pattern[++i], ",\n"); break;
        case ';': list(node, row.pattern[++i], ";\n"); break;
        case '>': list(node, row.pattern[++i], " ->\n"); break;
        case '/': list(node, row.pattern[++i], "\n"); break;
        case '|': list(node, row.pattern[++i], "; "); break;
        case '_': list(node, row.pattern[++i], ""); break;
        case ':': options(node, row.pattern[++i]); break;
        default: child(node, static_cast<std::size_t>(what - '0')); break;
      }
    }
  }
  std::string take() { return std::move(out_); }

 private:
  void put(char c) {
    out_ += c;
    if (c == '\n') out_.append(indent_, ' ');
  }
  void put(const char* text) {
    for (; *text != '\0'; ++text) put(*text);
  }

  void count(const Node& node) {
    if (coverage_ == nullptr) return;
    ++coverage_->productions[static_cast<std::size_t>(node.kind)];
    const bool label = node.is(Production::PlainLabel) || node.is(Production::EndLabel) ||
                       node.is(Production::ProgressLabel) || node.is(Production::AcceptLabel);
    if (label) ++coverage_->labelled[static_cast<std::size_t>(node.children.front().kind)];
  }

  void child(const Node& node, std::size_t i) {
    if (i >= node.children.size()) return;
    const ProductionInfo& row = info(node.kind);
    const Node& inner = node.children[i];
    const int least = i == 0 ? row.first_child : row.other_child;
    const bool operand = inner.sort() == Sort::Expression || inner.sort() == Sort::Formula;
    const bool always = full_ && least > 0 && info(inner.kind).precedence < 13;
    const bool parentheses = operand && (info(inner.kind).precedence < least || always);
    if (parentheses) put('(');
    print(inner);
    if (parentheses) put(')');
  }

  void list(const Node& node, char first, const char* separator) {
    const std::size_t from = static_cast<std::size_t>(first - '0');
    for (std::size_t i = from; i < node.children.size(); ++i) {
      if (i > from) put(separator);
      child(node, i);
    }
  }

  void options(const Node& node, char first) {
    for (std::size_t i = static_cast<std::size_t>(first - '0'); i < node.children.size(); ++i) {
      put("\n:: ");
      child(node, i);
    }
  }

  Coverage* coverage_;
  bool full_;
  std::string out_;
  std::size_t indent_ = 0;
};

}  // namespace

void Coverage::add(const Coverage& other) {
  for (std::size_t i = 0; i < productions.size(); ++i) {
    productions[i] += other.productions[i];
    labelled[i] += other.labelled[i];
  }
}

std::string to_text(const Node& tree, Coverage* coverage, bool full) {
  Printer printer(coverage, full);
  printer.print(tree);
  return printer.take();
}

std::size_t size_of(const Node& tree) {
  std::size_t size = 0;
  walk(tree, [&](const Node&) { ++size; });
  return size;
}

void walk(Node& tree, const std::function<void(Node&)>& visit) {
  visit(tree);
  for (Node& child : tree.children) walk(child, visit);
}

void walk(const Node& tree, const std::function<void(const Node&)>& visit) {
  visit(tree);
  for (const Node& child : tree.children) walk(child, visit);
}

}  // namespace weir::test
