/* Two processes count to three; the second one may pass it. */
byte count;

active proctype Up() {
  do
  :: count < 3 -> count++
  :: count == 3 -> break
  od
}

active proctype Twice() {
  count = count + 2;
  assert(count < 5)
}

ltl small { [] (count <= 3) }
ltl grows { <> (count >= 2) }
