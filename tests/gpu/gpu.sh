#!/bin/sh
# gpu.sh : on a GPU, with build/ as it is: every kernel of every stencil, both
# precisions, against the interpreter (bit for bit without contraction, within
# the error bounds with it), then under compute-sanitizer on a small odd size.
# Kernels on sparse grids are so tried on grids of few and many dimensions.
set -u
bench=${BENCH:-build/stencilbench}
passed=0 failed=0

"$bench" --backend cuda --no-time --size 8x8x8 stencils/copy.stencil >/dev/null || {
	echo "gpu.sh: nothing is tested" >&2
	exit 77
}

try() { # TITLE COMMAND...
	title=$1
	shift
	if "$@" >build/gpu.log 2>&1; then
		passed=$((passed + 1))
		echo "ok      $title"
	else
		failed=$((failed + 1))
		echo "FAILED  $title"
		tail -40 build/gpu.log
	fi
}

layouts='soa aos aosoa aos_in aosoa_in'

# The stencils whose fields can lie so, and whose halo a size has room for.
stencils_with() { # FIELDS SIZE
	case $1:$2 in
	soa:37x29x9|soa:13x11x11) echo stencils/*.stencil ;;
	soa:*) for s in stencils/*.stencil; do echo "$s"; done | grep -v star ;;
	esac
	case $1 in
	soa) ;;
	*_in) echo stencils/fastwaves.stencil stencils/hdiff.stencil ;;
	*)    echo stencils/fastwaves.stencil stencils/hdiff.stencil stencils/sponge.stencil ;;
	esac
}

# shellcheck disable=SC2046
bits() { # FIELDS PRECISION SIZE
	try "exact $*" "$bench" --backend cuda --exact --no-time --fields "$1" --precision "$2" \
		--size "$3" --order row,zcurve:4,hilbert,random:7 \
		--block 32x1x1,8x4x2,64x2x1,8x1x8,1x1x32 $(stencils_with "$1" "$3")
	try "contracted $*" "$bench" --backend cuda --no-time --fields "$1" --precision "$2" \
		--size "$3" --order zcurve:4,random:7 --block 64x2x1 $(stencils_with "$1" "$3")
}

# The kernels are built before, so that no compiler starts under the sanitizer.
sanitized() { # NAME COMMAND...
	name=$1
	shift
	"$@" >/dev/null 2>&1
	for tool in memcheck racecheck initcheck synccheck; do
		try "$tool $name" compute-sanitizer --tool $tool --error-exitcode 9 "$@"
	done
}

for size in ${SIZES-37x29x9 13x9x5 5x5x5 300x7x6}; do
	for precision in double float; do
		for fields in $layouts; do bits $fields $precision "$size"; done
	done
done
for precision in double float; do
	try "sparse $precision" "$bench" --backend cuda --exact --no-time --precision $precision \
		--grid "${GRIDS:-1:1,1:9,2:9,3:6,5:7,6:6,9:6,10:5,2:9:pad,5:7:pad}" --probes 1000 \
		stencils/sparse/*.stencil
	try "sparse, larger, $precision" "$bench" --backend cuda --exact --no-time --precision $precision \
		--grid 10:8,15:7,20:6 --access trees,fused stencils/sparse/*hierarchize.stencil
done
if command -v compute-sanitizer >/dev/null; then
	# shellcheck disable=SC2046
	for fields in $layouts; do
		sanitized $fields "$bench" --backend cuda --no-time --fields $fields --size 13x11x11 \
			--order zcurve:4 --block 8x4x2,32x2x1 $(stencils_with $fields 13x11x11)
	done
	sanitized sparse "$bench" --backend cuda --no-time --precision float --grid 3:6,5:7 --probes 100 \
		stencils/sparse/*.stencil
else
	echo "skipped: no compute-sanitizer"
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
