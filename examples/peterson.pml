/* peterson.pml: Peterson's algorithm, mutual exclusion for two processes with shared variables only.
 *
 * A process that wants to enter announces it and gives the other process priority. It waits while the other process wants
 * to enter and has priority.
 *
 * Properties:
 *   mutex  the critical section is never shared (the assertion says the same);
 *   used   it is used infinitely often, by either process.
 *
 * Expected: both hold, and there is no deadlock; 38 states (Spin 6.5.2).
 * `--ltl '[] <> P[0]@crit'` fails: the scheduler may ignore process 0. With `--fair weak` it holds.
 * peterson-bug.pml has the two assignments swapped.
 */
bool wants[2];
byte turn;
byte inside;

active [2] proctype P() {
  pid other = 1 - _pid;
  do
  :: wants[_pid] = true;
     turn = other;
     !wants[other] || turn == _pid;
     inside++;
crit:
     assert(inside == 1);
     inside--;
     wants[_pid] = false
  od
}

ltl mutex { [] !(P[0]@crit && P[1]@crit) }
ltl used { [] <> (P[0]@crit || P[1]@crit) }
