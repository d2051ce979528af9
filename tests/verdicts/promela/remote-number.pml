// The number of a process that does not exist reads as 0, like its variables.
// expect ltl G P[1]:_pid: violated
// expect ltl F (P[2]:_pid == 2): violated
// expect ltl F (P[1]:_pid == 1): holds
// expect ltl G F (Q:_pid == 0): holds
byte x;
proctype P() { x == 1 }
active proctype Q() { run P(); x = 1 }
