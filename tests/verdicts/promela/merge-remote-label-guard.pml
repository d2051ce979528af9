// The location of `lab` is seen by another process's guard: `merge` must not pass it.
// expect assertions: violated
// expect deadlock: holds
byte x;
active proctype P() { byte k; lab: x = 1 - x; k = 1 - k; goto lab }
active proctype Q() { !(P[0]@lab); assert(false) }
