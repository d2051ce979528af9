// A rendezvous has no message to look at.
// expect assertions: violated
chan q = [0] of { bit };
active proctype P() { q?<_> }
active proctype Q() { q!1 }
