// The only step is a run-time error: a run of one state.
// expect ltl false: violated
// expect ltl true: holds
// expect ltl G !by(P): holds
// expect assertions: violated
chan q = [0] of { bit }; chan v;
active proctype P() { v?_ }
