/* philosophers.pml: dining philosophers without deadlock.
 *
 * N philosophers sit round a table with a fork between each two, and need both forks to eat. Here the last one takes the
 * forks in the opposite order, so no cycle of waiting can arise. In philosophers-bug.pml all begin with the left fork.
 *
 *   weir check examples/philosophers.pml -D N=4
 *
 * Expected: no deadlock; somebody_eats holds; 245 states for N=3 (Spin 6.5.2).
 * `--ltl '[] <> eating[0]'` fails: the others may eat for ever while philosopher 0 waits.
 */
#ifndef N
#define N 3
#endif

bool fork_taken[N];
bool eating[N];
byte eaters;
#define take(f) atomic { !fork_taken[f] -> fork_taken[f] = true }

active [N] proctype Philosopher() {
  byte first, second;
  first = (_pid == N - 1 -> 0 : _pid);
  second = (_pid == N - 1 -> N - 1 : _pid + 1);
  do
  :: take(first);
     take(second);
     atomic { eating[_pid] = true; eaters++ }
     atomic { eating[_pid] = false; eaters-- }
     fork_taken[first] = false;
     fork_taken[second] = false
  od
}

ltl somebody_eats { [] <> (eaters > 0) }
