#!/bin/sh
# smith.sh [COUNT] : random stencils, each as every legal kernel of fields soa and
# aosoa, with FULL=1 also aos_in, against the interpreter. A failure names the
# seed: build/tests/stencilsmith SEED writes it.
set -u
count=${1:-24}
count=${count:-24}
dir=build/smith
passed=0 failed=0
rm -rf $dir
mkdir -p $dir/stencils
seed=1
while [ $seed -le "$count" ]; do
	build/tests/stencilsmith $seed | sed "s/^stencil [a-z_0-9]*/stencil s$seed/" >$dir/stencils/s$seed.stencil
	seed=$((seed + 1))
done
for mode in host openmp; do
	if STENCILS=$dir/stencils OUT=$dir ORDERS= LAYOUTS="aosoa${FULL:+ aos_in}" sh tests/kernels.sh $mode >$dir/$mode.log 2>&1; then
		passed=$((passed + $(sed -n 's/.*Checks: \([0-9]*\),.*/\1/p' $dir/$mode.log)))
	else
		failed=$((failed + 1))
		tail -40 $dir/$mode.log
	fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
