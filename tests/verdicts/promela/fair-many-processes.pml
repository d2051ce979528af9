// More processes than there are acceptance marks.
// costly
// expect ltl F done [fair weak]: holds
// expect ltl F done: violated
// expect ltl F !done [fair weak]: holds
// expect ltl G !done [fair weak]: violated
bool done; byte turn;
active [70] proctype Busy() { do :: turn = 0 od }
active proctype Last() { done = true }
