/* philosophers-bug.pml: dining philosophers, all beginning with the fork on their left.
 *
 * If each takes the left fork, all wait for the right one for ever: the classical deadlock. philosophers.pml breaks the
 * cycle.
 *
 * Expected: deadlock (an invalid end state); 154 states for N=3 (Spin 6.5.2, not stopping at the error).
 */
#ifndef N
#define N 3
#endif

bool fork_taken[N];
#define take(f) atomic { !fork_taken[f] -> fork_taken[f] = true }

active [N] proctype Philosopher() {
  byte left, right;
  left = _pid;
  right = (_pid + 1) % N;
  do
  :: take(left);
     take(right);
     fork_taken[left] = false;
     fork_taken[right] = false
  od
}
