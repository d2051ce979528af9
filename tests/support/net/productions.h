// SPDX-License-Identifier: Apache-2.0
// The productions of place/transition nets in PNML, and of atoms about nets; grammar/productions.h explains the
// columns.
#pragma once

// clang-format off
#define WEIR_NET_PRODUCTIONS(X)                                                                                       \
  X(Net, Whole, 0, 0, 0, 0, 0, "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n"                     \
    "<net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\">%+%_0%-\n</net>\n</pnml>\n")               \
  X(NetPage, Unit, 0, 0, 0, 0, 0, "\n<page id=\"%t\">%+%_0%-\n</page>")                                               \
  X(NetPlace, Unit, 0, 0, 0, 0, 0, "\n<place id=\"%t\">%_0</place>")                                                  \
  X(NetTransition, Unit, 0, 0, 0, 0, 0, "\n<transition id=\"%t\">%_0</transition>")                                   \
  X(NetName, Clause, 0, 0, 0, -1, 0, "<name><text>%t</text></name>")                                                  \
  X(NetMarking, Clause, 0, 0, 0, -1, 0, "<initialMarking><text>%0</text></initialMarking>")                           \
  X(NetGraphics, Clause, 0, 0, 0, -1, 0, "<graphics><position x=\"1\" y=\"2\"/></graphics>")                          \
  X(NetTool, Unit, 0, 0, 0, -1, 0, "\n<toolspecific tool=\"t\" version=\"1\"><place id=\"no\"/></toolspecific>")      \
  X(NetReferencePlace, Unit, 0, 0, 0, -1, 0, "\n<referencePlace id=\"%t\" ref=\"%0\"/>")                              \
  X(NetReferenceTransition, Unit, 0, 0, 0, -1, 0, "\n<referenceTransition id=\"%t\" ref=\"%0\"/>")                    \
  X(NetArc, Unit, 0, 0, 0, 2, 2, "\n<arc id=\"%t\" source=\"%0\" target=\"%1\">%_2</arc>")                            \
  X(NetWeight, Clause, 0, 0, 0, -1, 0, "<inscription><text>%0</text></inscription>")                                  \
  X(NetNormal, Clause, 0, 0, 0, -1, 0, "<type value=\"normal\"/>")                                                    \
  /* Atoms. */                                                                                                        \
  X(NetFires, Expression, 14, 0, 0, -1, 0, "%t")                                                                      \
  X(NetFireable, Expression, 14, 0, 0, 0, 1, "fireable(%,0)")                                                         \
  X(NetLessEqual, Expression, 9, 0, 0, -1, 0, "%0 <= %1")                                                             \
  X(NetLess, Expression, 9, 0, 0, -1, 0, "%0 < %1")                                                                   \
  X(NetGreaterEqual, Expression, 9, 0, 0, -1, 0, "%0 >= %1")                                                          \
  X(NetGreater, Expression, 9, 0, 0, -1, 0, "%0 > %1")                                                                \
  X(NetEqual, Expression, 9, 0, 0, -1, 0, "%0 == %1")                                                                 \
  X(NetEqualSign, Expression, 9, 0, 0, -1, 0, "%0 = %1")                                                              \
  X(NetNotEqual, Expression, 9, 0, 0, -1, 0, "%0 != %1")                                                              \
  X(NetSum, Expression, 11, 0, 0, -1, 0, "%0 + %1")                                                                   \
  X(NetDifference, Expression, 11, 0, 0, -1, 0, "%0 - %1")                                                            \
  X(NetNegative, Expression, 12, 0, 0, -1, 0, "-%0")                                                                  \
  X(NetMultiple, Expression, 13, 0, 0, -1, 0, "%0*%1")                                                                \
  X(NetTokens, Expression, 14, 0, 0, 0, 1, "tokens(%,0)")
// clang-format on
