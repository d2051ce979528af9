// The label names the start of the sequence, not the loop that begins it: the loop makes no progress.
// expect progress: violated
byte y;
active proctype P() { progress1: { do :: y = 1 - y od } unless { y == 2 } }
