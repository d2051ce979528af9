/* A needle behind counters: twelve of them must be full at the same time, one state of 6^12. */
byte x[12];
active [12] proctype Counter() {
  do :: x[_pid] < 5 -> x[_pid]++
     :: x[_pid] > 0 -> x[_pid] = x[_pid] - 1
  od
}
ltl never_all_full { [] !(x[0] == 5 && x[1] == 5 && x[2] == 5 && x[3] == 5 && x[4] == 5 && x[5] == 5 && x[6] == 5
                          && x[7] == 5 && x[8] == 5 && x[9] == 5 && x[10] == 5 && x[11] == 5) }
