/* cache-msi-bug.pml: cache coherence (MSI) where a cache does not write back its modified line when another cache writes.
 *
 * The next reader then sees an old value. cache-msi.pml is correct and explains the protocol.
 *
 * Expected: fresh is violated; 2017 states for N=3 (Spin 6.5.2).
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
         line[i] = I /* and memory keeps its old value */
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
