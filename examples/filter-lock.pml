/* filter-lock.pml: Peterson's algorithm for N processes: a filter of N - 1 levels, each of which holds one process back.
 *
 * The processes are interchangeable although they have numbers: `weir check filter-lock.pml --symmetry Process` declares
 * this, and weir proves it. `-D N=4` has four processes.
 *
 * Property:
 *   never_two  the critical section is never shared (the assertion says the same).
 *
 * Expected: it holds, and there is no deadlock; 3406 states (Spin 6.5.2).
 */
#ifndef N
#define N 3
#endif
#define NOBODY 255

byte level[N];                 // of each process: where it is
byte last[N] = NOBODY;         // of each level: who came last
byte inside;

#define lower(k) (k == _pid || level[k] < l)
#if N == 2
#define all_lower (lower(0) && lower(1))
#elif N == 3
#define all_lower (lower(0) && lower(1) && lower(2))
#elif N == 4
#define all_lower (lower(0) && lower(1) && lower(2) && lower(3))
#else
#define all_lower (lower(0) && lower(1) && lower(2) && lower(3) && lower(4))
#endif

active [N] proctype Process() {
  byte l;
  do
  :: l = 1;
     do
     :: l < N ->
        level[_pid] = l;
        last[l] = _pid;
        (last[l] != _pid || all_lower);
        l++
     :: else -> break
     od;
     inside++;
     assert(inside == 1);
     inside--;
     level[_pid] = 0
  od
}

ltl never_two { [] (inside <= 1) }
