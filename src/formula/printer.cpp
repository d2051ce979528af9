// SPDX-License-Identifier: Apache-2.0
// Printing uses a stack of pieces to be written: text, or a formula that expands into pieces.
#include "formula/printer.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/assert.h"
#include "formula/lexical.h"
#include "formula/parser.h"

namespace weir {
namespace {

using lexical::quoted;

// The spelling of each operator, indexed by Op; unary operators include their trailing space.
using Spelling = std::array<const char*, 17>;
constexpr Spelling kWeir = {"false", "true",  "",   "!",  "&", "|", "xor", "->", "<->",
                            "X ",    "X[!] ", "F ", "G ", "U", "R", "W",   "M"};
constexpr Spelling kSpin = {"false", "true", "",    "!",   "&&", "||", "",  "->", "<->",
                            "X ",    "X ",   "<> ", "[] ", "U",  "V",  "W", ""};
constexpr Spelling kSpot = {"0",  "1",     "",   "!",  "&", "|", "xor", "->", "<->",
                            "X ", "X[!] ", "F ", "G ", "U", "R", "W",   "M"};
constexpr Spelling kLatex = {"\\bot",
                             "\\top",
                             "",
                             "\\lnot ",
                             "\\land",
                             "\\lor",
                             "\\oplus",
                             "\\rightarrow",
                             "\\leftrightarrow",
                             "\\mathsf{X}\\,",
                             "\\mathsf{X}_{!}\\,",
                             "\\mathsf{F}\\,",
                             "\\mathsf{G}\\,",
                             "\\mathbin{\\mathsf{U}}",
                             "\\mathbin{\\mathsf{R}}",
                             "\\mathbin{\\mathsf{W}}",
                             "\\mathbin{\\mathsf{M}}"};

const Spelling& spelling(Syntax syntax) {
  switch (syntax) {
    case Syntax::Weir:
    case Syntax::Model: return kWeir;
    case Syntax::Spin: return kSpin;
    case Syntax::Spot: return kSpot;
    case Syntax::Latex: return kLatex;
  }
  WEIR_ASSERT(false, "a syntax");
}

std::string latex_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '_':
      case '&':
      case '%':
      case '$':
      case '#':
      case '{':
      case '}':
        result += '\\';
        result += c;
        break;
      case '\\': result += "\\textbackslash{}"; break;
      case '^': result += "\\textasciicircum{}"; break;
      case '~': result += "\\textasciitilde{}"; break;
      case '<': result += "\\textless{}"; break;
      case '>': result += "\\textgreater{}"; break;
      case '|': result += "\\textbar{}"; break;
      case '"': result += "\\textquotedbl{}"; break;
      default: result += c;
    }
  }
  return result;
}

// Spot reads a leading F, G or X as an operator (with exceptions), and its names are ASCII.
bool spot_name(std::string_view name) {
  if (!lexical::is_plain_name(name)) return false;
  if (std::any_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) return false;
  return name[0] != 'F' && name[0] != 'G' && name[0] != 'X';
}

/// The expression as written without quotes, if it is then parsed as the same atom.
std::string model_expression(std::string_view name) {
  // Names, array elements, locations (P[0]@crit) and calls need no parentheses; other expressions do.
  const bool simple = name.find_first_of(" \t<>=!&|+-*/%^?~") == std::string_view::npos;
  const std::string bare = simple ? std::string(name) : "(" + std::string(name) + ")";
  const Expected<Formula> read = parse_formula(bare, {.model_atoms = true});
  return read && read->is(Op::Atom) && read->name() == name ? bare : quoted(name);
}

std::string atom_in(std::string_view name, Syntax syntax) {
  const bool plain = lexical::is_plain_name(name);
  switch (syntax) {
    case Syntax::Weir: return plain ? std::string(name) : quoted(name);
    case Syntax::Model: return model_expression(name);
    case Syntax::Spin: return plain ? std::string(name) : "(" + std::string(name) + ")";
    case Syntax::Spot: return spot_name(name) ? std::string(name) : quoted(name);
    case Syntax::Latex: return (plain ? "\\mathit{" : "\\text{") + latex_text(name) + "}";
  }
  WEIR_ASSERT(false, "a syntax");
}

struct Piece {
  const char* text = nullptr;  // if null, a formula
  Formula formula = Formula::constant(false);
};

bool is_leaf(Formula f) { return f.operands().empty(); }
bool is_unary(Formula f) { return f.operands().size() == 1; }

// Appends the pieces of `f` in output order.
void expand(Formula f, Syntax syntax, std::vector<Piece>& out) {
  const Spelling& names = spelling(syntax);
  const auto text = [&](const char* t) { out.push_back({t}); };
  const auto operand = [&](Formula g) {
    const bool bare = is_leaf(g) || is_unary(g);
    if (!bare) text("(");
    out.push_back({nullptr, g});
    if (!bare) text(")");
  };
  const char* own = names[static_cast<std::size_t>(f.op())];
  if (is_leaf(f)) {
    text(own);
  } else if (is_unary(f)) {
    text(own);
    operand(f[0]);
  } else if (syntax == Syntax::Spin && f.is(Op::Xor)) {
    text("!(");
    operand(f[0]);
    text(" <-> ");
    operand(f[1]);
    text(")");
  } else if (syntax == Syntax::Spin && f.is(Op::StrongRelease)) {  // a M b = !(!a W !b): copies no operand
    text("!(!");
    operand(f[0]);
    text(" W !");
    operand(f[1]);
    text(")");
  } else {
    for (std::size_t i = 0; i < f.operands().size(); ++i) {
      if (i > 0) {
        text(" ");
        text(own);
        text(" ");
      }
      operand(f[i]);
    }
  }
}

}  // namespace

std::string to_string(Formula f, Syntax syntax) {
  std::string result;
  std::vector<Piece> todo{{nullptr, f}};
  std::vector<Piece> pieces;
  while (!todo.empty()) {
    const Piece piece = todo.back();
    todo.pop_back();
    if (piece.text != nullptr) {
      result += piece.text;
    } else if (piece.formula.is(Op::Atom)) {
      result += atom_in(piece.formula.name(), syntax);
    } else {
      pieces.clear();
      expand(piece.formula, syntax, pieces);
      todo.insert(todo.end(), pieces.rbegin(), pieces.rend());
    }
  }
  return result;
}

std::string atom_text(std::string_view name, Syntax syntax) { return atom_in(name, syntax); }

}  // namespace weir
