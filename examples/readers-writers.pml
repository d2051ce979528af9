/* readers-writers.pml: several may read at the same time, one may write alone.
 *
 * A monitor with two variables; `atomic { condition -> ... }` tests and sets in one step.
 *
 * Expected: exclusive holds, no deadlock; 17 states (Spin 6.5.2).
 * `--ltl '[] (waiting -> <> writing)'` fails, with weak fairness too: readers may come and go for ever while the writer
 * waits. Writers need a queue.
 */
#ifndef READERS
#define READERS 3
#endif

byte reading;
bool writing, waiting;

active [READERS] proctype Reader() {
  do
  :: atomic { !writing -> reading++ }
     reading--
  od
}

active proctype Writer() {
  do
  :: waiting = true;
     atomic { !writing && reading == 0 -> writing = true; waiting = false }
     writing = false
  od
}

ltl exclusive { [] !(writing && reading > 0) }
