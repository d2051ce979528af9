// Only one of two locations of the loop is a progress state.
// expect progress: holds
// expect ltl G np_: violated
// expect ltl G !np_: violated
byte x;
active proctype P() { byte k; progress: x = 1 - x; k = 1 - k; goto progress }
