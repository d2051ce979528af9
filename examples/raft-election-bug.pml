/* raft-election-bug.pml: Raft's election with a voter that does not remember its vote.
 *
 * A server asked twice in one term votes twice, so that two candidates can both have a majority. raft-election.pml is
 * correct and explains the protocol.
 *
 * Expected: one_leader is violated; 28351 states (Spin 6.5.2).
 */
#define N 3
#ifndef TERMS
#define TERMS 2
#endif
#define NOBODY 255

byte term[N];
byte voted_for[N] = NOBODY;
byte votes[N];
byte leader_of[TERMS + 1] = NOBODY; /* history, for the property */
bool two_leaders;

active [N] proctype Server() {
  byte peer, my_term;
end:
  do
  :: atomic { /* the timer runs out */
       term[_pid] < TERMS ->
       term[_pid]++;
       voted_for[_pid] = _pid;
       votes[_pid] = 1;
       my_term = term[_pid];
       peer = 0
     }
     do /* ask the others, as long as nobody shows a higher term */
     :: atomic {
          peer < N && term[_pid] == my_term ->
          if
          :: peer != _pid && term[peer] < my_term -> /* it follows to the new term and votes */
             term[peer] = my_term;
             voted_for[peer] = _pid;
             votes[_pid]++
          :: peer != _pid && term[peer] == my_term && voted_for[peer] != peer ->
             voted_for[peer] = _pid;
             votes[_pid]++
          :: else /* no vote, or not reached */
          :: skip
          fi;
          peer++
        }
     :: peer == N || term[_pid] != my_term -> break
     od;
     atomic {
       if
       :: term[_pid] == my_term && votes[_pid] * 2 > N ->
          if
          :: leader_of[my_term] != NOBODY && leader_of[my_term] != _pid -> two_leaders = true
          :: else -> leader_of[my_term] = _pid
          fi
       :: else
       fi;
       my_term = 0;
       peer = 0;
       votes[_pid] = 0
     }
  od
}

ltl one_leader { [] !two_leaders }
