/* More states than can be visited before somebody cancels. */
byte a, b, c, d;
active proctype A() { do :: a++ :: a-- od }
active proctype B() { do :: b++ :: b-- od }
active proctype C() { do :: c++ :: c-- od }
active proctype D() { do :: d++ :: d-- od }
ltl never_ends { [] (a + b + c + d < 1021) }
