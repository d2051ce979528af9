// expect assertions: violated
byte x;
active proctype P() { if :: x == 0 --> assert(false) :: else --> skip fi }
