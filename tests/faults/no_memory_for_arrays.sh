#!/bin/sh
# The n-th request for memory that could hold a field fails, for every n: the run says so and writes no result, or has the right one.
# What fails for --verify ends with status 3 and the advice to do without.

. "$(dirname "$0")/../lib/programs.sh"

"$cc" -std=gnu11 -O1 -shared -fPIC tests/faults/fail_malloc.c -o "$out/fail_malloc.so" || exit 1
npy u '<f8' 9x31x33 1
OMP_NUM_THREADS=1
export OMP_NUM_THREADS

# faulty N COMMAND...
faulty() {
	n=$1
	shift
	status=0
	FAIL_MALLOC=$n FAIL_BYTES=30000 LD_PRELOAD=$out/fail_malloc.so "$bin/$@" 9>"$out/reached" >"$out/stdout" 2>"$out/stderr" || status=$?
}

# each TITLE COMMAND...: all n; one of them at least is the interpreter's.
each() {
	title=$1 n=1 advised=0
	shift
	run "$@"
	check "$title: with memory" is_clean
	cp "$out/v.npy" "$out/right.npy"
	while echo 'as before' >"$out/v.npy"; faulty $n "$@"; [ -s "$out/reached" ]; do
		check "$title: $n fails" says_so
		n=$((n + 1))
	done
	check "$title: $advised of $((n - 1)) are for --verify" test $advised -gt 0
}
says_so() {
	case $status in
	0) cmp "$out/v.npy" "$out/right.npy" && return ;;
	3) ! grep -q 'memory for --verify.*or leave it out' "$out/stderr" || advised=$((advised + 1)) ;;
	esac
	[ $status -le 3 ] && grep 'memory' "$out/stderr" && [ "$(cat "$out/v.npy")" = 'as before' ]
}

fields="--in src=$data/u.npy --out dst=$out/v.npy"
# shellcheck disable=SC2086 # options are words
{
each 'a grid' stencilrun -q stencils/laplap.stencil $fields --backend openmp --verify
each 'steps' stencilrun -q stencils/laplap.stencil $fields --backend openmp --verify --steps 3 --swap dst:src
each 'parts' stencilrun -q stencils/laplap.stencil $fields --backend openmp --verify --ranks 2x1
}
each 'a mesh' stencilrun -q stencils/mesh/divergence.stencil --mesh icosahedron:R2B1 --size-levels 20 \
	--formula 'vn=sin(lat)*k' --formula 'geofac_div=1+slot' --out "div=$out/v.npy" --backend openmp --verify
finish
