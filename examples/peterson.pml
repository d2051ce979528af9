/* peterson.pml: Peterson's algorithm, mutual exclusion for two processes with shared variables only.
 *
 * A process that wants to enter says so and gives the other one the right of way; it waits as long as the other one wants to
 * enter and has the right of way.
 *
 * Properties:
 *   mutex  the critical section is never shared (the assertion says the same);
 *   used   it is used again and again, whoever takes the steps.
 *
 * Expected: both hold, and there is no deadlock; 38 states (Spin 6.5.2).
 * `--ltl '[] <> P[0]@crit'` fails: the scheduler may forget process 0. With `--fair weak` it holds.
 * peterson-bug.pml has the two assignments swapped: see what happens.
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
