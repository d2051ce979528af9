// SPDX-License-Identifier: Apache-2.0
// Printing uses a stack of pieces to be written: text, or a formula that expands into pieces.
#include "formula/printer.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <vector>

#include "base/assert.h"
#include "formula/lexical.h"
#include "formula/parser.h"
#include "formula/regex.h"

namespace weir {
namespace {

using lexical::quoted;

// The spelling of each operator, indexed by Op; unary operators include their trailing space. Operators with a regular
// expression or time bounds are spelt by expand().
using Spelling = std::array<const char*, kOpCount>;
constexpr Spelling kWeir = {"false", "true", "",   "!", "&",    "|",    "xor", "->", "<->", "X ",
                            "X[!] ", "F ",   "G ", "U", "R",    "W",    "M",   "Y ", "Z ",  "O ",
                            "H ",    "S",    "T",  "",  "<>->", "[]->", "U",   "S"};
constexpr Spelling kSpin = {"false", "true", "", "!",  "&&", "||", "",   "->", "<->", "X ", "X ",   "<> ",  "[] ", "U",
                            "V",     "W",    "", "Y ", "Z ", "O ", "H ", "S",  "T",   "",   "<>->", "[]->", "U",   "S"};
constexpr Spelling kSpot = {"0", "1", "",  "!",  "&",  "|",  "xor", "->", "<->", "X ", "X[!] ", "F ",   "G ", "U",
                            "R", "W", "M", "Y ", "Z ", "O ", "H ",  "S",  "T",   "",   "<>->",  "[]->", "U",  "S"};
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
                             "\\mathbin{\\mathsf{M}}",
                             "\\mathsf{Y}\\,",
                             "\\mathsf{Z}\\,",
                             "\\mathsf{O}\\,",
                             "\\mathsf{H}\\,",
                             "\\mathbin{\\mathsf{S}}",
                             "\\mathbin{\\mathsf{T}}",
                             "",
                             "\\mathrel{\\Diamond\\!\\!\\rightarrow}",
                             "\\mathrel{\\Box\\!\\!\\rightarrow}",
                             "\\mathbin{\\mathsf{U}}",
                             "\\mathbin{\\mathsf{S}}"};

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
  if (name == "xor") return quoted(name);  // an operator between braces
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

/// Something to be written: text, a formula or a regular expression.
struct Piece {
  std::string text = {};
  std::optional<Formula> formula = std::nullopt;
  std::optional<Regex> regex = std::nullopt;
};

bool is_leaf(Formula f) { return f.operands().empty(); }
/// Needs no parentheses as an operand: a leaf, an operator before its operand, {r}.
bool is_bare(Formula f) {
  if (f.is(Op::Closure)) return true;
  if (f.is(Op::SuffixConjunction) && f[0].is(Op::True)) return true;  // {r}!
  return is_leaf(f) || (f.operands().size() == 1 && !has_regex(f.op()));
}

class PieceWriter {
 public:
  PieceWriter(Syntax syntax, std::vector<Piece>& out) : syntax_(syntax), out_(out) {}

