// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <unordered_map>

#include "frontend/promela/outline.h"
#include "frontend/promela/token.h"

namespace weir::promela {
namespace {

const std::unordered_map<std::string_view, Tok>& keywords() {
  static const std::unordered_map<std::string_view, Tok> table = {
      {"active", Tok::Active},
      {"assert", Tok::Assert},
      {"atomic", Tok::Atomic},
      {"bit", Tok::TypeBit},
      {"bool", Tok::TypeBool},
      {"break", Tok::Break},
      {"byte", Tok::TypeByte},
      {"c_code", Tok::CCode},
      {"c_decl", Tok::CDecl},
      {"c_expr", Tok::CExpr},
      {"c_state", Tok::CState},
      {"c_track", Tok::CTrack},
      {"D_proctype", Tok::DProctype},
      {"do", Tok::Do},
      {"chan", Tok::TypeChan},
      {"else", Tok::Else},
      {"empty", Tok::Empty},
      {"enabled", Tok::Enabled},
      {"eval", Tok::Eval},
      {"false", Tok::False},
      {"fi", Tok::Fi},
      {"for", Tok::For},
      {"full", Tok::Full},
      {"get_priority", Tok::GetPriority},
      {"goto", Tok::Goto},
      {"hidden", Tok::Hidden},
      {"if", Tok::If},
      {"init", Tok::Init},
      {"inline", Tok::Inline},
      {"int", Tok::TypeInt},
      {"len", Tok::Len},
      {"local", Tok::Local},
      {"ltl", Tok::Ltl},
      {"mtype", Tok::TypeMtype},
      {"nempty", Tok::NEmpty},
      {"never", Tok::Never},
      {"nfull", Tok::NFull},
      {"notrace", Tok::Notrace},
      {"np_", Tok::NonProgress},
      {"od", Tok::Od},
      {"of", Tok::Of},
      {"pc_value", Tok::PcValue},
      {"pid", Tok::TypePid},
      {"printf", Tok::Printf},
      {"printm", Tok::Printm},
      {"priority", Tok::Priority},
      {"proctype", Tok::Proctype},
      {"provided", Tok::Provided},
      {"return", Tok::Return},
      {"run", Tok::Run},
      {"d_step", Tok::DStep},
      {"select", Tok::Select},
      {"set_priority", Tok::SetPriority},
      {"short", Tok::TypeShort},
      {"skip", Tok::Skip},
      {"timeout", Tok::Timeout},
      {"trace", Tok::Trace},
      {"true", Tok::True},
      {"show", Tok::Show},
      {"typedef", Tok::Typedef},
      {"unless", Tok::Unless},
      {"unsigned", Tok::TypeUnsigned},
      {"xr", Tok::XR},
      {"xs", Tok::XS},
  };
  return table;
}

const std::unordered_map<std::string_view, Tok>& ltl_words() {
  static const std::unordered_map<std::string_view, Tok> table = {
      {"U", Tok::Until},
      {"V", Tok::Release},
      {"W", Tok::WeakUntil},
      {"X", Tok::Next},
      {"always", Tok::Always},
      {"eventually", Tok::Eventually},
      {"until", Tok::Until},
      {"stronguntil", Tok::Until},
      {"weakuntil", Tok::WeakUntil},
      {"release", Tok::Release},
      {"next", Tok::Next},
      {"implies", Tok::Implies},
      {"equivalent", Tok::Equivalent},
  };
  return table;
}

struct Spelling {
  std::string_view text;
  Tok kind;
};
// Longest first within a first character.
constexpr Spelling kLtlOperators[] = {{"<->", Tok::Equivalent}, {"->", Tok::Implies}, {"[]", Tok::Always},
                                      {"<>", Tok::Eventually},  {"/\\", Tok::AmpAmp}, {"\\/", Tok::BarBar}};
// The first four reproduce Spin's lexer, which matches the second character before the first.
constexpr Spelling kPunctuators[] = {
    {"-->", Tok::Arrow},       {"<=<", Tok::ShiftLeft}, {">=>", Tok::ShiftRight}, {"!!=", Tok::BangEqual},
    {"::", Tok::ColonColon},   {"..", Tok::DotDot},     {"->", Tok::Arrow},       {"--", Tok::MinusMinus},
    {"++", Tok::PlusPlus},     {"<<", Tok::ShiftLeft},  {"<=", Tok::LessEqual},   {">>", Tok::ShiftRight},
    {">=", Tok::GreaterEqual}, {"==", Tok::EqualEqual}, {"!=", Tok::BangEqual},   {"!!", Tok::BangBang},
    {"??", Tok::QueryQuery},   {"&&", Tok::AmpAmp},     {"||", Tok::BarBar},      {"{", Tok::LeftBrace},
    {"}", Tok::RightBrace},    {"(", Tok::LeftParen},   {")", Tok::RightParen},   {"[", Tok::LeftBracket},
    {"]", Tok::RightBracket},  {";", Tok::Semicolon},   {",", Tok::Comma},        {":", Tok::Colon},
    {".", Tok::Dot},           {"@", Tok::At},          {"=", Tok::Assign},       {"!", Tok::Bang},
    {"?", Tok::Query},         {"+", Tok::Plus},        {"-", Tok::Minus},        {"*", Tok::Star},
    {"/", Tok::Slash},         {"%", Tok::Percent},     {"~", Tok::Tilde},        {"&", Tok::Amp},
    {"^", Tok::Caret},         {"|", Tok::Bar},         {"<", Tok::Less},         {">", Tok::Greater},
};

bool spells(std::span<const PreprocessorToken> tokens, std::size_t i, std::string_view text) {
  if (i + text.size() > tokens.size()) return false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (!tokens[i + k].is(text[k]) || (k > 0 && !adjacent(tokens[i + k - 1], tokens[i + k]))) return false;
  }
  return true;
}

const Spelling* find_operator(std::span<const PreprocessorToken> tokens, std::size_t i, LexMode mode) {
  if (mode == LexMode::Ltl) {
    for (const Spelling& spelling : kLtlOperators) {
      if (spells(tokens, i, spelling.text)) return &spelling;
    }
  }
  for (const Spelling& spelling : kPunctuators) {
    if (spells(tokens, i, spelling.text)) return &spelling;
  }
  return nullptr;
}

Tok word(std::string_view text, LexMode mode) {
  if (mode == LexMode::Ltl) {
    const auto found = ltl_words().find(text);
    if (found != ltl_words().end()) return found->second;
  }
  const auto found = keywords().find(text);
  return found == keywords().end() ? Tok::Name : found->second;
}

}  // namespace

