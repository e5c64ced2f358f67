#!/bin/sh
# gpu_mesh.sh : on a GPU, with build/ as it is: kernels on meshes. All of them on small meshes, with the interpreter's bits; then
# what runtime/results/mesh.runs lists, part by part, and its page. About eight minutes; no part begins after LIMIT seconds.
# What was measured stays: the next call goes on. PARTS: only these, of bits 0 1 2 3.
set -u
cd "$(dirname "$0")/../.." || exit 1
bin=${BIN:-build} backend=${BACKEND:-cuda} limit=${LIMIT:-420} parts=${PARTS:-bits 0 1 2 3}
export STENCILGEN_CACHE="${STENCILGEN_CACHE:-$PWD/build/cache}"
start=$(date +%s) passed=0 failed=0

"$bin/stencilbench" --backend "$backend" --no-time --mesh torus:6x4 --size-levels 3 --access idxvar \
	stencils/mesh/divergence.stencil >/dev/null || {
	echo "gpu_mesh.sh: nothing is tested" >&2
	exit 77
}

try() { # TITLE COMMAND...
	title=$1
	shift
	if "$@" >build/gpu_mesh.log 2>&1; then
		passed=$((passed + 1))
		echo "ok      $title, $(($(date +%s) - start)) s"
	else
		failed=$((failed + 1))
		echo "FAILED  $title, $(($(date +%s) - start)) s"
		tail -n 40 build/gpu_mesh.log
	fi
}

# bits GRIDS MESHES: all kernels of the stencils on such grids.
bits() {
	# shellcheck disable=SC2046 # names of files without blanks
	try "kernels $1" "$bin/stencilbench" --backend "$backend" --no-time --mesh "$2" --size-levels 7,66 --order random:3 \
		$(grep -lE "^stencil [a-z0-9_]+ $1 " stencils/mesh/*.stencil)
}

for part in $parts; do
	if [ $(($(date +%s) - start)) -gt "$limit" ]; then
		echo "gpu_mesh.sh: no time for part $part: call again with PARTS=$part" >&2
		failed=$((failed + 1))
	elif [ "$part" = bits ]; then
		bits 'on triangles' torus:16x12,cap:60:icosahedron:R1B2
		bits 'on (hexagons|polygons)' dual:icosahedron:R1B2,dual:flips:16x8:1
	else
		try "part $part" env TOPIC=mesh BACKEND="$backend" BIN="$bin" sh runtime/tables.sh "$part"
	fi
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
