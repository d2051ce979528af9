// An atomic sequence that finds no partner is interrupted, and the state in its middle is seen.
// expect assertions: violated
byte x, y; chan c = [0] of { bit };
active proctype P() { byte k; y = 1; k = 1; c?_ }
active proctype Q() { atomic { x = 1; c!1; x = 2 } }
active proctype R() { assert(!(x == 1 && y == 1)) }
