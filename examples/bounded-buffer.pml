/* bounded-buffer.pml: semaphores made of channels.
 *
 * A counting semaphore with k permits is a channel with k messages: `sem?_` takes one (or waits), `sem!1` returns one.
 * `_` receives values that are not used. Producers put numbers into a ring of SLOTS slots, a consumer takes them in order.
 *
 * Expected: the assertions hold; the processes end; 325 states (Spin 6.5.2).
 * `--ltl '[] (taken < 4)'` fails with a complete run.
 */
#define SLOTS 2
#define ITEMS 4

chan free = [SLOTS] of { bit };
chan used = [SLOTS] of { bit };
byte buffer[SLOTS], put_at, take_at, given, taken;

inline give(semaphore) { semaphore!1 }
inline take(semaphore) { semaphore?_ }

init {
  give(free);
  give(free);
  atomic { run Producer(); run Producer(); run Consumer() }
}

proctype Producer() {
  do
  :: given < ITEMS ->
     take(free);
     atomic {
       if
       :: given < ITEMS -> buffer[put_at] = given; put_at = (put_at + 1) % SLOTS; given++; give(used)
       :: else -> give(free)
       fi
     }
  :: given == ITEMS -> break
  od
}

proctype Consumer() {
  do
  :: taken < ITEMS ->
     take(used);
     atomic { assert(buffer[take_at] == taken); take_at = (take_at + 1) % SLOTS; taken++ }
     give(free)
  :: taken == ITEMS -> break
  od
}

ltl all_taken { <> (taken == 4) }
