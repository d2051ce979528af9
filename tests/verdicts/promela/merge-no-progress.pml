// The progress label is left for ever.
// expect progress: violated
byte x;
active proctype P() { byte k; progress: x = 1 - x; do :: k = 1 - k od }
active proctype Q() { !(P[0]@progress); do :: x = 1 - x od }
