/* connect-disconnect.pml: the protocol of Jard and Jeron's report on on-line model checking (1989).
 *
 * A opens and closes a connection; B, when open, may abort it. The two directions cross, so that an abort may meet a
 * disconnect on its way, and messages of an older connection may still be under way.
 *
 *   weir explore examples/connect-disconnect.pml -D N=5
 *
 * With room for N messages from A to B and for one from B to A there are exactly floor(N*N/4) + 3*(N+1) states: 14 for N=3,
 * 2803 for N=100 (recomputed from the report's description; Spin 6.5.2 counts the same).
 *
 * The protocol can get stuck: after aborting, B does not expect a disconnect. The labels `end...` allow a run to end there,
 * so that the file as it is passes; with -D STRICT they are plain labels, and the deadlock is reported.
 * Events are atoms: --ltl '[] (sent(ab, connect) -> <> received(ab, connect))' fails, since nobody is obliged to receive.
 *
 * Expected: 14 states for N=3 (Spin 6.5.2).
 */
#ifndef N
#define N 3
#endif

#ifdef STRICT
#define IDLE idle
#define OPEN open
#else
#define IDLE end_idle
#define OPEN end_open
#endif

mtype = { connect, disconnect, abort };
chan ab = [N] of { mtype };
chan ba = [1] of { mtype };

active proctype A() {
IDLE:
  ab!connect;
OPEN:
  if
  :: ab!disconnect -> goto IDLE
  :: ba?abort -> goto IDLE
  fi
}

active proctype B() {
IDLE:
  ab?connect;
OPEN:
  if
  :: ab?disconnect -> goto IDLE
  :: ba!abort -> goto IDLE
  fi
}
