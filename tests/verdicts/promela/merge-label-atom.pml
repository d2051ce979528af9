// The property tells `lab` from the location behind it.
// expect ltl G P@lab: violated
// expect ltl G F !P@lab: holds
// expect ltl F G P@lab: violated
byte x;
active proctype P() { byte k; lab: x = 1 - x; k = 1 - k; goto lab }
