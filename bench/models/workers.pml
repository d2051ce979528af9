/* Workers that count up, each in its own cell, and a monitor that may look at all cells at any time. Nearly all steps are
   independent, but because of the monitor no set of them can be put off: partial order gains nothing, sleep sets nearly
   everything. (STEPS + 1) ** 3 states and a few; by default 8.1 million of some 150 bytes, most of them for inboxes. */
#ifndef STEPS
#define STEPS 200
#endif

byte cell[3];
bool seen;
chan inbox[3] = [11] of { int };

proctype Worker(byte me) {
  end: do
  :: d_step { cell[me] < STEPS -> cell[me]++ }
  od
}

active proctype Monitor() {
  end: d_step { (cell[0] == STEPS && cell[1] == STEPS && cell[2] == STEPS) -> seen = true }
}

init {
  atomic { run Worker(0); run Worker(1); run Worker(2) }
}
