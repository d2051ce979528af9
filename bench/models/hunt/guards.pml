/* Guards matter: the assertion is behind conditions on counters that other processes move up and down, and on a channel
   that must be full. The locations of the process itself say nothing about them. */
byte x[6];
chan q = [6] of { bit };
active proctype Late() {
  x[0] == 40 && x[1] == 40 && x[2] == 40;
  full(q) && x[3] == 30;
  x[4] + x[5] == 70;
  assert(x[0] < 20)
}
active [6] proctype Counter() {
  do :: atomic { x[_pid - 1] < 50 -> x[_pid - 1]++ } :: atomic { x[_pid - 1] > 0 -> x[_pid - 1] = x[_pid - 1] - 1 } od
}
active proctype Sender() { do :: q ! 0 :: q ? _ od }
