// SPDX-License-Identifier: Apache-2.0
// Tokens of Promela, and of the temporal logic inside ltl blocks.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/preprocessor_token.h"

namespace weir::promela {

enum class Tok : std::uint8_t {
  End,
  Name,
  Number,
  Character,
  String,
  Unknown,
  // punctuation
  LeftBrace,
  RightBrace,
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
  Semicolon,
  Comma,
  Colon,
  ColonColon,
  Dot,
  DotDot,
  Arrow,
  At,
  Assign,
  PlusPlus,
  MinusMinus,
  Bang,
  BangBang,
  Query,
  QueryQuery,
  Plus,
  Minus,
  Star,
  Slash,
  Percent,
  Tilde,
  Amp,
  Caret,
  Bar,
  AmpAmp,
  BarBar,
  EqualEqual,
  BangEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  ShiftLeft,
  ShiftRight,
  // keywords
  Active,
  Assert,
  Atomic,
  Break,
  CCode,
  CDecl,
  CExpr,
  CState,
  CTrack,
  DProctype,
  DStep,
  Do,
  Else,
  Empty,
  Enabled,
  Eval,
  False,
  Fi,
  For,
  Full,
  GetPriority,
  Goto,
  Hidden,
  If,
  Init,
  Inline,
  Len,
  Local,
  Ltl,
  NEmpty,
  Never,
  NFull,
  Notrace,
  NonProgress,
  Od,
  Of,
  PcValue,
  Printf,
  Printm,
  Priority,
  Proctype,
  Provided,
  Return,
  Run,
  Select,
  SetPriority,
  Show,
  Skip,
  Timeout,
  Trace,
  True,
  Typedef,
  Unless,
  XR,
  XS,
  TypeBit,
  TypeBool,
  TypeByte,
  TypePid,
  TypeShort,
  TypeInt,
  TypeUnsigned,
  TypeMtype,
  TypeChan,
  // ltl blocks only
  Always,
  Eventually,
  Next,
  Until,
  Release,
  WeakUntil,
  Implies,
  Equivalent,
};

constexpr bool is_type(Tok kind) { return kind >= Tok::TypeBit && kind <= Tok::TypeChan; }
/// Whether the token starts a unit of the model other than a declaration of variables.
constexpr bool starts_unit(Tok kind) {
  return kind == Tok::Proctype || kind == Tok::DProctype || kind == Tok::Active || kind == Tok::Init ||
         kind == Tok::Never || kind == Tok::Trace || kind == Tok::Notrace || kind == Tok::Typedef ||
         kind == Tok::Inline || kind == Tok::Ltl;
}

struct Token {
  Tok kind = Tok::End;
  bool line_start = false;
  bool inserted = false;  ///< a ';' that is not in the text
  std::string_view text;
  SourceRange range;
};

enum class LexMode : std::uint8_t { Promela, Ltl };

/// Combines punctuators and finds keywords. In Ltl mode `<>`, `[]`, `->`, `<->`, `/\`, `\/` and the words of the logic
/// are operators.
std::vector<Token> lex(std::span<const PreprocessorToken> tokens, LexMode mode);

/// The name of a token in messages: `'+'`, `name 'x'`, `end of file`.
std::string describe(const Token& token);

}  // namespace weir::promela
