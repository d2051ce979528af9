// A rendezvous has no message to ask for: the condition fails, it is neither true nor false.
// expect assertions: violated
chan q = [0] of { bit };
active proctype P() provided (q?[1]) { skip }
active proctype Q() { skip }
