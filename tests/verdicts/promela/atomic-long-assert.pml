// expect assertions: violated
// expect deadlock: holds
active proctype P() { short i; atomic { do :: i < 5000 -> i++ :: else -> break od; if :: assert(false) :: skip fi } }
