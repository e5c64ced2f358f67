#!/bin/sh
# libstencil as its users see it: its symbols, its header in C and C++ and beside emitted ones, programs that link
# it, and that a lack of memory is an error that it returns.

. "$(dirname "$0")/../lib/programs.sh"
header=runtime/library/stencil.h
library=$bin/libstencil.so.1 archive=$bin/libstencil.a
cxx=${CXX:-c++}

# same WHAT A B: two files are equal.
same() {
	check "$1" diff "$2" "$3"
}

tr '\n' ' ' <"$header" | grep -o 'STENCIL_PUBLIC [^;{]*;' | sed 's/(.*//; s/.*[ *]//' | sort >"$out/declared"
nm -D --defined-only "$library" | awk '{ print $3 }' | sort >"$out/shared"
nm -g --defined-only "$archive" | awk 'NF == 3 { print $3 }' | sort >"$out/static"
check 'the header declares functions' test -s "$out/declared"
check 'all begin with stencil_' sh -c '! grep -v "^stencil_" "$0"' "$out/declared"
same 'the shared library exports what the header declares' "$out/declared" "$out/shared"
same 'the static library exports what the header declares' "$out/declared" "$out/static"
check 'its soname' sh -c 'readelf -d "$0" | grep -q "SONAME.*\[libstencil.so.1\]"' "$library"
nm -u "$archive" | awk '{ print $NF }' | sed 's/@.*//' >"$out/uses"
for call in exit _exit quick_exit atexit fork vfork system popen wait wait3 signal __sysv_signal sigaction raise prctl; do
	check "nothing calls $call" sh -c '! grep -qx "$0" "$1"' $call "$out/uses"
done

