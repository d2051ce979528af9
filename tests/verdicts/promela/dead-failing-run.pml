// The 256th `run` is an error, and `k` keeps its value.
// expect assertions: violated
proctype Q() { false }
init { byte k = 1; do :: k != 0 -> k = run Q() od }
