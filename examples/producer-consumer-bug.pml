/* producer-consumer-bug.pml: the lost wakeup.
 *
 * Each side first reads the counter and then, in a second step, goes to sleep. If the other side wakes it in between, the
 * wakeup is lost: it sleeps although there is work, and in the end both sleep. This bug is in many textbooks and some
 * kernels; producer-consumer.pml has the fix.
 *
 * Expected: deadlock (both asleep); 2383 states (Spin 6.5.2, not stopping at the error).
 */
#define SIZE 2

byte count;
bool producer_sleeps, consumer_sleeps;

active proctype Producer() {
  do
  :: if
     :: count == SIZE ->
        producer_sleeps = true; /* too late: the consumer may have been here */
        !producer_sleeps
     :: else
     fi;
     count++;
     if
     :: count == 1 -> consumer_sleeps = false
     :: else
     fi
  od
}

active proctype Consumer() {
  do
  :: if
     :: count == 0 ->
        consumer_sleeps = true;
        !consumer_sleeps
     :: else
     fi;
     count--;
     if
     :: count == SIZE - 1 -> producer_sleeps = false
     :: else
     fi
  od
}
