// A statement of the claim that cannot be evaluated is an error.
// expect property never: violated
byte w[2]; byte i;
active proctype P() { do :: i = (i + 1) % 4 od }
never { do :: w[i] == 0 od }
