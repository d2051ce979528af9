// With a label, a sequence that is a single jump has a control state where its escape may come first.
// expect assertions: violated
// expect deadlock: holds
byte y, z;
active proctype P() { skip; L: { goto M } unless { y == 2 -> assert(false) }; M: z = 1 }
active proctype O() { y = 2 }
