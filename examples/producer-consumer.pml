/* producer-consumer.pml: a bounded buffer with sleep and wakeup.
 *
 * Producers sleep while the buffer is full, consumers while it is empty; the process that changes this wakes them. Test
 * and sleep must be one step (as with a lock): producer-consumer-bug.pml shows what happens otherwise.
 *
 * Expected: no deadlock, the assertions hold; 21 states (Spin 6.5.2).
 */
#define SIZE 2

byte count;
bool producer_sleeps, consumer_sleeps;

active proctype Producer() {
  do
  :: atomic {
       if
       :: count == SIZE -> producer_sleeps = true
       :: else
       fi
     }
     !producer_sleeps; /* sleep until woken */
     atomic {
       assert(count < SIZE);
       count++;
       consumer_sleeps = false
     }
  od
}

active proctype Consumer() {
  do
  :: atomic {
       if
       :: count == 0 -> consumer_sleeps = true
       :: else
       fi
     }
     !consumer_sleeps;
     atomic {
       assert(count > 0);
       count--;
       producer_sleeps = false
     }
  od
}

ltl goes_on { [] <> (count > 0) }
