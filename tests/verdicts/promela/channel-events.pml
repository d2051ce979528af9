// The letter of a step carries the event of its channel, with the first field of the message.
// expect ltl F sent(c): holds
// expect ltl F sent(c,2): holds
// expect ltl F sent(c,3): violated
// expect ltl G !sent(c,1): violated
// expect ltl F received(c,2): holds
// expect ltl G !received(c): violated
// expect ltl !received(c) U sent(c): holds
// expect ltl G (received(c,2) -> F sent(c)): violated
// expect ltl F (sent(r,7) && received(r,7)): holds
// expect ltl F (sent(c) && received(c)): violated
chan c = [2] of { byte };
chan r = [0] of { byte };
active proctype P() { c!1; c!2; r!7 }
active proctype Q() { byte x; c?x; c?x; r?x }
