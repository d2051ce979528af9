/* peterson-bug.pml: Peterson's algorithm with two assignments in the wrong order.
 *
 * A process yields before it announces that it wants to enter. Between the two assignments the other process sees no
 * announcement, and both enter. See peterson.pml for the right order.
 *
 * Expected: the assertion and mutex are violated; 98 states (Spin 6.5.2, all of them, not stopping at the error).
 */
bool wants[2];
byte turn;
byte inside;

active [2] proctype P() {
  pid other = 1 - _pid;
  do
  :: turn = other;
     wants[_pid] = true;
     !wants[other] || turn == _pid;
     inside++;
crit:
     assert(inside == 1);
     inside--;
     wants[_pid] = false
  od
}

ltl mutex { [] !(P[0]@crit && P[1]@crit) }
