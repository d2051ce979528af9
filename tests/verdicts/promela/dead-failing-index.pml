// expect assertions: violated
byte a[2]; byte z = 2;
init { byte k = 1; do :: k != 0 -> k = a[z] od }
