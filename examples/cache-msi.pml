/* cache-msi.pml: cache coherence with three states per line: modified, shared, invalid (MSI).
 *
 * N processors share one line of memory over a bus that serves one request at a time. To read, a cache fetches the line in
 * state S; to write, in state M, which invalidates all others. A cache in M writes the line back when another one asks.
 *
 * Expected: one_owner and fresh hold, no deadlock; 565 states for N=3 (Spin 6.5.2).
 * cache-msi-bug.pml forgets to write back.
 */
#ifndef N
#define N 3
#endif

mtype = { I, S, M };
mtype line[N] = I;
bit value[N];    /* what each cache holds */
bit memory;
bit latest;      /* what the last write wrote: what every reader must see */
bool stale;      /* somebody has read something else */

active [N] proctype Processor() {
  byte i;
  do
  :: line[_pid] == I -> /* fetch for reading */
     atomic {
       for (i : 0 .. N - 1) {
         if
         :: line[i] == M -> memory = value[i]; line[i] = S
         :: else
         fi
       }
       line[_pid] = S;
       value[_pid] = memory;
       i = 0
     }
  :: line[_pid] != M -> /* fetch for writing */
     atomic {
       for (i : 0 .. N - 1) {
         if
         :: line[i] == M -> memory = value[i]
         :: else
         fi;
         line[i] = I
       }
       line[_pid] = M;
       value[_pid] = memory;
       i = 0
     }
  :: atomic { line[_pid] == M -> value[_pid] = 1 - latest; latest = value[_pid] }
  :: atomic { line[_pid] != I -> stale = (value[_pid] != latest) }
  od
}

ltl one_owner { [] !(line[0] == M && line[1] != I) }
ltl fresh { [] !stale }
