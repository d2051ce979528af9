// Processes of several kinds that end.
// expect deadlock: violated
// expect ltl G in<2: holds
// expect ltl F in==1: holds
byte mutex = 1, in;
proctype Worker() { atomic { mutex == 1 -> mutex = 0 }; in++; in--; mutex = 1 }
proctype Monitor() { in == 2 }
init { run Worker(); run Monitor(); run Worker(); run Worker() }
