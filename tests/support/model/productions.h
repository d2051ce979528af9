// SPDX-License-Identifier: Apache-2.0
// The productions of tables that represent C++ models: cells of small numbers, and actions on them. They are printed
// for readers; model/build.h builds systems from them. grammar/productions.h explains the columns.
#pragma once

// clang-format off
#define WEIR_MODEL_PRODUCTIONS(X)                                                                                     \
  X(Model, Whole, 0, 0, 0, 1, 1, "%_0")                                                                               \
  /* Which interface it has. */                                                                                       \
  X(ModelSystem, Option, 0, 0, 0, -1, 0, "class TransitionSystem\n")                                                  \
  X(ModelPlain, Option, 0, 0, 0, -1, 0, "struct with a plain State\n")                                                \
  X(ModelFields, Option, 0, 0, 0, -1, 0, "struct whose State has fields()\n")                                         \
  /* What it tells about itself. */                                                                                   \
  X(ModelProcesses, Unit, 0, 0, 0, -1, 0, "processes 0..%0\n")                                                        \
  X(ModelSymmetric, Unit, 0, 0, 0, -1, 0, "symmetric\n")                                                              \
  X(ModelFootprints, Unit, 0, 0, 0, -1, 0, "footprints\n")                                                            \
  X(ModelFewClosing, Unit, 0, 0, 0, -1, 0, "few transitions close cycles\n")                                          \
  X(ModelMayEnd, Unit, 0, 0, 0, 0, 0, "may end%_0\n")                                                                 \
  /* States. */                                                                                                       \
  X(ModelCell, Unit, 0, 0, 0, -1, 0, "cell %t 0..%0 = %1\n")                                                          \
  X(ModelLocals, Unit, 0, 0, 0, 1, 1, "cell of each process 0..%0 = %,1\n")                                           \
  X(ModelInitially, Unit, 0, 0, 0, 0, 1, "or initially%_0\n")                                                         \
  X(ModelProposition, Unit, 0, 0, 0, 0, 0, "proposition %t%_0\n")                                                     \
  X(ModelUnlisted, Unit, 0, 0, 0, 0, 0, "proposition %t, which no footprint tells of%_0\n")                           \
  X(ModelUndefined, Option, 0, 0, 0, -1, 0, ", undefined%0")                                                          \
  /* Steps. */                                                                                                        \
  X(ModelAction, Unit, 0, 0, 0, 0, 0, "action %t%_0\n")                                                               \
  X(ModelEach, Unit, 0, 0, 0, 0, 0, "action of each process %t%_0\n")                                                 \
  X(ModelBy, Option, 0, 0, 0, -1, 0, " by %0")                                                                        \
  X(ModelWith, Option, 0, 0, 0, -1, 0, " with %0")                                                                    \
  X(ModelError, Option, 0, 0, 0, -1, 0, " is an error")                                                               \
  X(ModelFailure, Option, 0, 0, 0, -1, 0, " fails an assertion")                                                      \
  X(ModelEqual, Option, 0, 0, 0, -1, 0, " if %t == %0")                                                               \
  X(ModelNotEqual, Option, 0, 0, 0, -1, 0, " if %t != %0")                                                            \
  X(ModelLess, Option, 0, 0, 0, -1, 0, " if %t < %0")                                                                 \
  X(ModelLocalOf, Option, 0, 0, 0, -1, 0, " if cell of %0 == %1")                                                     \
  X(ModelMine, Option, 0, 0, 0, -1, 0, " if own cell == %0")                                                          \
  X(ModelSome, Option, 0, 0, 0, -1, 0, " if some own cell == %0")                                                     \
  X(ModelSet, Option, 0, 0, 0, -1, 0, "; %t = %0")                                                                    \
  X(ModelIncrease, Option, 0, 0, 0, -1, 0, "; %t += %0")                                                              \
  X(ModelSetMine, Option, 0, 0, 0, -1, 0, "; own cell = %0")                                                          \
  /* Atoms. */                                                                                                        \
  X(ModelAtom, Expression, 14, 0, 0, -1, 0, "%t")
// clang-format on
