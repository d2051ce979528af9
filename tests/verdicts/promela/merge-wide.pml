// A merged sequence with 2^13 alternatives: none may be dropped.
// expect assertions: violated
// expect deadlock: holds
active proctype P() {
  bit b0;
  bit b1;
  bit b2;
  bit b3;
  bit b4;
  bit b5;
  bit b6;
  bit b7;
  bit b8;
  bit b9;
  bit b10;
  bit b11;
  bit b12;
  if :: b0 = 1 :: b0 = 0 fi;
  if :: b1 = 1 :: b1 = 0 fi;
  if :: b2 = 1 :: b2 = 0 fi;
  if :: b3 = 1 :: b3 = 0 fi;
  if :: b4 = 1 :: b4 = 0 fi;
  if :: b5 = 1 :: b5 = 0 fi;
  if :: b6 = 1 :: b6 = 0 fi;
  if :: b7 = 1 :: b7 = 0 fi;
  if :: b8 = 1 :: b8 = 0 fi;
  if :: b9 = 1 :: b9 = 0 fi;
  if :: b10 = 1 :: b10 = 0 fi;
  if :: b11 = 1 :: b11 = 0 fi;
  if :: b12 = 1 :: b12 = 0 fi;
  if :: assert(!(b0&&b1&&b2&&b3&&b4&&b5&&b6&&b7&&b8&&b9&&b10&&b11&&b12)) :: skip fi
}
