// A sender of higher priority can move if a process of lower priority can receive, also at the start of a d_step.
// expect assertions: holds
chan c = [0] of { byte };
byte x, y;
active proctype R() priority 1 { d_step { c?x; y = x } }
active proctype S() priority 5 { c!1 }
active proctype T() priority 1 { assert(y == 1) }
