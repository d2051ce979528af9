// A label may stand before a loop that begins a block.
// expect ltl F P@L: violated
// expect ltl F P@M: holds
// expect deadlock: holds
byte x;
active proctype P() {
  atomic { L: do :: x < 3 -> x++ :: else -> break od };
  { M: do :: x > 0 -> x-- :: else -> break od } unless { x == 9 }
}
