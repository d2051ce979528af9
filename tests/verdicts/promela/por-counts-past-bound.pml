// The loop counts up to a bound, but by two between tests of it: 254 becomes 0, and the sequence never ends. A reduction
// that takes it for one that ends puts the other processes off for ever.
// expect assertions: violated
// expect ltl G z==0: violated
// expect ltl F z==1: violated
bit z;
active proctype P() {
  byte y;
  atomic {
    do
    :: y < 255 -> y++; y++
    :: else -> break
    od
  }
}
active [2] proctype Q() {
  if
  :: z = 1
  :: z = 0
  fi;
  assert(false)
}
