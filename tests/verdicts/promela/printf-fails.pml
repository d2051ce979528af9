// expect assertions: violated
byte a[2]; byte i = 7;
active proctype P() { printf("%d\n", a[i]) }
