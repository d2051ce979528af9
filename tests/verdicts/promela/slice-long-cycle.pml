// costly
// A sliced counter needs 65536 rounds to come back.
// expect property p: violated
short n; byte x;
active proctype P() { do :: n++ od }
ltl p { <>(x == 1) }
