/* SPDX-License-Identifier: Apache-2.0
 * weir's own shared index (src/base/table/shared_index.h): threads insert keys into one bucket by compare-and-swap while
 * another thread enlarges the table and refills it. Each key must get exactly one entry, whichever thread inserts it, and
 * an entry must not be visible before its key is written.
 *
 * weir check examples/self/shared_index.pml
 *
 * What each precaution is for:
 *   -D PLAIN_STORE    an entry is stored without comparing: an entry is lost
 *   -D NO_GATE        the table is refilled without waiting for threads inside: a key gets two entries, or none
 *   -D ENTRY_FIRST    the entry is swapped in before the key is written: it is visible too early
 * Promela's memory is sequentially consistent: the model is about the algorithm, not about memory orders, which are
 * argued in the source.
 */
#define THREADS 2
#define SLOTS 4
#define NUMBERS 2             /* of each thread's block */

byte slot[SLOTS];             /* 0: free; otherwise number + 1 */
byte key[4];                  /* by number; 0: not written */
byte next[THREADS];           /* of each thread's numbers, those from here on are unused */
bool inside[THREADS];
bool growing;
byte finished;

inline enter(me) {
  do
  :: inside[me] = true;
     if
     :: !growing -> break
     :: else -> inside[me] = false; !growing
     fi
  od
}

inline insert(me, value) {
  at = 0;
  written = false;
  do
  :: entry = slot[at];
     if
     :: entry != 0 ->
        assert(key[entry - 1] != 0);
        if
        :: key[entry - 1] == value -> break
        :: else -> at++
        fi
     :: else ->
#ifndef ENTRY_FIRST
        key[next[me]] = value;
#endif
#ifdef PLAIN_STORE
        slot[at] = next[me] + 1; next[me]++; break
#else
        atomic {
          if
          :: slot[at] == 0 -> slot[at] = next[me] + 1; written = true
          :: else
          fi
        }
        if
        :: written ->
#ifdef ENTRY_FIRST
           key[next[me]] = value;
#endif
           next[me]++; break
        :: else
        fi
#endif
     fi
  od
}

proctype Inserter(byte me; byte first; byte second) {
  byte at, entry;
  bool written;
  next[me] = me * NUMBERS;
  enter(me);
  insert(me, first);
  inside[me] = false;
  enter(me);
  insert(me, second);
  inside[me] = false;
  finished++
}

/* Takes the entries out and puts them back in another order, as a larger table would. */
proctype Grower() {
  byte number, at;
  growing = true;
#ifndef NO_GATE
  !inside[0];
  !inside[1];
#endif
  slot[0] = 0; slot[1] = 0; slot[2] = 0; slot[3] = 0;
  number = 4;
  do
  :: number == 0 -> break
  :: else ->
     number--;
     if
     :: number >= next[number / NUMBERS]  /* unused: at most written in vain */
     :: else ->
        at = 0;
        do
        :: slot[at] == 0 -> break
        :: else -> at++
        od;
        slot[at] = number + 1
     fi
  od;
  growing = false;
  finished++
}

byte ones, twos, i;

init {
  atomic {
    run Inserter(0, 1, 2);
    run Inserter(1, 2, 1);
    run Grower()
  }
  finished == 3;
  do
  :: i == SLOTS -> break
  :: else ->
     if
     :: slot[i] == 0
     :: else ->
        if
        :: key[slot[i] - 1] == 1 -> ones++
        :: else -> twos++
        fi
     fi;
     i++
  od;
  assert(ones == 1 && twos == 1)
}
