// The last state before the run-time error decides; also on stores that omit states.
// expect ltl (x < 7) U (x == 9): violated
// expect ltl [] (x == 7 -> X false): violated
byte x;
byte a[3];
active proctype P() { x = 1; x = 2; x = 7; a[x] = 1; x = 9 }
