// Evaluating the atom fails.
// expect property x: violated
byte w[2];
active proctype P() { do :: w[0] = 1 - w[0] od }
ltl x { [] !w[7] }
