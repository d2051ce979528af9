// `len` of a channel with more than 255 places.
// expect assertions: violated
chan q = [300] of { bit };
byte a[45];
active proctype P() { do :: len(q) < 259 -> q!1 :: else -> break od; a[len(q) - 256] = 1 }
active proctype Q() { assert(a[3] == 0) }
