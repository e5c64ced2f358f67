#!/bin/sh
# gpu_smith.sh [COUNT] [FIRST] : on a GPU, random stencils as every legal kernel, without
# contraction, bit for bit against the interpreter. Kernels are built by all cores: a
# stencil a process.
set -u
count=${1:-200}
first=${2:-1}
bench=${BENCH:-build/stencilbench} smith=${SMITH:-build/tests/stencilsmith}
dir=${DIR:-build/gpu-smith}
backend=${BACKEND:-cuda}

[ -x "$smith" ] || make build/tests/stencilsmith || exit 1
"$bench" --backend "$backend" --no-time --size 8x8x8 stencils/copy.stencil >/dev/null || {
	echo "gpu_smith.sh: nothing is tested" >&2
	exit 77
}
rm -rf "$dir"
mkdir -p "$dir"
seed=$first
while [ $seed -lt $((first + count)) ]; do
	"$smith" --exact $seed | sed "s/^stencil smith/stencil s$seed/" >"$dir/s$seed.stencil"
	seed=$((seed + 1))
done
export bench backend
find "$dir" -name 's*.stencil' | sort | xargs -P "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" -I{} sh -c '
	for precision in double float; do
		"$bench" --backend "$backend" --exact --no-time --precision $precision --size 13x11x7 \
			--order zcurve:4 --block 32x2x1,8x1x8 "{}" >"{}.$precision" 2>&1 || echo "{} $precision" >>"{}.failed"
	done'
failed=$(find "$dir" -name '*.failed' | wc -l)
find "$dir" -name '*.failed' | sort | head -5 | while read -r f; do
	cat "$f"
	grep -h 'wrong\|error\|differ' "${f%.failed}".double "${f%.failed}".float | head -5
done
verified=$(cat "$dir"/*.double "$dir"/*.float | grep -c verified)
echo "$verified rows of kernels verified"
echo "$((count - failed)) passed, $failed failed"
[ "$failed" = 0 ]
