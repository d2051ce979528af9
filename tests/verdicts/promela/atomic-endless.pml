// An atomic sequence that never ends is no deadlock.
// expect assertions: holds
// expect deadlock: holds
byte x;
active proctype P() { atomic { do :: x = (x + 1) % 10 od } }
