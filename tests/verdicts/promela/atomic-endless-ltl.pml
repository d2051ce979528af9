// States inside an endless atomic sequence are states of the run.
// expect ltl G F x==7: holds
// expect ltl G x!=7: violated
byte x;
active proctype P() { atomic { do :: x = (x + 1) % 10 od } }
