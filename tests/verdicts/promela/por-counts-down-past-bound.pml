// Like por-counts-past-bound.pml, downwards: 1 becomes 255.
// expect assertions: violated
// expect deadlock: holds
bit z;
active proctype P() {
  byte y = 9;
  atomic {
    do
    :: y > 0 -> y--; y--
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
