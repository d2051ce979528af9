// expect assertions: violated
chan a = [1] of { byte }; chan b = [1] of { byte };
active proctype P() { chan c; byte v; c = a; c!1; c = b; c!2; a?v; assert(v == 2) }
