/* philosophers.pml: dining philosophers who do not starve each other to death.
 *
 * N philosophers sit round a table, a fork between each two. To eat, one needs both forks. Here the last philosopher takes the
 * forks in the opposite order, so that no circle of waiting can close. philosophers-bug.pml lets all begin with the left.
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
