// costly
// expect assertions: holds
// expect deadlock: holds
int i; byte x;
active proctype P() { d_step { do :: i < 3000000 -> i++ :: else -> break od }; x = 1 }
