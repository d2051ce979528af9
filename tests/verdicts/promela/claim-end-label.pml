// A claim that reaches an end label has ended, and the end of a claim is a violation.
// expect property never: violated
byte x;
active proctype A() { x = 1 }
never { do :: x == 0 :: x == 1 -> break od; end: do :: x == 1 od }
