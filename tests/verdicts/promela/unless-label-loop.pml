// The label names the start of the sequence, not the loop that begins it.
// expect deadlock: violated
byte y;
active proctype P() { end1: { do :: y == 0 -> y = 1 od } unless { y == 2 } }
