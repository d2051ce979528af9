/* alternating-bit.pml: reliable transfer over channels that lose messages.
 *
 * The sender repeats a message until it is acknowledged; one bit distinguishes a repetition from the next message. Loss
 * is a nondeterministic choice: a message may be received and dropped, an acknowledgement may not be sent. Messages carry
 * numbers modulo 4, so that the receiver can check that none is lost, repeated or out of order.
 *
 * Expected: the assertion holds, there is no deadlock; 434 states (Spin 6.5.2).
 * `--ltl '[] <> fresh'` fails: nothing obliges the channel to deliver anything.
 */
mtype = { DATA, ACK };
chan to_receiver = [1] of { mtype, byte, bit };
chan to_sender = [1] of { mtype, bit };
bool fresh; /* true when a new message has just been accepted */

active proctype Sender() {
  byte data;
  bit seq, answer;
  do
  :: to_receiver!DATA(data, seq)
  :: to_sender?ACK(answer) ->
     if
     :: answer == seq -> atomic { seq = 1 - seq; data = (data + 1) % 4 }
     :: else
     fi
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
        atomic { fresh = true; wanted = 1 - wanted; expected = (expected + 1) % 4 }
        fresh = false
     :: else
     fi;
     if
     :: to_sender!ACK(seq)
     :: skip /* the acknowledgement is lost */
     fi
  od
}
