// Every one of 70 processes must be served, the last ones too.
// expect ltl F x==70 [fair weak]: holds
// expect ltl F x==70: violated
// expect ltl G x<70 [fair weak]: violated
byte x;
active [70] proctype P() { x == _pid; x++ }
active proctype Q() { bit k; do :: k = 1 - k od }
