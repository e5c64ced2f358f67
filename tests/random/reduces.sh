#!/bin/sh
# reduces.sh : what shows a fault becomes small, and still shows it.
set -u
dir=build/reduces
passed=0 failed=0
mkdir -p $dir
expect() { # WHAT FILE CONTENT
	if [ "$(tr -d ' \n' <"$2")" = "$3" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED $1:"
		cat "$2"
	fi
}
build/tests/stencilsmith 1 >$dir/word.stencil
build/tests/reduce $dir/word.stencil grep -q stencil >$dir/log
expect 'one word' $dir/word.stencil stencil

# A compiler that dies of every max inside an if.
cat >$dir/dies.sh <<'EOF'
build/stencilgen -q --dump ast "$1" | awk '/^ *if/ { inside = 1 } inside && /call max/ { bad = 1 } END { exit !bad }'
EOF
cat >$dir/if.stencil <<'EOF'
// A stencil with an if.
stencil s {
    in u, v;
    out d, e;
    param p = 2;

    t = u[-1,0] + 3*v;
    e = t*p;
    if (t > 0 && v < p) {
        d = 2*(t + max(u, t[east]*p)) - 1;
        x = u;
    } else {
        d = 0;
    }
}
EOF
build/tests/reduce $dir/if.stencil sh $dir/dies.sh >$dir/log
if [ "$(wc -c <$dir/if.stencil)" -lt 130 ] && sh $dir/dies.sh $dir/if.stencil; then
	passed=$((passed + 1))
else
	failed=$((failed + 1))
	cat $dir/if.stencil
fi
expect 'no fault, no change' $dir/if.stencil "$(build/tests/reduce $dir/if.stencil false >/dev/null 2>&1; tr -d ' \n' <$dir/if.stencil)"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
