// Questions about questions are no circle.
// expect assertions: holds
// expect deadlock: violated
byte x;
active proctype P() provided (enabled(1)) { x = 1 }
active proctype Q() { enabled(2) }
active proctype R() { x == 1 }
