#!/bin/sh
# smith.sh [COUNT] [FIRST] : random stencils, as every legal kernel against the
# interpreter: those with even seeds in double, with fields soa and aosoa, the others in
# float. FULL=1: all of them in both, also with aos_in. Those of tests/data/random went
# wrong once. A failure names the seed: build/tests/stencilsmith SEED writes it.
set -u
count=${1:-16}
count=${count:-16}
first=${2:-1}
dir=${DIR:-build/smith}
passed=0 failed=0

# The sum over all orders of threads.
checks() { # LOG
	awk '/Checks: / { sub(/.*Checks: /, ""); sum += $0 } END { print sum + 0 }' "$1"
}

try() { # NAME PRECISIONS LAYOUTS, of the stencils in $dir/NAME/stencils
	[ "$(ls "$dir/$1/stencils")" ] || return 0
	for mode in ${MODES:-host openmp}; do
		if STENCILS=$dir/$1/stencils OUT=$dir/$1 ORDERS= PRECISIONS=$2 LAYOUTS=$3 \
			sh tests/kernels/kernels.sh "$mode" >"$dir/$1/$mode.log" 2>&1; then
			passed=$((passed + $(checks "$dir/$1/$mode.log")))
		else
			failed=$((failed + 1))
			tail -40 "$dir/$1/$mode.log"
		fi
	done
}

rm -rf "$dir"
mkdir -p "$dir/even/stencils" "$dir/odd/stencils"
seed=$first
while [ $seed -lt $((first + count)) ]; do
	half=odd
	[ $((seed % 2)) = 1 ] || half=even
	build/tests/stencilsmith $seed |
		sed "s/^stencil smith/stencil s$seed/" >"$dir/$half/stencils/s$seed.stencil"
	seed=$((seed + 1))
done
[ "$first" != 1 ] || cp tests/data/random/*.stencil "$dir/even/stencils"
if [ "${FULL-}" ]; then
	mv "$dir"/odd/stencils/* "$dir/even/stencils"
	try even "double float" "aosoa aos_in"
else
	try even double aosoa
	try odd float ""
fi

# On sparse grids.
mkdir -p "$dir/sparse/stencils"
seed=$first
while [ $seed -lt $((first + (count + 3)/4)) ]; do
	build/tests/stencilsmith --sparse $seed |
		sed "s/^stencil smith/stencil s$seed/" >"$dir/sparse/stencils/s$seed.stencil"
	seed=$((seed + 1))
done
for mode in ${MODES:-host openmp}; do
	if STENCILS=$dir/sparse/stencils OUT=$dir/sparse GRIDS="3:5${FULL:+ 1:9 2:4:pad 7:4}" \
		sh tests/kernels/sparse.sh "$mode" >"$dir/sparse/$mode.log" 2>&1; then
		passed=$((passed + $(checks "$dir/sparse/$mode.log")))
	else
		failed=$((failed + 1))
		tail -40 "$dir/sparse/$mode.log"
	fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
