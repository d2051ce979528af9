/* two-phase-commit.pml: all commit, or all abort.
 *
 * A coordinator asks every participant for its vote; if all say yes it tells them to commit, otherwise to abort. A
 * participant that said yes must wait for the decision; one that said no aborts at once. The coordinator may crash between
 * the phases. It then stops, and those that said yes wait for ever: the known blocking problem of two-phase commit.
 *
 * Expected: agreement holds; participants may be left waiting only if the coordinator crashed (valid end states are marked by
 * end labels); 3925 states for N=3 (Spin 6.5.2).
 * `--ltl '<> (committed + aborted == 3)'` fails because of the crash.
 */
#ifndef N
#define N 3
#endif

mtype = { prepare, yes, no, commit, abort };
chan to[N] = [1] of { mtype };
chan votes = [N] of { mtype };
byte committed, aborted;

active [N] proctype Participant() {
  mtype decision;
  to[_pid]?prepare;
  if
  :: votes!yes ->
end_uncertain:
     to[_pid]?decision;
     if
     :: decision == commit -> committed++
     :: decision == abort -> aborted++
     fi
  :: votes!no -> aborted++
  fi
}

active proctype Coordinator() {
  byte i, agreed;
  for (i : 0 .. N - 1) { to[i]!prepare }
  for (i : 0 .. N - 1) {
    if
    :: votes?yes -> agreed++
    :: votes?no
    fi
  }
  if
  :: agreed == N -> for (i : 0 .. N - 1) { to[i]!commit }
  :: agreed < N -> for (i : 0 .. N - 1) { to[i]!abort }
  :: goto crashed
  fi;
crashed:
  skip
}

ltl agreement { [] !(committed > 0 && aborted > 0) }
