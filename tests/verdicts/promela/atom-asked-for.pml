// A formula that asks for an atom where it has no value is violated, though the value may come later.
// expect ltl F (len(q) == 1): violated
// expect ltl F (len(r) == 1): holds
// expect ltl x == 0 & X X F (len(q) == 1): holds
// expect ltl (x == 9 & len(q) == 1) | F (len(r) == 1): holds
// expect ltl (x == 0 & len(q) == 1) | F (len(r) == 1): violated
// expect ltlf G (len(q) < 2): violated
// expect ltlf G (x == 0 | len(r) < 2): holds
chan q; chan r = [1] of { byte }; byte x;
active proctype P() { q = r; x = 1; q!3; x = 2 }
