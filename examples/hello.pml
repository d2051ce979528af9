/* hello.pml: first steps.
 *
 * Two processes share one counter. `active` starts a process at the beginning; every statement is one step, and the
 * checker tries all interleavings of the processes.
 *
 *   weir check examples/hello.pml       assertions, deadlock and the formula below
 *   weir simulate examples/hello.pml    one run, chosen at random
 *
 * A condition used as a statement, like `done == 2`, waits until it is true.
 *
 * Expected: all hold, 14 states (Spin 6.5.2).
 * Try --ltl '[] (done < 2)': it fails, and the counterexample shows both processes finishing.
 */
byte done;

active [2] proctype Worker() {
  printf("worker %d at work\n", _pid);
  atomic { done++; assert(done <= 2) }
}

active proctype Waiter() {
  done == 2;
  printf("all done\n")
}

ltl finishes { <> (done == 2) }
