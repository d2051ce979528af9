// Nothing but a run-time error follows, and yet the claim or the automaton has failed before.
// expect property never: violated
// expect failures x-set.hoa: violated
// expect automaton x-kept.hoa: violated
// expect failures x-large.hoa: holds
byte x; byte z;
active proctype P() { x = 1; x = 2 / z }
never { do :: x == 1 -> break :: else od }
