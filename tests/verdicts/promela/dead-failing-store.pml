// A store whose expression fails writes nothing: `k` is live.
// expect assertions: violated
byte z;
init { byte k = 1; do :: k != 0 -> k = 6 / z od }
