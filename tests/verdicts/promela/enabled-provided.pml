// expect assertions: violated
active proctype P() provided (enabled(0)) { skip }
