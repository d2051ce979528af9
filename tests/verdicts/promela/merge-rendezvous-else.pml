// Whether P waits for a partner is seen by an `else` beside the send.
// expect assertions: violated
byte x; chan c = [0] of { bit };
active proctype P() { byte k; x = 1; k = 1; c?_ }
active proctype Q() { if :: c!1 :: else -> assert(x == 0) fi }
