/* Deadlock: sixteen philosophers who all take the left fork first, with appetites that enlarge the space. */
#define N 16
bool fork[N];
byte eaten[N];
active [N] proctype Philosopher() {
  byte right = (_pid + 1) % N;
  do
  :: atomic { !fork[_pid] -> fork[_pid] = true };
     atomic { !fork[right] -> fork[right] = true };
     eaten[_pid] = (eaten[_pid] + 1) % 50;
     fork[right] = false;
     fork[_pid] = false
  od
}
