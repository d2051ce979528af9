/* alternating-bit-bug.pml: the alternating bit protocol without looking at the bit of an acknowledgement.
 *
 * A late acknowledgement of a repeated message is taken for that of the next one, which is then skipped if it is lost.
 * alternating-bit.pml compares the bit.
 *
 * Expected: the assertion is violated; 1946 states (Spin 6.5.2, not stopping at the error).
 */
mtype = { DATA, ACK };
chan to_receiver = [1] of { mtype, byte, bit };
chan to_sender = [1] of { mtype, bit };

active proctype Sender() {
  byte data;
  bit seq, answer;
  do
  :: to_receiver!DATA(data, seq)
  :: to_sender?ACK(answer) -> atomic { seq = 1 - seq; data = (data + 1) % 4 }
  od
}

active proctype Receiver() {
  byte data, expected;
  bit seq, wanted;
  do
  :: to_receiver?_, _, _ /* the message is lost */
  :: to_receiver?DATA(data, seq) ->
     if
     :: seq == wanted ->
        assert(data == expected);
        atomic { wanted = 1 - wanted; expected = (expected + 1) % 4 }
     :: else
     fi;
     if
     :: to_sender!ACK(seq)
     :: skip
     fi
  od
}
