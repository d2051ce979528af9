// The block is called like a kind of property.
// expect property deadlock: violated
byte x;
active proctype P() { do :: x = 1 - x od }
ltl deadlock { [] (x == 0) }
