// expect assertions: violated
// expect deadlock: holds
active proctype P() { bit k = 0 / 0 }
