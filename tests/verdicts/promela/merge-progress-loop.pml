// expect progress: violated
active proctype P() { progress0: do :: skip; skip od }
active proctype Q() { do :: skip od }
