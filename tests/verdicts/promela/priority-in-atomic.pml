// expect assertions: violated
byte x;
proctype A() { x = 1 }
init { atomic { run A() priority 5; assert(x == 0) } }
