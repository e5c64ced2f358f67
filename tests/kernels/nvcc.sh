#!/bin/sh
# nvcc.sh : compiles every checked-in kernel for ARCH with all warnings as errors
# and prints registers, shared memory and spills of each. Bytes of spills above SPILLS are failures:
# usually 8, for laplap's clusters spill one double at 128 registers and are faster so than with more. On sm_80
# shallow's first kernel spills 12 at 64 registers.
set -u
ARCH=${ARCH:-sm_90} GENERATED=${GENERATED:-generated} SPILLS=${SPILLS:-8}
out=${OUT:-build/nvcc-$ARCH}
nvcc=${NVCC:-nvcc}
command -v "$nvcc" >/dev/null || nvcc=/usr/local/cuda/bin/nvcc
command -v "$nvcc" >/dev/null || { echo "nvcc.sh: no nvcc: nothing is compiled" >&2; exit 77; }
rm -rf "$out"
mkdir -p "$out"

export ARCH out nvcc
find "$GENERATED" -name '*.cu' | sort | xargs -P "$(getconf _NPROCESSORS_ONLN)" -I{} sh -c '
	name=$(echo "{}" | sed "s|.*/\([^/]*\)/\([^/]*\).cu|\1_\2|")
	"$nvcc" -cubin -arch=$ARCH -O3 -std=c++17 -Werror all-warnings -Xptxas -v \
		-o "$out/$name.cubin" "{}" >"$out/$name.log" 2>&1 || echo "{}" >>"$out/failed"'

# The most of all kernels of a file.
most() { # WHAT
	sed -n "$1" "$log" | sort -n | tail -1
}
printf '%-44s %9s %7s %7s\n' kernel registers shared spills
passed=0 failed=0
for log in "$out"/*.log; do
	name=$(basename "$log" .log)
	if [ ! -e "$out/$name.cubin" ]; then
		failed=$((failed + 1))
		echo "$name does not compile:"
		head -20 "$log"
		continue
	fi
	registers=$(most 's/.*Used \([0-9]*\) registers.*/\1/p')
	shared=$(most 's/.* \([0-9]*\) bytes smem.*/\1/p')
	spills=$(most 's/.* \([0-9]*\) bytes spill stores.*/\1/p')
	printf '%-44s %9s %7s %7s\n' "$name" "${registers:-0}" "${shared:-0}" "${spills:-0}"
	if [ "${spills:-0}" -le "$SPILLS" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
