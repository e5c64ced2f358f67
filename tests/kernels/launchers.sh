#!/bin/sh
# launchers.sh [KIND]... : calls every kind of launcher with each field of each struct wrong in turn; see launchers.c.
# Kinds are rows of the list below; without arguments all. PLANT=EXPRESSION: sed changes the emitted text first.
set -u
cd "$(dirname "$0")/../.." || exit 1
out=${OUT:-build/launchers}
checks='-fsanitize=address,undefined -fno-sanitize-recover=all'
export ASAN_OPTIONS=exitcode=77 OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive
passed=0 failed=0
mkdir -p "$out"

host_objects() {
	for file in runtime/host/fibers*.c runtime/host/fail.c; do
		object=$out/$(basename "$file").o
		# shellcheck disable=SC2086 # flags are words
		[ "$object" -nt "$file" ] || ${CC:-cc} -std=c11 -O1 -g1 -Iruntime/host $checks -c "$file" -o "$object" || return 1
		echo "$object"
	done
}

kind() { # NAME TARGET STENCIL OPTION...
	name=$1 target=$2 stencil=$3 folder=$out/$1
	shift 3
	rm -rf "$folder"
	build/stencilgen -q -o "$folder" --target "$target" "$@" "$stencil" || return 1
	if [ -n "${PLANT-}" ]; then
		sed -i "$PLANT" "$folder"/*/*.[ch] "$folder"/*/*.cu 2>"$out/planted" || grep -q 'No such file' "$out/planted" || return 1
	fi
	objects= blocks=0
	for file in "$folder"/*/*.c "$folder"/*/*.cu; do
		[ -f "$file" ] || continue
		# shellcheck disable=SC2086
		case $file in
		*.c) ${CC:-cc} -std=gnu11 -O0 -g1 -Wno-unknown-pragmas -fopenmp $checks -c "$file" -o "$file.o" ;;
		*) ${CXX:-c++} -x c++ -std=gnu++17 -nostdinc++ -O0 -g1 -Wno-unknown-pragmas -Iruntime/host \
			-include runtime/host/cuda_on_host.h $checks -c "$file" -o "$file.o" ;;
		esac || return 1
		objects="$objects $file.o"
	done
	if [ "$target" = cuda ]; then
		blocks=1
		objects="$objects $(host_objects)" || return 1
	fi
	header=$(echo "$folder"/*/*.h)
	awk -f tests/kernels/launchers.awk "$header" >"$folder/fields.h"
	# shellcheck disable=SC2086
	${CC:-cc} -std=gnu11 -g1 -Wall -Wextra -Werror -Wno-unused-function $checks -DBLOCKS=$blocks -DHEADER="\"$header\"" \
		-DFIELDS_OF_HEADER="\"$folder/fields.h\"" -I. -c tests/kernels/launchers.c -o "$folder/launchers.o" &&
	${CXX:-c++} -fopenmp $checks "$folder/launchers.o" $objects -lm -pthread -o "$folder/launchers" || return 1
	"$folder/launchers" >"$folder/log" 2>"$folder/err"
}

try() { # NAME ...
	if [ -n "$wanted" ] && ! echo " $wanted " | grep -q " $1 "; then
		return
	fi
	if kind "$@"; then
		passed=$((passed + 1))
		echo "ok      $1: $(tail -n 1 "$out/$1/log")"
	else
		failed=$((failed + 1))
		echo "FAILED  $1"
		[ ! -f "$out/$1/log" ] || tail -n 40 "$out/$1/log"
	fi
}

wanted=$*
reach=tests/data/refusals/reach.stencil
try columns openmp $reach --storage regular,direct,chasing_compressed --access naive,idxvar
try structs openmp $reach --storage regular,direct --access idxvar --fields aosoa
try innermost openmp $reach --storage direct,chasing_compressed --levels innermost
try program openmp tests/data/programs/swept_sums.stencil
try halos openmp tests/data/programs/coupled.stencil
try mesh openmp stencils/mesh/smagorinsky.stencil
try mesh_innermost openmp stencils/mesh/smagorinsky.stencil --levels innermost
try mesh_stored openmp stencils/mesh/transport.stencil
try mesh_rows openmp stencils/mesh/graph_laplacian.stencil
try sparse openmp stencils/sparse/evaluate.stencil --dim 3 --level 4 --access basic,tree
try sparse_update openmp stencils/sparse/hierarchize.stencil --dim 3 --level 4 --access basic
try cuda cuda $reach --storage regular,direct_compressed,chasing_constant --access naive,shared,warp,zloop,zslice,tile,wide
try cuda_structs cuda $reach --storage regular,direct --access idxvar --fields aos
try cuda_innermost cuda $reach --storage direct,chasing_compressed --levels innermost
try cuda_program cuda tests/data/programs/swept_sums.stencil
try cuda_temporal cuda stencils/laplacian.stencil --access temporal --steps-per-launch 2
try cuda_temporal_warp cuda stencils/laplap.stencil --access temporal_warp --steps-per-launch 2
echo 'stencil wave { in u, old; out n; param c = 0.2; n = 2*u - old + c*(u[west] + u[east] + u[below] + u[above] - 4*u); }' \
	>"$out/wave.stencil"
try cuda_temporal_levels cuda "$out/wave.stencil" --access temporal --steps-per-launch 2 --swap n:u:old
try cuda_planes cuda stencils/star13.stencil --access planes
try cuda_mesh cuda stencils/mesh/smagorinsky.stencil --access idxvar,zslice
try cuda_mesh_innermost cuda stencils/mesh/smagorinsky.stencil --levels innermost
try cuda_mesh_stored cuda stencils/mesh/transport.stencil --access idxvar
try cuda_sparse cuda stencils/sparse/evaluate.stencil --dim 3 --level 4 --access basic,vec1
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
