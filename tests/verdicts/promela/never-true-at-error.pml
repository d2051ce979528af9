// The first step is a run-time error, and no infinite run satisfies the formula: it has failed at once.
// expect ltl X false: violated
// expect ltl X X false: violated
// expect ltl X true: holds
// expect ltl F false: violated
active proctype P(chan a) {
  chan k = [0] of { bit };
  a!0
}
