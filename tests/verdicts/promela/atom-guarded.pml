// An atom that cannot be evaluated does not matter where the formula does not need it.
// expect property x: holds
// expect property y: violated
byte w[2]; byte i;
active proctype P() { do :: i = (i + 1) % 4 od }
ltl x { [] (i < 2 -> !w[i]) }
ltl y { <> (i >= 2 && w[i]) }
