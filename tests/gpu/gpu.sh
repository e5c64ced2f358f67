#!/bin/sh
# gpu.sh : on a GPU, with build/ as it is: every kernel of every stencil, both
# precisions, against the interpreter (bit for bit without contraction, within
# the error bounds with it), then under compute-sanitizer on a small odd size.
# Kernels on sparse grids are so tried on grids of few and many dimensions.
# PART=bits, sparse or sanitizers: only these.
set -u
bench=${BENCH:-build/stencilbench} campaign=${CAMPAIGN:-build/tests/run_campaign} backend=${BACKEND:-cuda}
run=${RUN:-build/stencilrun}
export STENCILGEN_CACHE="${STENCILGEN_CACHE:-$PWD/build/cache}"
passed=0 failed=0

"$bench" --backend "$backend" --exact --no-time --size 8x8x8 --storage regular --access naive \
	stencils/copy.stencil >/dev/null || {
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
	try "exact $*" "$bench" --backend "$backend" --exact --no-time --fields "$1" --precision "$2" \
		--size "$3" --order row,zcurve:4,hilbert,random:7 \
		--block 32x1x1,8x4x2,64x2x1,8x1x8,1x1x32 $(stencils_with "$1" "$3")
	try "contracted $*" "$bench" --backend "$backend" --no-time --fields "$1" --precision "$2" \
		--size "$3" --order zcurve:4,random:7 --block 64x2x1 $(stencils_with "$1" "$3")
}

# Where an unstructured grid is large enough, stencilrun has blocks go on, and says so: of hdiff, and for fastwaves how memory is read.
# shellcheck disable=SC2016 # of the inner shell
going_on() {
	[ "$backend" = cuda ] || return 0
	try 'blocks that go on' env run="$run" sh -c '
		"$run" --sample 200x200x64 build/gpu-in.npy && ins= &&
		"$run" --backend cuda --storage chasing --verify --in src=build/gpu-in.npy --in coeff=build/gpu-in.npy --out dst=build/gpu-out.npy \
			stencils/hdiff.stencil | tee /dev/stderr | grep -q "^hdiff_.*_blocks[0-9]*_" &&
		for field in u v utens vtens rho ppuv fx wgtfac hhl; do ins="$ins --in $field=build/gpu-in.npy"; done &&
		"$run" --backend cuda --storage chasing --verify $ins --out uout=build/gpu-out.npy stencils/fastwaves.stencil |
			tee /dev/stderr | grep -q "_blocks[0-9]*_.*memory read by 32 bytes"'
}

# Kernels are built before, so that no compiler starts under a sanitizer: those of a stencil at once, and
# each runs once on a small grid.
sanitizers() {
	command -v compute-sanitizer >/dev/null || { echo "skipped: no compute-sanitizer"; return; }
	dir=build/gpu-sanitizers
	rm -rf "$dir"
	[ -x "$campaign" ] || make build/tests/run_campaign || exit 1
	try 'kernels for sanitizers' "$campaign" -b "$backend" -q -p -k "$dir" 1 0 stencils/*.stencil stencils/sparse/*.stencil
	for tool in memcheck racecheck initcheck synccheck; do
		for stencil in stencils/*.stencil stencils/sparse/*.stencil; do echo "$tool $stencil"; done
	done >"$dir/list"
	# shellcheck disable=SC2016 # of the inner shell
	dir=$dir campaign=$campaign backend=$backend xargs -P "$(getconf _NPROCESSORS_ONLN)" -L 1 sh -c '
		name=$1-$(basename "$2" .stencil)
		compute-sanitizer --tool "$1" --error-exitcode 9 "$campaign" -b "$backend" -j 0 -q -p -k "$dir" 1 0 "$2" \
			>"$dir/$name.log" 2>&1 && mv "$dir/$name.log" "$dir/$name.good"' sh <"$dir/list"
	while read -r tool stencil; do
		name=$tool-$(basename "$stencil" .stencil)
		[ -e "$dir/$name.good" ] || echo "no $name.good" >>"$dir/$name.log"
		try "$tool $stencil" sh -c "! cat '$dir/$name.log' 2>/dev/null"
	done <"$dir/list"
}

part() {
	case " ${PART:-bits sparse sanitizers} " in
	*" $1 "*) ;;
	*) return 1 ;;
	esac
}

if part bits; then
	for size in ${SIZES-37x29x9 13x9x5 5x5x5 300x7x6}; do
		for precision in double float; do
			for fields in $layouts; do bits "$fields" $precision "$size"; done
		done
	done
	going_on
fi
if part sparse; then
	for precision in double float; do
		try "sparse $precision" "$bench" --backend "$backend" --exact --no-time --precision $precision \
			--grid "${GRIDS:-1:1,1:9,2:9,3:6,5:7,6:6,9:6,10:5,2:9:pad,5:7:pad}" --probes 1000 \
			stencils/sparse/*.stencil
		try "sparse, larger, $precision" "$bench" --backend "$backend" --exact --no-time --precision $precision \
			--grid 10:8,15:7,20:6 --access trees,fused stencils/sparse/*hierarchize.stencil
	done
fi
! part sanitizers || sanitizers
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
