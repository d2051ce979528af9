// SPDX-License-Identifier: Apache-2.0
// The productions specific to Promela as weir's front-end reads it; grammar/productions.h explains the columns.
#pragma once

// clang-format off
#define WEIR_PROMELA_PRODUCTIONS(X) \
  /* Wholes and units. */ \
  X(Program, Whole, 0, 0, 0, 0, 1, "%_0") \
  X(Mtype, Unit, 0, 0, 0, 0, 1, "mtype = { %,0 };\n") \
  X(MtypeWithoutEqual, Unit, 0, 0, 0, 0, 1, "mtype { %,0 };\n") \
  X(NamedMtype, Unit, 0, 0, 0, 0, 1, "mtype:%t = { %,0 };\n") \
  X(Typedef, Unit, 0, 0, 0, 0, 1, "typedef %t { %|0 };\n") \
  X(Global, Unit, 0, 0, 0, -1, 0, "%0;\n") \
  X(Proctype, Unit, 0, 0, 0, -1, 0, "%0proctype %t(%1)%2 {%+\n%3%-\n}\n") \
  X(DeterministicProctype, Unit, 0, 0, 0, -1, 0, "%0D_proctype %t(%1)%2 {%+\n%3%-\n}\n") \
  X(Init, Unit, 0, 0, 0, -1, 0, "init%0 {%+\n%1%-\n}\n") \
  X(Never, Unit, 0, 0, 0, -1, 0, "never {%+\n%0%-\n}\n") \
  X(NamedNever, Unit, 0, 0, 0, -1, 0, "never %t {%+\n%0%-\n}\n") \
  X(Trace, Unit, 0, 0, 0, -1, 0, "trace {%+\n%0%-\n}\n") \
  X(Notrace, Unit, 0, 0, 0, -1, 0, "notrace {%+\n%0%-\n}\n") \
  X(Ltl, Unit, 0, 0, 0, -1, 0, "ltl %t { %0 }\n") \
  X(UnnamedLtl, Unit, 0, 0, 0, -1, 0, "ltl { %0 }\n") \
  X(Inline, Unit, 0, 0, 0, -1, 0, "inline %t(%,1) {%+\n%0%-\n}\n") \
  X(Macro, Unit, 0, 14, 14, -1, 0, "#define %t %0\n") \
  X(MacroWithArguments, Unit, 0, 14, 0, -1, 0, "#define %t(%,1) %0\n") \
  X(Inactive, Clause, 0, 0, 0, -1, 0, "") \
  X(Active, Clause, 0, 0, 0, -1, 0, "active ") \
  X(ActiveSeveral, Clause, 0, 0, 0, -1, 0, "active [%0] ") \
  X(Parameters, Clause, 0, 0, 0, 0, 0, "%|0") \
  X(Clauses, Clause, 0, 0, 0, 0, 0, "%_0") \
  X(PriorityClause, Clause, 0, 0, 0, -1, 0, " priority %0") \
  X(ProvidedClause, Clause, 0, 0, 0, -1, 0, " provided (%0)") \
  /* Declarations. */ \
  X(Declaration, Declaration, 0, 0, 0, 2, 3, "%0%1 %,2") \
  X(Visible, Visibility, 0, 0, 0, -1, 0, "") \
  X(Hidden, Visibility, 0, 0, 0, -1, 0, "hidden ") \
  X(LocalKeyword, Visibility, 0, 0, 0, -1, 0, "local ") \
  X(Show, Visibility, 0, 0, 0, -1, 0, "show ") \
  X(TypeBit, Type, 0, 0, 0, -1, 0, "bit") \
  X(TypeBool, Type, 0, 0, 0, -1, 0, "bool") \
  X(TypeByte, Type, 0, 0, 0, -1, 0, "byte") \
  X(TypePid, Type, 0, 0, 0, -1, 0, "pid") \
  X(TypeShort, Type, 0, 0, 0, -1, 0, "short") \
  X(TypeInt, Type, 0, 0, 0, -1, 0, "int") \
  X(TypeUnsigned, Type, 0, 0, 0, -1, 0, "unsigned") \
  X(TypeMtype, Type, 0, 0, 0, -1, 0, "mtype") \
  X(TypeNamedMtype, Type, 0, 0, 0, -1, 0, "mtype:%t") \
  X(TypeChan, Type, 0, 0, 0, -1, 0, "chan") \
  X(TypeStruct, Type, 0, 0, 0, -1, 0, "%t") \
  X(Bits, Declarator, 0, 0, 0, -1, 0, "%t : %0") \
  X(BitsInitialised, Declarator, 0, 0, 0, -1, 0, "%t : %0 = %1") \
  X(BitsArray, Declarator, 0, 0, 0, -1, 0, "%t : %0 [%1]") \
  X(Channel, Declarator, 0, 0, 0, 1, 2, "%t = [%0] of { %,1 }") \
  X(ChannelArray, Declarator, 0, 0, 0, 2, 3, "%t[%0] = [%1] of { %,2 }") \
  /* Statements. */ \
  X(Sequence, Sequence, 0, 0, 0, 0, 1, "%;0") \
  X(ArrowSequence, Sequence, 0, 0, 0, 0, 1, "%>0") \
  X(LineSequence, Sequence, 0, 0, 0, 0, 1, "%/0") \
  X(PlainLabel, Statement, 0, 0, 0, -1, 0, "%t: %0") \
  X(EndLabel, Statement, 0, 0, 0, -1, 0, "%t: %0") \
  X(ProgressLabel, Statement, 0, 0, 0, -1, 0, "%t: %0") \
  X(AcceptLabel, Statement, 0, 0, 0, -1, 0, "%t: %0") \
  X(LabelAlone, Statement, 0, 0, 0, -1, 0, "%t:") \
  X(Declare, Statement, 0, 0, 0, -1, 0, "%0") \
  X(ExclusiveReceive, Statement, 0, 0, 0, 0, 1, "xr %,0") \
  X(ExclusiveSend, Statement, 0, 0, 0, 0, 1, "xs %,0") \
  X(Skip, Statement, 0, 0, 0, -1, 0, "skip") \
  X(Condition, Statement, 0, 0, 0, -1, 0, "%0") \
  X(Assign, Statement, 0, 0, 0, -1, 0, "%0 = %1") \
  X(Increment, Statement, 0, 0, 0, -1, 0, "%0++") \
  X(Decrement, Statement, 0, 0, 0, -1, 0, "%0--") \
  X(RunStatement, Statement, 0, 0, 0, -1, 0, "%0") \
  X(Printf, Statement, 0, 0, 0, 0, 1, "printf(\"%t\", %,0)") \
  X(PrintText, Statement, 0, 0, 0, -1, 0, "printf(\"%t\")") \
  X(Printm, Statement, 0, 0, 0, -1, 0, "printm(%0)") \
  X(Assert, Statement, 0, 0, 0, -1, 0, "assert(%0)") \
  X(Break, Statement, 0, 0, 0, -1, 0, "break") \
  X(Goto, Statement, 0, 0, 0, -1, 0, "goto %t") \
  X(Else, Statement, 0, 0, 0, -1, 0, "else") \
  X(If, Statement, 0, 0, 0, 0, 1, "if%:0\nfi") \
  X(Do, Statement, 0, 0, 0, 0, 1, "do%:0\nod") \
  X(ForRange, Statement, 0, 0, 0, -1, 0, "for (%0 : %1 .. %2) {%+\n%3%-\n}") \
  X(ForArray, Statement, 0, 0, 0, -1, 0, "for (%0 in %1) {%+\n%2%-\n}") \
  X(ForChannel, Statement, 0, 0, 0, -1, 0, "for (%0 in %1) {%+\n%2%-\n}") \
  X(Select, Statement, 0, 0, 0, -1, 0, "select (%0 : %1 .. %2)") \
  X(Atomic, Statement, 0, 0, 0, -1, 0, "atomic {%+\n%0%-\n}") \
  X(DStep, Statement, 0, 0, 0, -1, 0, "d_step {%+\n%0%-\n}") \
  X(Block, Statement, 0, 0, 0, -1, 0, "{%+\n%0%-\n}") \
  X(Unless, Statement, 0, 0, 0, -1, 0, "%0 unless %1") \
  X(Send, Statement, 0, 0, 0, 1, 2, "%0!%,1") \
  X(SortedSend, Statement, 0, 0, 0, 1, 2, "%0!!%,1") \
  X(SendInParentheses, Statement, 0, 14, 14, 2, 3, "%0!%1(%,2)") \
  X(Receive, Statement, 0, 0, 0, 1, 2, "%0?%,1") \
  X(ReceiveAny, Statement, 0, 0, 0, 1, 2, "%0?" "?%,1") \
  X(Peek, Statement, 0, 0, 0, 1, 2, "%0?<%,1>") \
  X(PeekAny, Statement, 0, 0, 0, 1, 2, "%0?" "?<%,1>") \
  X(ReceiveInParentheses, Statement, 0, 0, 0, 2, 3, "%0?%1(%,2)") \
  X(ReceiveAllInParentheses, Statement, 0, 0, 0, 1, 2, "%0?(%,1)") \
  X(InlineCall, Statement, 0, 0, 0, -1, 0, "%t(%,0)") \
  X(InlineValue, Statement, 0, 0, 0, -1, 0, "%0 = %t(%,1)") \
  X(Return, Statement, 0, 0, 0, -1, 0, "return %0") \
  X(SetPriority, Statement, 0, 0, 0, -1, 0, "set_priority(%0, %1)") \
  X(OptionWithArrow, Option, 0, 0, 0, -1, 0, "%0 ->%+\n%1%-") \
  X(OptionOfSequence, Option, 0, 0, 0, -1, 0, "%+%0%-") \
  /* What a receive takes. */ \
  X(IntoVariable, Argument, 0, 0, 0, -1, 0, "%0") \
  X(MatchConstant, Argument, 0, 0, 0, -1, 0, "%0") \
  X(MatchValue, Argument, 0, 0, 0, -1, 0, "eval(%0)") \
  X(Anything, Argument, 0, 0, 0, -1, 0, "_") \
  /* Expressions. */ \
  X(Character, Expression, 14, 0, 0, -1, 0, "'%t'") \
  X(SkipAsValue, Expression, 14, 0, 0, -1, 0, "skip") \
  X(MtypeConstant, Expression, 14, 0, 0, -1, 0, "%t") \
  X(MacroUse, Expression, 14, 0, 0, -1, 0, "%t") \
  X(MacroCall, Expression, 14, 0, 0, -1, 0, "%t(%,0)") \
  X(Field, Expression, 14, 0, 0, -1, 0, "%0.%1") \
  X(Underscore, Expression, 14, 0, 0, -1, 0, "_") \
  X(OwnPid, Expression, 14, 0, 0, -1, 0, "_pid") \
  X(ProcessCount, Expression, 14, 0, 0, -1, 0, "_nr_pr") \
  X(Last, Expression, 14, 0, 0, -1, 0, "_last") \
  X(OwnPriority, Expression, 14, 0, 0, -1, 0, "_priority") \
  X(NotTwice, Expression, 13, 14, 14, -1, 0, "!!%0") \
  X(NegateTwice, Expression, 13, 14, 14, -1, 0, "--%0") \
  X(Conditional, Expression, 14, 2, 2, -1, 0, "(%0 -> %1 : %2)") \
  X(Run, Expression, 14, 0, 0, 0, 0, "run %t(%,0)") \
  X(RunWithPriority, Expression, 14, 0, 0, 1, 1, "run %t(%,1) priority %0") \
  X(Len, Expression, 14, 0, 0, -1, 0, "len(%0)") \
  X(Full, Expression, 14, 0, 0, -1, 0, "full(%0)") \
  X(Empty, Expression, 14, 0, 0, -1, 0, "empty(%0)") \
  X(NotFull, Expression, 14, 0, 0, -1, 0, "nfull(%0)") \
  X(NotEmpty, Expression, 14, 0, 0, -1, 0, "nempty(%0)") \
  X(Poll, Expression, 14, 0, 0, 1, 2, "%0?[%,1]") \
  X(PollAny, Expression, 14, 0, 0, 1, 2, "%0?" "?[%,1]") \
  X(Enabled, Expression, 14, 0, 0, -1, 0, "enabled(%0)") \
  X(PcValue, Expression, 14, 0, 0, -1, 0, "pc_value(%0)") \
  X(GetPriority, Expression, 14, 0, 0, -1, 0, "get_priority(%0)") \
  X(Timeout, Expression, 14, 0, 0, -1, 0, "timeout") \
  X(RemoteLabel, Expression, 14, 0, 0, -1, 0, "%t[%1]@%0") \
  X(RemoteLabelOfOldest, Expression, 14, 0, 0, -1, 0, "%t@%0") \
  X(RemoteVariable, Expression, 14, 0, 0, -1, 0, "%t[%1]:%0") \
  X(RemoteVariableOfOldest, Expression, 14, 0, 0, -1, 0, "%t:%0") \
  /* Atoms that only formulas have. */ \
  X(Sent, Expression, 14, 0, 0, -1, 0, "sent(%0)") \
  X(SentMessage, Expression, 14, 0, 0, -1, 0, "sent(%0, %1)") \
  X(Received, Expression, 14, 0, 0, -1, 0, "received(%0)") \
  X(ReceivedMessage, Expression, 14, 0, 0, -1, 0, "received(%0, %1)") \
  X(By, Expression, 14, 0, 0, -1, 0, "by(%t)") \
  X(ByProcess, Expression, 14, 0, 0, -1, 0, "by(%t, %0)") \
  /* Formulas of ltl blocks: Spin's grammar. */ \
  X(LtlNot, Formula, 13, 13, 13, -1, 0, "! %0") \
  X(LtlAlways, Formula, 13, 13, 13, -1, 0, "[] %0") \
  X(LtlAlwaysWord, Formula, 13, 13, 13, -1, 0, "always %0") \
  X(LtlEventually, Formula, 13, 13, 13, -1, 0, "<> %0") \
  X(LtlEventuallyWord, Formula, 13, 13, 13, -1, 0, "eventually %0") \
  X(LtlNext, Formula, 13, 13, 13, -1, 0, "X %0") \
  X(LtlNextWord, Formula, 13, 13, 13, -1, 0, "next %0") \
  X(LtlUntil, Formula, 4, 4, 5, -1, 0, "%0 U %1") \
  X(LtlUntilWord, Formula, 4, 4, 5, -1, 0, "%0 until %1") \
  X(LtlStrongUntilWord, Formula, 4, 4, 5, -1, 0, "%0 stronguntil %1") \
  X(LtlRelease, Formula, 4, 4, 5, -1, 0, "%0 V %1") \
  X(LtlReleaseWord, Formula, 4, 4, 5, -1, 0, "%0 release %1") \
  X(LtlWeakUntil, Formula, 4, 4, 5, -1, 0, "%0 W %1") \
  X(LtlWeakUntilWord, Formula, 4, 4, 5, -1, 0, "%0 weakuntil %1") \
  X(LtlAnd, Formula, 3, 3, 4, -1, 0, "%0 && %1") \
  X(LtlAndSlash, Formula, 3, 3, 4, -1, 0, "%0 /\\ %1") \
  X(LtlOr, Formula, 2, 2, 3, -1, 0, "%0 || %1") \
  X(LtlOrSlash, Formula, 2, 2, 3, -1, 0, "%0 \\/ %1") \
  X(LtlImplies, Formula, 1, 1, 2, -1, 0, "%0 -> %1") \
  X(LtlImpliesWord, Formula, 1, 1, 2, -1, 0, "%0 implies %1") \
  X(LtlEquivalent, Formula, 1, 1, 2, -1, 0, "%0 <-> %1") \
  X(LtlEquivalentWord, Formula, 1, 1, 2, -1, 0, "%0 equivalent %1") \
  X(LtlAtom, Formula, 14, 0, 0, -1, 0, "(%0)")
// clang-format on
