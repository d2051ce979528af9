// SPDX-License-Identifier: Apache-2.0
// Replaces operators with simple regular expressions by temporal operators. Letters b at the start of the expression
// are taken off one after the other; [*] stands for any positions, and r does not accept the empty word:
//
//     {b}<>->f       b & f              {b}[]->f       !b | f             {b}       b
//     {b; r}<>->f    b & X[!] {r}<>->f  {b; r}[]->f    !b | X {r}[]->f    {b; r}    b & X {r}, if a word is in r
//     {b[*]; r}<>->f b U {r}<>->f       {b[*]; r}[]->f !b R {r}[]->f      {b[*]; r} b W {r}, if a word is in r
//     {b[*]}<>->f    f M b              {b[*]}[]->f    f W !b             {b[*]}    b
//     {r; [*]}<>->f  {r}<>-> F f        {r; [*]}[]->f  {r}[]-> G f
//     {r : s}<>->f   {r}<>->{s}<>->f    {r : s}[]->f   {r}[]->{s}[]->f
//
// The equivalences hold at every position of every finite and infinite word, below every operator. f is never copied.
// Temporal operators have more rules (rewrite_rules.cpp), and their eventualities need no breakpoints (expansion.h).
#pragma once

#include "formula/formula.h"

namespace weir {

Formula without_simple_regexes(Formula f);

}  // namespace weir
