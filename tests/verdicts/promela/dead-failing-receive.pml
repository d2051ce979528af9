// expect assertions: violated
chan q0 = [0] of { bit };
active proctype P1(chan a0) { bit k0; k0 = 1; a0?k0; k0 }
