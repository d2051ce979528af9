// Nothing but a run-time error follows, and yet the formula has failed before.
// expect property p: violated
// expect property q: holds
// expect ltl G (x == 0 -> X x == 0): violated
byte x; byte z;
active proctype P() { x = 1; x = 2 / z }
ltl p { [] (x == 0) }
ltl q { <> (x == 1) }