  /// Appends the pieces of `f` in output order.
  void expand(Formula f) {
    const Spelling& names = spelling(syntax_);
    const char* own = names[static_cast<std::size_t>(f.op())];
    if (has_regex(f.op())) {
      text(syntax_ == Syntax::Latex ? "\\{" : "{");
      out_.push_back({.regex = f.regex()});
      text(syntax_ == Syntax::Latex ? "\\}" : "}");
      if (f.is(Op::Closure)) return;
      if (f.is(Op::SuffixConjunction) && f[0].is(Op::True)) return text("!");
      text(" ");
      text(own);
      text(" ");
      operand(f[0]);
    } else if (f.is(Op::TimedUntil) || f.is(Op::TimedSince)) {
      expand_timed(f, own);
    } else if (is_leaf(f)) {
      text(own);
    } else if (f.operands().size() == 1) {
      text(own);
      if (is_past(f.op()) && f[0].is(Op::Atom)) return text(after_past_operator(f, own));
      operand(f[0]);
    } else if (syntax_ == Syntax::Spin && f.is(Op::Xor)) {
      text("!(");
      operand(f[0]);
      text(" <-> ");
      operand(f[1]);
      text(")");
    } else if (syntax_ == Syntax::Spin && f.is(Op::StrongRelease)) {  // a M b = !(!a W !b): copies no operand
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

  /// Appends the pieces of `r` in output order. Every operand of several parts is put in braces.
  void expand(Regex r) {
    using Kind = Regex::Kind;
    const auto list = [&](const char* sign) {
      for (std::size_t i = 0; i < r.operands().size(); ++i) {
        if (i > 0) text(sign);
        part(r[i], r[i].is(Kind::Repetition) || r[i].is(Kind::FusionRepetition));
      }
    };
    switch (r.kind()) {
      case Kind::Nothing: return text("0");
      case Kind::EmptyWord: return text("[*0]");
      case Kind::OneLetter: return letter(r.letter());
      case Kind::Concatenation: return list("; ");
      case Kind::Fusion: return list(" : ");
      case Kind::Union: return list(" | ");
      case Kind::Intersection: return list(" && ");
      case Kind::LooseIntersection: return list(" & ");
      case Kind::FirstMatch:
        text("first_match(");
        out_.push_back({.regex = r[0]});
        return text(")");
      case Kind::Repetition:
      case Kind::FusionRepetition: {
        const bool any = r.is(Kind::Repetition) && r[0].is(Kind::OneLetter) && r[0].letter().is(Op::True);
        if (!any) part(r[0]);
        std::string bounds = r.is(Kind::Repetition) ? "[*" : "[:*";
        if (r.most() == Regex::kUnbounded) {
          if (r.least() == 1) bounds = r.is(Kind::Repetition) ? "[+" : "[:+";
          if (r.least() > 1) bounds += std::to_string(r.least()) + "..";
        } else {
          bounds += std::to_string(r.least());
          if (r.most() != r.least()) bounds += ".." + std::to_string(r.most());
        }
        return text(bounds + "]");
      }
    }
  }

 private:
  void text(std::string t) { out_.push_back({.text = std::move(t)}); }

  void operand(Formula g) {
    const bool bare = is_bare(g);
    if (!bare) text("(");
    out_.push_back({.formula = g});
    if (!bare) text(")");
  }

  /// The atom below a past operator. `Y S a` is about an atom Y: a name that looks like an infix operator is quoted.
  std::string after_past_operator(Formula f, const std::string& own) const {
    const std::string atom = atom_in(f[0].name(), syntax_);
    if (syntax_ == Syntax::Latex) return atom;
    const Expected<Formula> read = parse_formula(own + atom, {.model_atoms = syntax_ == Syntax::Model});
    return read && *read == f ? atom : quoted(f[0].name());
  }

  void part(Regex r, bool bare = false) {
    bare = bare || r.operands().empty() || r.is(Regex::Kind::FirstMatch);
    if (!bare) text("{");
    out_.push_back({.regex = r});
    if (!bare) text("}");
  }

  void letter(Formula f) {
    if (f.is(Op::True)) return text("1");
    operand(f);
  }

  void expand_timed(Formula f, const char* own) {
    const std::string bounds = to_string(f.bounds());
    if (f[0].is(Op::True)) {
      text((f.is(Op::TimedUntil) ? "F" : "O") + bounds + " ");
      return operand(f[1]);
    }
    operand(f[0]);
    text(" " + std::string(own) + bounds + " ");
    operand(f[1]);
  }

  Syntax syntax_;
  std::vector<Piece>& out_;
};

}  // namespace

std::string to_string(TimeBounds bounds) {
  static constexpr struct {
    std::uint64_t nanoseconds;
    const char* name;
  } kUnits[] = {{86'400'000'000'000, "d"},
                {3'600'000'000'000, "h"},
                {60'000'000'000, "min"},
                {1'000'000'000, "s"},
                {1'000'000, "ms"},
                {1'000, "us"},
                {1, "ns"}};
  const auto duration = [&](std::uint64_t value) -> std::string {
    if (value == 0) return "0";
    for (const auto& unit : kUnits)
      if (value % unit.nanoseconds == 0) return std::to_string(value / unit.nanoseconds) + unit.name;
    return std::to_string(value) + "ns";
  };
  return "[" + duration(bounds.from) + "," + (bounds.to == TimeBounds::kUnbounded ? "" : duration(bounds.to)) + "]";
}

std::string to_string(Formula f, Syntax syntax) {
  std::string result;
  std::vector<Piece> todo{{.formula = f}};
  std::vector<Piece> pieces;
  while (!todo.empty()) {
    const Piece piece = std::move(todo.back());
    todo.pop_back();
    pieces.clear();
    if (piece.regex) {
      PieceWriter(syntax, pieces).expand(*piece.regex);
    } else if (!piece.formula) {
      result += piece.text;
    } else if (piece.formula->is(Op::Atom)) {
      result += atom_in(piece.formula->name(), syntax);
    } else {
      PieceWriter(syntax, pieces).expand(*piece.formula);
    }
    todo.insert(todo.end(), std::make_move_iterator(pieces.rbegin()), std::make_move_iterator(pieces.rend()));
  }
  return result;
}

std::string atom_text(std::string_view name, Syntax syntax) { return atom_in(name, syntax); }

}  // namespace weir
