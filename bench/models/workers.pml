/* Workers that count up, each in its own cell, and a monitor that may look at all cells at any time. Nearly all steps are
   independent, but because of the monitor no set of them can be put off: partial order gains little, sleep sets nearly
   everything. (STEPS + 1) ** 6 states and more; by default 7.5 million of some 180 bytes. */
#ifndef STEPS
#define STEPS 13
#endif

int cell[6];
bool seen;

proctype Worker(int me) {
  int record[6];
  end: do
  :: atomic { cell[me] < STEPS -> cell[me] = cell[me] + 1 }
  od
}

active proctype Monitor() {
  end: atomic {
    (cell[0] == STEPS && cell[1] == STEPS && cell[2] == STEPS && cell[3] == STEPS && cell[4] == STEPS && cell[5] == STEPS) ->
    seen = true
  }
}

init {
  atomic { run Worker(0); run Worker(1); run Worker(2); run Worker(3); run Worker(4); run Worker(5) }
}
