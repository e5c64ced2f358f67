#!/bin/sh
# gpu.sh : on a GPU, with build/ as it is: every kernel of every stencil, both
# precisions, against the interpreter (bit for bit without contraction, within
# the error bounds with it), then under compute-sanitizer on a small odd size.
set -u
bench=${BENCH:-build/stencilbench}
passed=0 failed=0

"$bench" --backend cuda --no-time --size 8x8x8 stencils/copy.stencil >/dev/null || {
	echo "gpu.sh: nothing is tested" >&2
	exit 77
}

try() { # NAME COMMAND...
	name=$1
	shift
	if "$@" >build/gpu.log 2>&1; then
		passed=$((passed + 1))
		echo "ok      $name"
	else
		failed=$((failed + 1))
		echo "FAILED  $name"
		tail -40 build/gpu.log
	fi
}

orders=row,zcurve:4,hilbert,random:7
for precision in double float; do
	for size in 37x29x9 13x9x5 5x5x5 300x7x6; do
		try "exact $precision $size" "$bench" --backend cuda --exact --no-time --size $size \
			--precision $precision --order $orders --block 32x1x1,8x4x2,64x2x1,8x1x8,1x1x32 stencils/*.stencil
		try "contracted $precision $size" "$bench" --backend cuda --no-time --size $size \
			--precision $precision --order $orders --block 64x2x1 stencils/*.stencil
		for fields in aos aosoa; do
			try "exact $precision $size $fields" "$bench" --backend cuda --exact --no-time \
				--size $size --precision $precision --fields $fields --order zcurve:4,random:7 \
				--block 32x1x1,64x2x1,8x1x8 stencils/fastwaves.stencil stencils/hdiff.stencil \
				stencils/sponge.stencil
		done
	done
done
# Of these stencils the fields can lie in structs.
structs='stencils/hdiff.stencil stencils/fastwaves.stencil stencils/sponge.stencil'
for fields in aos aosoa; do
	for precision in double float; do
		# shellcheck disable=SC2086
		try "exact $fields $precision" "$bench" --backend cuda --exact --no-time --size 37x29x9 \
			--fields $fields --precision $precision --order zcurve:4,random:7 \
			--block 32x1x1,8x4x2,8x1x8 $structs
	done
	# shellcheck disable=SC2086
	! command -v compute-sanitizer >/dev/null || try "memcheck $fields" compute-sanitizer \
		--tool memcheck --error-exitcode 9 "$bench" --backend cuda --no-time --size 13x9x7 \
		--fields $fields --order zcurve:4 --block 8x4x2 $structs
done
for tool in memcheck racecheck initcheck synccheck; do
	command -v compute-sanitizer >/dev/null || { echo "skipped $tool: no compute-sanitizer"; continue; }
	try "$tool" compute-sanitizer --tool $tool --error-exitcode 9 --print-limit 20 \
		"$bench" --backend cuda --no-time --size 13x9x7 --order zcurve:4 --block 8x4x2,32x2x1 \
		stencils/*.stencil
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