pedantic='-Wall -Wextra -Wpedantic -Wshadow -Werror -fsyntax-only'
{
	# Those of the exchange, of which some need MPI's, are judged with what else is emitted.
	printf '#include "%s"\n' generated/*/*.h | grep -v 'exchange/'
	echo '#include "stencil.h"'
	echo '#include "stencil.h"'
	echo 'stencil_plan *plan;'
} >"$out/all.c"
sed 's/stencil_plan \*plan/extern &/' "$out/all.c" >"$out/all.cc"
# shellcheck disable=SC2086 # $pedantic is words
for compiler in "$cc" clang; do
	command -v "${compiler%% *}" >/dev/null || continue
	check "the header in C11, $compiler" $compiler -std=c11 $pedantic -I. -Iruntime/library "$out/all.c"
done
# shellcheck disable=SC2086
for standard in c++11 c++17 c++20; do
	check "the header in $standard" $cxx -std=$standard $pedantic -I. -Iruntime/library "$out/all.cc"
done

# The examples of the header and of the README, in a function.
in_function() {
	printf '#include "stencil.h"\n#include <stdio.h>\nint example(double *src, double *dst, size_t bytes);\n'
	printf 'int\nexample(double *src, double *dst, size_t bytes)\n{\n%s\n' "$1"
	sed 's/\.\.\.$/return 1;/'
	printf 'return 0;\n}\n'
}
sed -n 's/^ \*     //p; /stencil_plan_destroy/q' "$header" | in_function '' >"$out/shown.c"
awk '/^```c$/ { inside = 1; next } inside && /^```/ { exit } inside' runtime/README.md |
	in_function 'struct stencil_error error;' >"$out/readme.c"
for text in shown readme; do
	# shellcheck disable=SC2086
	check "the example: $text" "$cc" -std=c11 $pedantic -Iruntime/library "$out/$text.c"
	check 'it is whole' grep -q stencil_plan_destroy "$out/$text.c"
done

check 'a program compiles' "$cc" -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Werror -Iruntime/library \
	-c tests/library/example.c -o "$out/example.o"
check 'and links the shared library' "$cc" "$out/example.o" "$library" -o "$out/shared_example"
check 'and the static one' "$cc" "$out/example.o" "$archive" -lm -ldl -pthread -o "$out/static_example"
LD_LIBRARY_PATH=$bin
export LD_LIBRARY_PATH
for program in shared_example static_example; do
	for options in backend=openmp 'backend=host access=shared'; do
		check "$program, $options" sh -c '[ "$("$0" stencils/laplap.stencil "$1" 2>&1)" = "laplap_regular_${2}: 24" ]' \
			"$out/$program" "$options" "$(case $options in *host*) echo shared ;; *) echo idxvar ;; esac)"
	done
done

# Plans for a GPU up to what only a GPU can do, with a driver that is none.
nvcc=$(command -v "${NVCC:-nvcc}" || command -v /usr/local/cuda/bin/nvcc)
if [ "$nvcc" ]; then
	mkdir "$out/driver"
	"$cc" -std=c11 -shared -fPIC tests/library/fake_driver.c -o "$out/driver/libcuda.so.1" &&
	"$cc" -std=c11 -Iruntime/library tests/library/gpu_plan.c "$library" -o "$out/gpu_plan" || exit 1
	# planned KERNEL OPTIONS
	planned() {
		echo "$1 on cuda, Fake 0" >"$out/expected"
		echo '0 pieces are left' >>"$out/expected"
		NVCC=$nvcc LD_LIBRARY_PATH=$out/driver:$bin "$out/gpu_plan" stencils/laplap.stencil "backend=cuda $2" \
			>"$out/planned" 2>&1
		same "a plan for a GPU, $2" "$out/expected" "$out/planned"
	}
	planned laplap_chasing_idxvar storage=chasing
	planned laplap_chasing_compressed_idxvar storage=chasing_compressed
	planned laplap_direct_cluster_innermost 'storage=direct levels=innermost access=cluster'
	for backend in auto cuda; do
		NVCC=false LD_LIBRARY_PATH=$out/driver:$bin "$out/gpu_plan" stencils/laplap.stencil backend=$backend >"$out/planned" 2>&1
		check "a compiler that fails is not passed over, $backend" grep -q false "$out/planned"
	done
	NVCC=$nvcc LD_LIBRARY_PATH=$out/driver:$bin "$out/gpu_plan" stencils/laplap.stencil backend=auto >"$out/planned" 2>&1
	check 'a GPU is found' grep -q 'on cuda, Fake 0' "$out/planned"
else
	echo 'skipped: plans for a GPU: there is no nvcc'
fi

# kernel_of FOLDER STEM KERNEL OPTION... : the object that the fake driver takes for a cubin
kernel_of() {
	folder=$1 stem=$2 kernel=$3
	shift 3
	"$cxx" -std=gnu++20 -O1 -ffp-contract=off -w -fPIC -shared "$@" -Iruntime/host -Iruntime/kernels -Itemplates "-I$folder" \
		"-DTEXT=\"$stem.cu\"" "-DRUN=run_$kernel" "-DKERNEL=$kernel" tests/library/fake_kernel.cc "$out"/fibers/*.o \
		-o "$out/kernel.so" || exit 1
}

# Plans for a GPU that NVRTC compiles, executed: the same driver takes an object of c++ for the cubin. Results and what
# was launched for two sets of arrays, the first of them twice.
# compiled KERNEL OPTIONS OPTIONS_ON_CPU [BYTES]: of shared memory that the launch asks for
compiled() {
	stencil=${1%%_*} stem=${1#*_}
	kernel_of "generated/$stencil" "$stem" "$1"
	printf '%s: equal\n0 pieces are left\n3 launches, 2 recordings, %d bytes\n' "$1" "${4:-0}" >"$out/expected"
	FAKE_KERNEL=$out/kernel.so NVCC=nvrtc STENCILGEN_CACHE=$out/nvrtc LD_LIBRARY_PATH=$out/driver:$bin \
		"$out/gpu_execute" "stencils/$stencil.stencil" "$2" "$3" >"$out/executed" 2>&1
	same "NVRTC, $1 $2" "$out/expected" "$out/executed"
}

# refused OPTIONS STENCIL WORDS: NVRTC cannot do that.
refused() {
	NVCC=nvrtc STENCILGEN_CACHE=$out/nvrtc LD_LIBRARY_PATH=$out/driver:$bin "$out/gpu_plan" "$2" "backend=cuda $1" \
		>"$out/planned" 2>&1
	check "refused: $3" grep -q "$3" "$out/planned"
}
nvrtc=
for place in "${CUDA_HOME:-/usr/local/cuda}/lib64" /usr/lib/x86_64-linux-gnu; do
	[ ! -e "$place/libnvrtc.so" ] || nvrtc=yes
done
if [ "$nvrtc" ]; then
	mkdir -p "$out/driver" "$out/fibers"
	"$cc" -std=c11 -shared -fPIC tests/library/fake_driver.c -o "$out/driver/libcuda.so.1" -ldl &&
	"$cc" -std=c11 -Iruntime/library tests/library/gpu_plan.c "$library" -o "$out/gpu_plan" &&
	"$cc" -std=c11 -Iruntime/library tests/library/gpu_execute.c "$library" -o "$out/gpu_execute" || exit 1
	for file in runtime/host/*.c; do
		name=${file##*/}
		"$cc" -std=gnu11 -O1 -fPIC -w -c "$file" -o "$out/fibers/${name%.c}.o" || exit 1
	done
	compiled laplap_regular_shared 'access=shared block=16x4x2' '' $((13*4*16*4)) # SLOTS indices a column
	compiled laplap_chasing_compressed_shared 'storage=chasing_compressed access=shared block=16x4x2' \
		storage=chasing_compressed $((13*4*16*4))
	compiled hdiff_regular_tile access=tile ''
	compiled fastwaves_regular_zslice 'access=zslice block=32x4x2' ''
	compiled sponge_regular_idxvar '' ''
	compiled laplap_direct_idxvar_innermost 'storage=direct levels=innermost' 'storage=direct levels=innermost'
	compiled laplap_direct_cluster_innermost 'storage=direct levels=innermost access=cluster block=4x8x1' \
		'storage=direct levels=innermost'
	compiled hdiff_chasing_compressed_idxvar_innermost 'storage=chasing_compressed levels=innermost' \
		'storage=chasing_compressed levels=innermost'
	compiled laplap_regular_idxvar '' ''
	check 'they were compiled without warnings' sh -c '! find "$0" -name log -size +0 | grep .' "$out/nvrtc"
	FAKE_KERNEL=$out/kernel.so NVCC=nvrtc STENCILGEN_CACHE=$out/nvrtc LD_LIBRARY_PATH=$out/driver
	export FAKE_KERNEL NVCC STENCILGEN_CACHE LD_LIBRARY_PATH
	run stencilrun --sample 24x20x6 "$out/u.npy"
	check 'stencilrun takes NVRTC, too' stencilrun stencils/laplap.stencil --backend cuda --in src="$out/u.npy" \
		--out dst="$out/v.npy" --steps 3 --swap dst:src --verify
	run stencilrun stencils/sparse/hierarchize.stencil --backend cuda --dim 2 --level 3 --formula u=x1 --out u="$out/w.npy"
	check 'but for sparse grids' fails 3 'on a GPU they need nvcc'
	bench stencils/laplap.stencil --backend cuda --size 20x20x4
	check 'stencilbench does not' fails 3 'to measure them nvcc is needed'
	unset FAKE_KERNEL NVCC
	STENCILGEN_CACHE=$PWD/build/cache LD_LIBRARY_PATH=$bin
	refused storage=chasing_constant stencils/laplap.stencil 'constant memory'
	# On meshes: tables, of any degree with where their rows begin, and levels that lie one way and the other.
	on_mesh() {
		stencil=$1 stem=$2
		shift 2
		kernel_of "generated/mesh/$stencil" "$stem" "${stencil}_$stem" -DON_MESH
		FAKE_KERNEL=$out/kernel.so NVCC=nvrtc LD_LIBRARY_PATH=$out/driver:$bin run stencilrun "stencils/mesh/$stencil.stencil" \
			--backend cuda --exact --verify -q "$@"
		check "NVRTC, $stencil $stem" is_clean
	}
	on_mesh divergence chasing_idxvar_innermost --mesh plane:7x5 --size-levels 5 --formula vn=element*k --in geofac_div=@geofac_div \
		--out div="$out/w.npy"
	on_mesh divergence chasing_zslice --mesh plane:7x5 --size-levels 5 --formula vn=element*k --in geofac_div=@geofac_div \
		--levels outermost --access zslice --out div="$out/w.npy"
	on_mesh tangential rows_idxvar_innermost --mesh dual:icosahedron:R1B1 --size-levels 4 --formula u=element*k \
		--formula weights=slot+element --out v="$out/w.npy"
	NVCC=nvrtc LD_LIBRARY_PATH=$out/driver:$bin run stencilrun stencils/mesh/transport.stencil --backend cuda --mesh torus:6x4 \
		--size-levels 2 --formula q=1 --formula rho_now=1 --formula rho_new=2 --formula mass_flux=1 --formula lsq_x=1 --formula lsq_y=1 \
		--formula dx=1 --formula dy=1 --in geofac_div=@geofac_div --out q_new="$out/w.npy"
	check 'several kernels have no NVRTC on meshes either' fails 3 'programs of several kernels need nvcc'
else
	echo 'skipped: plans that NVRTC compiles: there is no libnvrtc.so'
fi

# Memory fails at the n-th request, and at the many after it: the program is told, and ends by itself.
"$cc" -std=gnu11 -O1 -shared -fPIC tests/faults/fail_malloc.c -o "$out/fail_malloc.so" || exit 1
n=1 told=0
while :; do
	: >"$out/reached"
	FAIL_MALLOC=$n FAIL_MORE=1000 LD_PRELOAD=$out/fail_malloc.so "$out/shared_example" stencils/laplap.stencil backend=openmp \
		>"$out/said" 2>"$out/stderr" 9>"$out/reached"
	status=$?
	[ -s "$out/reached" ] || break
	case $status/$(cat "$out/said" "$out/stderr") in
	'1/4: out of memory') told=$((told + 1)) passed=$((passed + 1)) ;;
	1/[34]:\ * | '0/laplap_regular_idxvar: 24') passed=$((passed + 1)) ;;
	*) fail "memory fails at request $n: status $status: $(cat "$out/said" "$out/stderr")" ;;
	esac
	n=$((n + 1 + n/8))
done
check 'lack of memory was told' test $told -gt 20

finish
