/* A deep error: the clock ticks when another process has moved, and 400 ticks are too many. */
byte x[11];
byte last;
byte seen;
short ticks;
active proctype Clock() { do :: atomic { last != seen -> seen = last; ticks++; assert(ticks < 400) } od }
active [11] proctype Noise() {
  do :: x[_pid - 1] < 200 -> atomic { x[_pid - 1]++; last = _pid }
     :: x[last % 11] > 0 -> x[last % 11] = x[last % 11] - 1
  od
}
