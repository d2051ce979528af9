/* A narrow error: one of 2^8 combinations of choices, each made once, beside counters that enlarge the space. */
#define N 8
bool choice[N];
byte made;
active proctype Chooser() {
  byte i = 0;
  byte right = 0;
  do :: made < N -> if :: choice[made] = true :: skip fi; made++ :: made == N -> break od;
  do :: i < N -> if :: choice[i] == (i % 3 == 0) -> right++ :: else fi; i++ :: i == N -> break od;
  assert(right < N)
}
byte x[3];
active [3] proctype Noise() {
  do :: x[_pid - 1] < 200 -> x[_pid - 1]++ :: x[_pid - 1] > 0 -> x[_pid - 1] = x[_pid - 1] - 1 od
}
