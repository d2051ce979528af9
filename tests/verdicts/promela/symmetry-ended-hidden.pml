// P1 reads the hidden variable in its condition until it is gone. Where it is left out because it has ended, the variable
// would be cleared too early, and the run could not be shown.
// expect assertions: violated
// expect deadlock: holds
byte x0;
hidden int x3 = 2;
active proctype P0() {
  true;
  atomic { assert(false) };
  run R0(1, 1)
}
active proctype P1() provided (x3 >= x0) {
  if
  :: x0 == 0; run R0(x3, 0)
  :: true
  fi
}
proctype R0(bool a0; bit a1) { skip }
