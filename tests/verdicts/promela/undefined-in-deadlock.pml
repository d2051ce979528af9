// A deadlocked state repeats: an atom without a value is asked for in a repetition, too.
// expect property later: violated
// expect property much_later: violated
// expect property not_asked: holds
byte w[2], i = 7;
active proctype P() { end: false }
ltl later { X !(w[i] == 1) }
ltl much_later { X X X !(w[i] == 1) }
ltl not_asked { true || X !(w[i] == 1) }
