// Every one of 40 processes must be served. Weak fairness is enough, so none of them needs marks of its own.
// costly
// expect ltl F x==40 [fair strong]: holds
// expect ltl F x==40: violated
// expect ltl G x<40 [fair strong]: violated
byte x;
active [40] proctype P() { x == _pid; x++ }
active proctype Q() { bit k; do :: k = 1 - k od }
