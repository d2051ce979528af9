// A label before a sequence with an escape names the start of the sequence.
// expect assertions: violated
// expect deadlock: holds
// expect ltl G !A[0]@M: violated
byte x;
active proctype A() { M: { x = 1 - x } unless { x == 7 }; goto M }
active proctype B() { A[0]@M -> assert(false) }
