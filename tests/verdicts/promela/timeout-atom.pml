// `timeout` in a formula: no process can move unless it waits for one.
// expect ltl F timeout: holds
// expect ltl G !timeout: violated
// expect ltl G (x==2 -> F timeout): holds
byte x;
active proctype P() { do :: x < 2 -> x++ :: timeout -> x = 0 od }
