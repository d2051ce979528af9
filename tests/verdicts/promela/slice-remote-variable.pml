// Variables of processes are read from outside, so what flows into them matters.
// expect progress: violated
bit x1;
active proctype P0() { skip }
active proctype P1() { bit k0; bit k1 }
proctype R0() { bit k0; do :: x1 = P1[0]:k1; k0 = x1 od }
init { run R0() }
