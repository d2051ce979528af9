// expect assertions: violated
chan v;
active proctype P() provided (len(v)) { skip }
init { skip }
