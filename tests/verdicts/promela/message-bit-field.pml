// A bit field of a message is one bit wide.
// expect assertions: holds
chan r = [1] of { bit, byte };
active proctype P() { byte x, y; r!2,3; r?x,y; assert(x == 0) }
