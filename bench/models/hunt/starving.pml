/* Liveness: after a late mistake a client is served no more. Nine clients count up to nine in any order. */
byte served[9];
byte count;
bool forgotten;
active [9] proctype Client() {
  do
  :: !(forgotten && _pid == 4) -> atomic { served[_pid] = (served[_pid] + 1) % 10; count = _pid }
  :: served[_pid] == 7 && served[4] == 6 -> forgotten = true
  od
}
ltl served_again { [] <> (count == 4) }
