// expect deadlock: violated
// expect assertions: holds
chan q1 = [0] of { bit };
active proctype P0() { run R1() }
proctype R0() { q1?_ }
proctype R1() { atomic { skip unless skip }; skip }
init { atomic { run R0(); run R1() } }
