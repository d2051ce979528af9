// SPDX-License-Identifier: Apache-2.0
// The productions specific to DVE; grammar/productions.h explains the columns.
#pragma once

// clang-format off
#define WEIR_DVE_PRODUCTIONS(X)                                                                                       \
  X(Dve, Whole, 0, 0, 0, 0, 1, "%_0")                                                                                 \
  X(DveGlobal, Unit, 0, 0, 0, -1, 0, "%0\n")                                                                          \
  X(DveMacro, Unit, 0, 14, 14, -1, 0, "#define %t %0\n")                                                              \
  X(DveProcess, Unit, 0, 0, 0, 0, 1, "process %t {%+\n%/0%-\n}\n")                                                    \
  X(DveAsync, Unit, 0, 0, 0, -1, 0, "system async;\n")                                                                \
  X(DveSync, Unit, 0, 0, 0, -1, 0, "system sync;\n")                                                                  \
  X(DveAsyncProperty, Unit, 0, 0, 0, -1, 0, "system async property %t;\n")                                            \
  X(DveSyncProperty, Unit, 0, 0, 0, -1, 0, "system sync property %t;\n")                                              \
  /* Declarations. */                                                                                                 \
  X(DveBytes, Declaration, 0, 0, 0, 0, 1, "byte %,0;")                                                                \
  X(DveInts, Declaration, 0, 0, 0, 0, 1, "int %,0;")                                                                  \
  X(DveConstantBytes, Declaration, 0, 0, 0, 0, 1, "const byte %,0;")                                                  \
  X(DveConstantInts, Declaration, 0, 0, 0, 0, 1, "const int %,0;")                                                    \
  X(DveScalarOfValues, Declarator, 0, 0, 0, 0, 1, "%t = {%,0}")                                                       \
  X(DveChannels, Declaration, 0, 0, 0, 0, 1, "channel %,0;")                                                          \
  X(DveTypedChannels, Declaration, 0, 0, 0, 1, 2, "channel {%0} %,1;")                                                \
  X(DveFields, Clause, 0, 0, 0, 0, 1, "%,0")                                                                          \
  X(DveByteField, Type, 0, 0, 0, -1, 0, "byte")                                                                       \
  X(DveIntField, Type, 0, 0, 0, -1, 0, "int")                                                                         \
  /* Clauses of processes. */                                                                                         \
  X(DveStates, Clause, 0, 0, 0, 0, 1, "state %,0;")                                                                   \
  X(DveInit, Clause, 0, 0, 0, -1, 0, "init %t;")                                                                      \
  X(DveCommit, Clause, 0, 0, 0, 0, 1, "commit %,0;")                                                                  \
  X(DveAccept, Clause, 0, 0, 0, 0, 1, "accept %,0;")                                                                  \
  X(DveAcceptBuchi, Clause, 0, 0, 0, 0, 1, "accept buchi %,0;")                                                       \
  X(DveAssertions, Clause, 0, 0, 0, 0, 1, "assert %,0;")                                                              \
  X(DveAssertion, Option, 0, 0, 0, -1, 0, "%t: %0")                                                                   \
  X(DveTransitions, Clause, 0, 0, 0, 0, 0, "trans%+\n%.0;%-")                                                         \
  X(DveLooseTransitions, Clause, 0, 0, 0, 0, 0, "trans%+\n%/0%-")                                                     \
  X(DveTransition, Option, 0, 0, 0, 1, 1, "%t -> %0 { %_1}")                                                          \
  X(DveNextTransition, Option, 0, 0, 0, 1, 1, "-> %0 { %_1}")                                                         \
  X(DveGuard, Option, 0, 0, 0, 0, 1, "guard %,0; ")                                                                   \
  X(DveEffect, Option, 0, 0, 0, 0, 1, "effect %,0; ")                                                                 \
  X(DveAssign, Argument, 0, 0, 0, -1, 0, "%0 = %1")                                                                   \
  X(DveSignal, Option, 0, 0, 0, -1, 0, "sync %0!; ")                                                                  \
  X(DveSend, Option, 0, 0, 0, -1, 0, "sync %0!%1; ")                                                                  \
  X(DveSendSeveral, Option, 0, 0, 0, 1, 2, "sync %0!{%,1}; ")                                                         \
  X(DveAwait, Option, 0, 0, 0, -1, 0, "sync %0?; ")                                                                   \
  X(DveReceive, Option, 0, 0, 0, -1, 0, "sync %0?%1; ")                                                               \
  X(DveReceiveSeveral, Option, 0, 0, 0, 1, 2, "sync %0?{%,1}; ")                                                      \
  X(DveChannelOf, Name, 0, 0, 0, -1, 0, "%t->%0")                                                                     \
  X(DveChannelOfDot, Name, 0, 0, 0, -1, 0, "%t.%0")                                                                   \
  /* Expressions. */                                                                                                  \
  X(DveInState, Expression, 14, 0, 0, -1, 0, "%t.%0")                                                                 \
  X(DveMember, Expression, 14, 0, 0, -1, 0, "%t->%0")                                                                 \
  X(DveMemberDot, Expression, 14, 0, 0, -1, 0, "%t.%0")                                                               \
  X(DveNotWord, Expression, 13, 14, 14, -1, 0, "not %0")                                                              \
  X(DveAndWord, Expression, 3, 3, 4, -1, 0, "%0 and %1")                                                              \
  X(DveOrWord, Expression, 2, 2, 3, -1, 0, "%0 or %1")                                                                \
  X(DveImply, Expression, 1, 1, 2, -1, 0, "%0 imply %1")                                                              \
  X(DveImplySign, Expression, 1, 1, 2, -1, 0, "%0 => %1")                                                             \
  X(DveMacroUse, Expression, 14, 0, 0, -1, 0, "%t")
// clang-format on
