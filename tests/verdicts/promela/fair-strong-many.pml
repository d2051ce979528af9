// Strong fairness with more processes than there are acceptance marks: the last one is enabled again and again, but
// never for long.
// costly
// expect ltl F got==1 [fair strong]: holds
// expect ltl F got==1 [fair weak]: violated
// expect ltl G got==0 [fair strong]: violated
bool busy; byte got;
active [40] proctype P() { do :: atomic { !busy -> busy = true }; busy = false od }
active proctype Last() { atomic { !busy -> got = 1 } }
