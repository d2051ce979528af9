// The processes differ in a label only: A may stay where B is stuck, so they must not be exchanged.
// expect deadlock: violated
byte x;
active proctype A() { if :: skip; end: x == 1 :: skip fi }
active proctype B() { if :: skip; here: x == 1 :: skip fi }