std::vector<Token> lex(std::span<const PreprocessorToken> tokens, LexMode mode) {
  using Kind = PreprocessorToken::Kind;
  std::vector<Token> result;
  result.reserve(tokens.size());
  // An ltl block outside any body is lexed in Ltl mode up to its closing brace.
  const LexMode outer = mode;
  std::size_t braces = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const PreprocessorToken& raw = tokens[i];
    Token token{Tok::Unknown, raw.line_start, false, raw.text, raw.range};
    switch (raw.kind) {
      case Kind::Identifier: token.kind = word(raw.text, mode); break;
      case Kind::Number: token.kind = Tok::Number; break;
      case Kind::String: token.kind = Tok::String; break;
      case Kind::Character: token.kind = Tok::Character; break;
      case Kind::Punctuator:
        if (spells(tokens, i, "*/")) {  // left over from a nested comment: accepted, as in Spin
          ++i;
          continue;
        }
        if (const Spelling* spelling = find_operator(tokens, i, mode)) {
          token.kind = spelling->kind;
          token.text = spelling->text;
          i += spelling->text.size() - 1;
          token.range.end = tokens[i].range.end;
        }
        break;
      default: break;
    }
    result.push_back(token);
    if (token.kind == Tok::Ltl && braces == 0) mode = LexMode::Ltl;
    if (token.kind == Tok::LeftBrace) ++braces;
    if (token.kind == Tok::RightBrace && braces > 0 && --braces == 0) mode = outer;
  }
  return result;
}

ReservedWords reserved_words() {
  ReservedWords words;
  for (const auto& [word, kind] : keywords()) words.keywords.emplace_back(word);
  for (const auto& [word, kind] : ltl_words()) words.temporal.emplace_back(word);
  std::sort(words.keywords.begin(), words.keywords.end());
  std::sort(words.temporal.begin(), words.temporal.end());
  return words;
}

std::string describe(const Token& token) {
  switch (token.kind) {
    case Tok::End: return "the end of the text";
    case Tok::Name: return "name '" + std::string(token.text) + "'";
    case Tok::Number: return "number " + std::string(token.text);
    case Tok::String: return "a string";
    case Tok::Unknown: {
      const auto byte = static_cast<unsigned char>(token.text.empty() ? '?' : token.text[0]);
      if (byte < 0x20 || byte >= 0x7F) return "an unexpected character";
      return "'" + std::string(token.text) + "'";
    }
    case Tok::Semicolon: return token.inserted ? "the end of the line" : "';'";
    default: return "'" + std::string(token.text) + "'";
  }
}

}  // namespace weir::promela
