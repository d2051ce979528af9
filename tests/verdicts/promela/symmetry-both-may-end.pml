// The processes differ in the names of their labels only.
// expect deadlock: holds
byte x;
active proctype A() { if :: skip; end: x == 1 :: skip fi }
active proctype B() { if :: skip; end1: x == 1 :: skip fi }
