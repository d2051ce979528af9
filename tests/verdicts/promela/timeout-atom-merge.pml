// The state before an internal step has no timeout, the one behind it has.
// expect ltl G (x==1 -> timeout): violated
// expect deadlock: violated
byte x;
active proctype P() { byte k; x = 1; k = 1; false }
