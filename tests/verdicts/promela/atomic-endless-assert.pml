// expect assertions: violated
// expect deadlock: holds
byte x;
active proctype P() { atomic { do :: x = (x + 1) % 10; assert(x != 5) od } }
