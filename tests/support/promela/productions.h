// SPDX-License-Identifier: Apache-2.0
// The productions of Promela as weir's front-end reads it, one row each: what sort of phrase a production makes, how
// tightly it binds, which of its children may be left out, and how it is printed. The generator builds trees of these,
// the printer writes them and counts which were used, the shrinker takes them apart; all three read this table.
//
// Print patterns: %t the node's own text; %0 .. %9 a child; %,N children from N on, separated by commas; %;N by
// semicolons and line ends; %>N by arrows; %/N by line ends alone; %:N each on a line behind `::`; %|N by semicolons on
// one line; %_N one behind the other; %+ and %- indent the lines that follow more, and less.
//
// Columns: name, sort, precedence, least precedence of the first child, and of the others (a looser child is put in
// parentheses), first child that may be removed (-1: none), how many children must stay, pattern.
#pragma once

#include <cstdint>
#include <string_view>

namespace weir::test {

enum class Sort : std::uint8_t {
  Whole,
  Unit,
  Clause,
  Name,
  Declaration,
  Visibility,
  Type,
  Declarator,
  Sequence,
  Statement,
  Option,
  Argument,  ///< of a receive
  Expression,
  Formula,
};

// clang-format off
#define WEIR_PROMELA_PRODUCTIONS(X)                                                                                  \
  /* Wholes and units. */                                                                                            \
  X(Case, Whole, 0, 0, 0, -1, 0, "%_0")                                                                               \
  X(Program, Whole, 0, 0, 0, 0, 1, "%_0")                                                                            \
  X(Mtype, Unit, 0, 0, 0, 0, 1, "mtype = { %,0 };\n")                                                                \
  X(MtypeWithoutEqual, Unit, 0, 0, 0, 0, 1, "mtype { %,0 };\n")                                                      \
  X(NamedMtype, Unit, 0, 0, 0, 0, 1, "mtype:%t = { %,0 };\n")                                                        \
  X(Typedef, Unit, 0, 0, 0, 0, 1, "typedef %t { %|0 };\n")                                                           \
  X(Global, Unit, 0, 0, 0, -1, 0, "%0;\n")                                                                           \
  X(Proctype, Unit, 0, 0, 0, -1, 0, "%0proctype %t(%1)%2 {%+\n%3%-\n}\n")                                            \
  X(DeterministicProctype, Unit, 0, 0, 0, -1, 0, "%0D_proctype %t(%1)%2 {%+\n%3%-\n}\n")                             \
  X(Init, Unit, 0, 0, 0, -1, 0, "init%0 {%+\n%1%-\n}\n")                                                             \
  X(Never, Unit, 0, 0, 0, -1, 0, "never {%+\n%0%-\n}\n")                                                             \
  X(NamedNever, Unit, 0, 0, 0, -1, 0, "never %t {%+\n%0%-\n}\n")                                                     \
  X(Trace, Unit, 0, 0, 0, -1, 0, "trace {%+\n%0%-\n}\n")                                                             \
  X(Notrace, Unit, 0, 0, 0, -1, 0, "notrace {%+\n%0%-\n}\n")                                                         \
  X(Ltl, Unit, 0, 0, 0, -1, 0, "ltl %t { %0 }\n")                                                                    \
  X(UnnamedLtl, Unit, 0, 0, 0, -1, 0, "ltl { %0 }\n")                                                                \
  X(Inline, Unit, 0, 0, 0, -1, 0, "inline %t(%,1) {%+\n%0%-\n}\n")                                                   \
  X(Macro, Unit, 0, 14, 14, -1, 0, "#define %t %0\n")                                                                \
  X(MacroWithArguments, Unit, 0, 14, 0, -1, 0, "#define %t(%,1) %0\n")                                               \
  X(Inactive, Clause, 0, 0, 0, -1, 0, "")                                                                            \
  X(Active, Clause, 0, 0, 0, -1, 0, "active ")                                                                       \
  X(ActiveSeveral, Clause, 0, 0, 0, -1, 0, "active [%0] ")                                                           \
  X(Parameters, Clause, 0, 0, 0, 0, 0, "%|0")                                                                        \
  X(Clauses, Clause, 0, 0, 0, 0, 0, "%_0")                                                                           \
  X(PriorityClause, Clause, 0, 0, 0, -1, 0, " priority %0")                                                          \
  X(ProvidedClause, Clause, 0, 0, 0, -1, 0, " provided (%0)")                                                        \
  X(Name, Name, 0, 0, 0, -1, 0, "%t")                                                                                \
  /* Declarations. */                                                                                                \
  X(Declaration, Declaration, 0, 0, 0, 2, 3, "%0%1 %,2")                                                             \
  X(Visible, Visibility, 0, 0, 0, -1, 0, "")                                                                         \
  X(Hidden, Visibility, 0, 0, 0, -1, 0, "hidden ")                                                                   \
  X(LocalKeyword, Visibility, 0, 0, 0, -1, 0, "local ")                                                              \
  X(Show, Visibility, 0, 0, 0, -1, 0, "show ")                                                                       \
  X(TypeBit, Type, 0, 0, 0, -1, 0, "bit")                                                                            \
  X(TypeBool, Type, 0, 0, 0, -1, 0, "bool")                                                                          \
  X(TypeByte, Type, 0, 0, 0, -1, 0, "byte")                                                                          \
  X(TypePid, Type, 0, 0, 0, -1, 0, "pid")                                                                            \
  X(TypeShort, Type, 0, 0, 0, -1, 0, "short")                                                                        \
  X(TypeInt, Type, 0, 0, 0, -1, 0, "int")                                                                            \
  X(TypeUnsigned, Type, 0, 0, 0, -1, 0, "unsigned")                                                                  \
  X(TypeMtype, Type, 0, 0, 0, -1, 0, "mtype")                                                                        \
  X(TypeNamedMtype, Type, 0, 0, 0, -1, 0, "mtype:%t")                                                                \
  X(TypeChan, Type, 0, 0, 0, -1, 0, "chan")                                                                          \
  X(TypeStruct, Type, 0, 0, 0, -1, 0, "%t")                                                                          \
  X(Scalar, Declarator, 0, 0, 0, -1, 0, "%t")                                                                        \
  X(ScalarInitialised, Declarator, 0, 0, 0, -1, 0, "%t = %0")                                                        \
  X(Bits, Declarator, 0, 0, 0, -1, 0, "%t : %0")                                                                     \
  X(BitsInitialised, Declarator, 0, 0, 0, -1, 0, "%t : %0 = %1")                                                     \
  X(BitsArray, Declarator, 0, 0, 0, -1, 0, "%t : %0 [%1]")                                                           \
  X(Array, Declarator, 0, 0, 0, -1, 0, "%t[%0]")                                                                     \
  X(ArrayInitialised, Declarator, 0, 0, 0, -1, 0, "%t[%0] = %1")                                                     \
  X(ArrayOfValues, Declarator, 0, 0, 0, 1, 2, "%t[%0] = { %,1 }")                                                    \
  X(Channel, Declarator, 0, 0, 0, 1, 2, "%t = [%0] of { %,1 }")                                                      \
  X(ChannelArray, Declarator, 0, 0, 0, 2, 3, "%t[%0] = [%1] of { %,2 }")                                             \
  /* Statements. */                                                                                                  \
  X(Sequence, Sequence, 0, 0, 0, 0, 1, "%;0")                                                                        \
  X(ArrowSequence, Sequence, 0, 0, 0, 0, 1, "%>0")                                                                   \
  X(LineSequence, Sequence, 0, 0, 0, 0, 1, "%/0")                                                                    \
  X(PlainLabel, Statement, 0, 0, 0, -1, 0, "%t: %0")                                                                 \
  X(EndLabel, Statement, 0, 0, 0, -1, 0, "%t: %0")                                                                   \
  X(ProgressLabel, Statement, 0, 0, 0, -1, 0, "%t: %0")                                                              \
  X(AcceptLabel, Statement, 0, 0, 0, -1, 0, "%t: %0")                                                                \
  X(LabelAlone, Statement, 0, 0, 0, -1, 0, "%t:")                                                                    \
  X(Declare, Statement, 0, 0, 0, -1, 0, "%0")                                                                        \
  X(ExclusiveReceive, Statement, 0, 0, 0, 0, 1, "xr %,0")                                                            \
  X(ExclusiveSend, Statement, 0, 0, 0, 0, 1, "xs %,0")                                                               \
  X(Skip, Statement, 0, 0, 0, -1, 0, "skip")                                                                         \
  X(Condition, Statement, 0, 0, 0, -1, 0, "%0")                                                                      \
  X(Assign, Statement, 0, 0, 0, -1, 0, "%0 = %1")                                                                    \
  X(Increment, Statement, 0, 0, 0, -1, 0, "%0++")                                                                    \
  X(Decrement, Statement, 0, 0, 0, -1, 0, "%0--")                                                                    \
  X(RunStatement, Statement, 0, 0, 0, -1, 0, "%0")                                                                   \
  X(Printf, Statement, 0, 0, 0, 0, 1, "printf(\"%t\", %,0)")                                                         \
  X(PrintText, Statement, 0, 0, 0, -1, 0, "printf(\"%t\")")                                                          \
  X(Printm, Statement, 0, 0, 0, -1, 0, "printm(%0)")                                                                 \
  X(Assert, Statement, 0, 0, 0, -1, 0, "assert(%0)")                                                                 \
  X(Break, Statement, 0, 0, 0, -1, 0, "break")                                                                       \
  X(Goto, Statement, 0, 0, 0, -1, 0, "goto %t")                                                                      \
  X(Else, Statement, 0, 0, 0, -1, 0, "else")                                                                         \
  X(If, Statement, 0, 0, 0, 0, 1, "if%:0\nfi")                                                                       \
  X(Do, Statement, 0, 0, 0, 0, 1, "do%:0\nod")                                                                       \
  X(ForRange, Statement, 0, 0, 0, -1, 0, "for (%0 : %1 .. %2) {%+\n%3%-\n}")                                         \
  X(ForArray, Statement, 0, 0, 0, -1, 0, "for (%0 in %1) {%+\n%2%-\n}")                                              \
  X(ForChannel, Statement, 0, 0, 0, -1, 0, "for (%0 in %1) {%+\n%2%-\n}")                                            \
  X(Select, Statement, 0, 0, 0, -1, 0, "select (%0 : %1 .. %2)")                                                     \
  X(Atomic, Statement, 0, 0, 0, -1, 0, "atomic {%+\n%0%-\n}")                                                        \
  X(DStep, Statement, 0, 0, 0, -1, 0, "d_step {%+\n%0%-\n}")                                                         \
  X(Block, Statement, 0, 0, 0, -1, 0, "{%+\n%0%-\n}")                                                                \
  X(Unless, Statement, 0, 0, 0, -1, 0, "%0 unless %1")                                                               \
  X(Send, Statement, 0, 0, 0, 1, 2, "%0!%,1")                                                                        \
  X(SortedSend, Statement, 0, 0, 0, 1, 2, "%0!!%,1")                                                                 \
  X(SendInParentheses, Statement, 0, 14, 14, 2, 3, "%0!%1(%,2)")                                                     \
  X(Receive, Statement, 0, 0, 0, 1, 2, "%0?%,1")                                                                     \
  X(ReceiveAny, Statement, 0, 0, 0, 1, 2, "%0?" "?%,1")                                                              \
  X(Peek, Statement, 0, 0, 0, 1, 2, "%0?<%,1>")                                                                      \
  X(PeekAny, Statement, 0, 0, 0, 1, 2, "%0?" "?<%,1>")                                                               \
  X(ReceiveInParentheses, Statement, 0, 0, 0, 2, 3, "%0?%1(%,2)")                                                    \
  X(ReceiveAllInParentheses, Statement, 0, 0, 0, 1, 2, "%0?(%,1)")                                                   \
  X(InlineCall, Statement, 0, 0, 0, -1, 0, "%t(%,0)")                                                                \
  X(InlineValue, Statement, 0, 0, 0, -1, 0, "%0 = %t(%,1)")                                                          \
  X(Return, Statement, 0, 0, 0, -1, 0, "return %0")                                                                  \
  X(SetPriority, Statement, 0, 0, 0, -1, 0, "set_priority(%0, %1)")                                                  \
  X(OptionWithArrow, Option, 0, 0, 0, -1, 0, "%0 ->%+\n%1%-")                                                        \
  X(OptionOfSequence, Option, 0, 0, 0, -1, 0, "%+%0%-")                                                              \
  /* What a receive takes. */                                                                                        \
  X(IntoVariable, Argument, 0, 0, 0, -1, 0, "%0")                                                                    \
  X(MatchConstant, Argument, 0, 0, 0, -1, 0, "%0")                                                                   \
  X(MatchValue, Argument, 0, 0, 0, -1, 0, "eval(%0)")                                                                \
  X(Anything, Argument, 0, 0, 0, -1, 0, "_")                                                                         \
  /* Expressions. */                                                                                                 \
  X(Number, Expression, 14, 0, 0, -1, 0, "%t")                                                                       \
  X(NegativeNumber, Expression, 13, 0, 0, -1, 0, "-%t")                                                              \
  X(Character, Expression, 14, 0, 0, -1, 0, "'%t'")                                                                  \
  X(True, Expression, 14, 0, 0, -1, 0, "true")                                                                       \
  X(False, Expression, 14, 0, 0, -1, 0, "false")                                                                     \
  X(SkipAsValue, Expression, 14, 0, 0, -1, 0, "skip")                                                                \
  X(MtypeConstant, Expression, 14, 0, 0, -1, 0, "%t")                                                                \
  X(MacroUse, Expression, 14, 0, 0, -1, 0, "%t")                                                                     \
  X(MacroCall, Expression, 14, 0, 0, -1, 0, "%t(%,0)")                                                               \
  X(Variable, Expression, 14, 0, 0, -1, 0, "%t")                                                                     \
  X(Element, Expression, 14, 0, 0, -1, 0, "%t[%0]")                                                                  \
  X(Field, Expression, 14, 0, 0, -1, 0, "%0.%1")                                                                     \
  X(Underscore, Expression, 14, 0, 0, -1, 0, "_")                                                                    \
  X(OwnPid, Expression, 14, 0, 0, -1, 0, "_pid")                                                                     \
  X(ProcessCount, Expression, 14, 0, 0, -1, 0, "_nr_pr")                                                             \
  X(Last, Expression, 14, 0, 0, -1, 0, "_last")                                                                      \
  X(OwnPriority, Expression, 14, 0, 0, -1, 0, "_priority")                                                           \
  X(Not, Expression, 13, 14, 14, -1, 0, "!%0")                                                                       \
  X(NotTwice, Expression, 13, 14, 14, -1, 0, "!!%0")                                                                 \
  X(Complement, Expression, 13, 14, 14, -1, 0, "~%0")                                                                \
  X(Negate, Expression, 13, 14, 14, -1, 0, "-%0")                                                                    \
  X(NegateTwice, Expression, 13, 14, 14, -1, 0, "--%0")                                                              \
  X(Add, Expression, 11, 11, 12, -1, 0, "%0 + %1")                                                                   \
  X(Subtract, Expression, 11, 11, 12, -1, 0, "%0 - %1")                                                              \
  X(Multiply, Expression, 12, 12, 13, -1, 0, "%0 * %1")                                                              \
  X(Divide, Expression, 12, 12, 13, -1, 0, "%0 / %1")                                                                \
  X(Modulo, Expression, 12, 12, 13, -1, 0, "%0 %% %1")                                                                \
  X(BitAnd, Expression, 7, 7, 8, -1, 0, "%0 & %1")                                                                   \
  X(BitXor, Expression, 6, 6, 7, -1, 0, "%0 ^ %1")                                                                   \
  X(BitOr, Expression, 5, 5, 6, -1, 0, "%0 | %1")                                                                    \
  X(ShiftLeft, Expression, 10, 10, 11, -1, 0, "%0 << %1")                                                            \
  X(ShiftRight, Expression, 10, 10, 11, -1, 0, "%0 >> %1")                                                           \
  X(Less, Expression, 9, 9, 10, -1, 0, "%0 < %1")                                                                    \
  X(LessEqual, Expression, 9, 9, 10, -1, 0, "%0 <= %1")                                                              \
  X(Greater, Expression, 9, 9, 10, -1, 0, "%0 > %1")                                                                 \
  X(GreaterEqual, Expression, 9, 9, 10, -1, 0, "%0 >= %1")                                                           \
  X(Equal, Expression, 8, 8, 9, -1, 0, "%0 == %1")                                                                   \
  X(NotEqual, Expression, 8, 8, 9, -1, 0, "%0 != %1")                                                                \
  X(And, Expression, 3, 3, 4, -1, 0, "%0 && %1")                                                                     \
  X(Or, Expression, 2, 2, 3, -1, 0, "%0 || %1")                                                                      \
  X(Conditional, Expression, 14, 2, 2, -1, 0, "(%0 -> %1 : %2)")                                                     \
  X(Parenthesised, Expression, 14, 0, 0, -1, 0, "(%0)")                                                              \
  X(Run, Expression, 14, 0, 0, 0, 0, "run %t(%,0)")                                                                  \
  X(RunWithPriority, Expression, 14, 0, 0, 1, 1, "run %t(%,1) priority %0")                                          \
  X(Len, Expression, 14, 0, 0, -1, 0, "len(%0)")                                                                     \
  X(Full, Expression, 14, 0, 0, -1, 0, "full(%0)")                                                                   \
  X(Empty, Expression, 14, 0, 0, -1, 0, "empty(%0)")                                                                 \
  X(NotFull, Expression, 14, 0, 0, -1, 0, "nfull(%0)")                                                               \
  X(NotEmpty, Expression, 14, 0, 0, -1, 0, "nempty(%0)")                                                             \
  X(Poll, Expression, 14, 0, 0, 1, 2, "%0?[%,1]")                                                                    \
  X(PollAny, Expression, 14, 0, 0, 1, 2, "%0?" "?[%,1]")                                                             \
  X(Enabled, Expression, 14, 0, 0, -1, 0, "enabled(%0)")                                                             \
  X(PcValue, Expression, 14, 0, 0, -1, 0, "pc_value(%0)")                                                            \
  X(GetPriority, Expression, 14, 0, 0, -1, 0, "get_priority(%0)")                                                    \
  X(Timeout, Expression, 14, 0, 0, -1, 0, "timeout")                                                                 \
  X(NonProgress, Expression, 14, 0, 0, -1, 0, "np_")                                                                 \
  X(RemoteLabel, Expression, 14, 0, 0, -1, 0, "%t[%1]@%0")                                                           \
  X(RemoteLabelOfOldest, Expression, 14, 0, 0, -1, 0, "%t@%0")                                                       \
  X(RemoteVariable, Expression, 14, 0, 0, -1, 0, "%t[%1]:%0")                                                        \
  X(RemoteVariableOfOldest, Expression, 14, 0, 0, -1, 0, "%t:%0")                                                    \
  /* Atoms that only formulas have. */                                                                               \
  X(Sent, Expression, 14, 0, 0, -1, 0, "sent(%0)")                                                                   \
  X(SentMessage, Expression, 14, 0, 0, -1, 0, "sent(%0, %1)")                                                        \
  X(Received, Expression, 14, 0, 0, -1, 0, "received(%0)")                                                           \
  X(ReceivedMessage, Expression, 14, 0, 0, -1, 0, "received(%0, %1)")                                                \
  X(By, Expression, 14, 0, 0, -1, 0, "by(%t)")                                                                       \
  X(ByProcess, Expression, 14, 0, 0, -1, 0, "by(%t, %0)")                                                            \
  X(Dead, Expression, 14, 0, 0, -1, 0, "dead")                                                                       \
  X(AcceptAtom, Expression, 14, 0, 0, -1, 0, "accept_")                                                              \
  X(Tau, Expression, 14, 0, 0, -1, 0, "tau")                                                                         \
  /* Formulas of ltl blocks: Spin's grammar. */                                                                      \
  X(LtlNot, Formula, 13, 13, 13, -1, 0, "! %0")                                                                      \
  X(LtlAlways, Formula, 13, 13, 13, -1, 0, "[] %0")                                                                  \
  X(LtlAlwaysWord, Formula, 13, 13, 13, -1, 0, "always %0")                                                          \
  X(LtlEventually, Formula, 13, 13, 13, -1, 0, "<> %0")                                                              \
  X(LtlEventuallyWord, Formula, 13, 13, 13, -1, 0, "eventually %0")                                                  \
  X(LtlNext, Formula, 13, 13, 13, -1, 0, "X %0")                                                                     \
  X(LtlNextWord, Formula, 13, 13, 13, -1, 0, "next %0")                                                              \
  X(LtlUntil, Formula, 4, 4, 5, -1, 0, "%0 U %1")                                                                    \
  X(LtlUntilWord, Formula, 4, 4, 5, -1, 0, "%0 until %1")                                                            \
  X(LtlStrongUntilWord, Formula, 4, 4, 5, -1, 0, "%0 stronguntil %1")                                                \
  X(LtlRelease, Formula, 4, 4, 5, -1, 0, "%0 V %1")                                                                  \
  X(LtlReleaseWord, Formula, 4, 4, 5, -1, 0, "%0 release %1")                                                        \
  X(LtlWeakUntil, Formula, 4, 4, 5, -1, 0, "%0 W %1")                                                                \
  X(LtlWeakUntilWord, Formula, 4, 4, 5, -1, 0, "%0 weakuntil %1")                                                    \
  X(LtlAnd, Formula, 3, 3, 4, -1, 0, "%0 && %1")                                                                     \
  X(LtlAndSlash, Formula, 3, 3, 4, -1, 0, "%0 /\\ %1")                                                               \
  X(LtlOr, Formula, 2, 2, 3, -1, 0, "%0 || %1")                                                                      \
  X(LtlOrSlash, Formula, 2, 2, 3, -1, 0, "%0 \\/ %1")                                                                \
  X(LtlImplies, Formula, 1, 1, 2, -1, 0, "%0 -> %1")                                                                 \
  X(LtlImpliesWord, Formula, 1, 1, 2, -1, 0, "%0 implies %1")                                                        \
  X(LtlEquivalent, Formula, 1, 1, 2, -1, 0, "%0 <-> %1")                                                             \
  X(LtlEquivalentWord, Formula, 1, 1, 2, -1, 0, "%0 equivalent %1")                                                  \
  X(LtlAtom, Formula, 14, 0, 0, -1, 0, "(%0)")                                                                       \
  /* Formulas of the command line: weir's grammar. */                                                                \
  X(FormulaNot, Formula, 6, 6, 6, -1, 0, "!%0")                                                                      \
  X(FormulaNext, Formula, 6, 6, 6, -1, 0, "X %0")                                                                    \
  X(FormulaStrongNext, Formula, 6, 6, 6, -1, 0, "X[!] %0")                                                           \
  X(FormulaFinally, Formula, 6, 6, 6, -1, 0, "F %0")                                                                 \
  X(FormulaGlobally, Formula, 6, 6, 6, -1, 0, "G %0")                                                                \
  X(FormulaFinallyWithin, Formula, 6, 6, 6, -1, 0, "F[%1:%2] %0")                                                    \
  X(FormulaGloballyWithin, Formula, 6, 6, 6, -1, 0, "G[%1:%2] %0")                                                   \
  X(FormulaUntil, Formula, 5, 6, 5, -1, 0, "%0 U %1")                                                                \
  X(FormulaRelease, Formula, 5, 6, 5, -1, 0, "%0 R %1")                                                              \
  X(FormulaWeakUntil, Formula, 5, 6, 5, -1, 0, "%0 W %1")                                                            \
  X(FormulaStrongRelease, Formula, 5, 6, 5, -1, 0, "%0 M %1")                                                        \
  X(FormulaAnd, Formula, 4, 4, 5, -1, 0, "%0 & %1")                                                                  \
  X(FormulaXor, Formula, 3, 3, 4, -1, 0, "%0 xor %1")                                                                \
  X(FormulaOr, Formula, 2, 2, 3, -1, 0, "%0 | %1")                                                                   \
  X(FormulaImplies, Formula, 1, 2, 1, -1, 0, "%0 -> %1")                                                             \
  X(FormulaEquivalent, Formula, 1, 2, 1, -1, 0, "%0 <-> %1")                                                         \
  X(FormulaTrue, Formula, 7, 0, 0, -1, 0, "true")                                                                    \
  X(FormulaFalse, Formula, 7, 0, 0, -1, 0, "false")                                                                  \
  X(FormulaAtom, Formula, 7, 0, 0, -1, 0, "%0")                                                                      \
  X(FormulaAtomCompared, Formula, 7, 0, 0, -1, 0, "(%0) != 0")                                                       \
  X(FormulaAtomQuoted, Formula, 7, 0, 0, -1, 0, "\"%0\"")
// clang-format on

enum class Production : std::uint8_t {
#define WEIR_ENUMERATE(name, ...) name,
  WEIR_PROMELA_PRODUCTIONS(WEIR_ENUMERATE)
#undef WEIR_ENUMERATE
};

struct ProductionInfo {
  std::string_view name;
  Sort sort;
  int precedence;
  int first_child;   ///< least precedence of the first child
  int other_child;   ///< and of the others
  int removable;     ///< first child that may be removed; -1: none
  std::size_t keep;  ///< how many children must stay
  std::string_view pattern;
};

std::size_t production_count();
const ProductionInfo& info(Production production);
inline std::string_view name_of(Production production) { return info(production).name; }

}  // namespace weir::test
