// The state before an atomic sequence is reachable, even if the sequence begins with a local statement.
// expect property before: violated
// expect property again: violated
// expect assertions: violated
// expect deadlock: violated
byte x = 2, y;
chan c = [1] of { byte };
active proctype P() {
  do
  :: x = 0; atomic { skip; x = 1 }
  :: c!1; atomic { printf("sent\n"); c?1 }
  :: break
  od
}
active proctype Q() { byte k; y = 1; atomic { k = 1; y = 2 } }
active proctype R() { if :: y == 1 -> assert(false) :: y == 2 fi; if :: len(c) == 1 -> false :: x == 1 fi }
ltl before { [] (x != 0) }
ltl again { [] (len(c) == 0) }
