/* sliding-window.pml: go-back-N, a sender with several unacknowledged messages.
 *
 * The sender may be WINDOW messages ahead of the acknowledgements; after a loss it goes back to the oldest unacknowledged
 * one. Sequence numbers are modulo SEQ. With SEQ > WINDOW the receiver can distinguish a repetition from a new message.
 *
 * Expected: holds, no deadlock, 25044 states (Spin 6.5.2).
 * `-D SEQ=2`, as many numbers as the window is wide: the assertion fails, because a repetition looks new.
 */
#ifndef WINDOW
#define WINDOW 2
#endif
#ifndef SEQ
#define SEQ 3
#endif
#define DATA 4 /* contents are numbered modulo DATA: enough to notice an error */

chan data = [1] of { byte, byte }; /* sequence number, contents */
chan ack = [1] of { byte };        /* next sequence number wanted */

active proctype Sender() {
  byte base;    /* oldest unacknowledged, as contents */
  byte ahead;   /* messages sent and not acknowledged */
  byte seq;     /* sequence number of base */
  byte wanted;
  do
  :: ahead < WINDOW -> data!(seq + ahead) % SEQ, (base + ahead) % DATA; ahead++
  :: ahead > 0 -> ahead = 0 /* give up waiting: go back */
  :: ack?wanted ->
     do /* everything before `wanted` has arrived */
     :: ahead > 0 && seq != wanted -> atomic { seq = (seq + 1) % SEQ; base = (base + 1) % DATA; ahead-- }
     :: else -> break
     od
  od
}

active proctype Receiver() {
  byte next, expected, seq, contents;
  do
  :: data?seq, contents ->
     if
     :: seq == next ->
        assert(contents == expected);
        atomic { next = (next + 1) % SEQ; expected = (expected + 1) % DATA }
     :: seq != next
     fi;
     if
     :: ack!next
     :: skip /* the acknowledgement is lost */
     fi
  :: data?seq, contents /* the message is lost */
  od
}
