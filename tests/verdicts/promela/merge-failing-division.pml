// A division may fail, so the state before it is not left out.
// expect ltl G x==0: violated
// expect assertions: violated
byte x;
active proctype P() { byte y, z; x = 1; y = 1 / z }
active proctype Q() { do :: skip od }
