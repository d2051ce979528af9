// A property given as an automaton asks for an atom where its steps depend on it: without a value there, it is violated.
// expect automaton asks-never.hoa: violated
// expect automaton asks-guarded.hoa: holds
// expect automaton asks-often.hoa: violated
// expect failures asks-some.hoa: violated
// expect failures asks-guarded-some.hoa: holds
byte w[2]; byte i;
active proctype P() { do :: i = (i + 1) % 4 od }
