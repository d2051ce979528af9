byte count;
active proctype P() {
  cuont++
}
