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
			"$out/$program" "$options" "$(case $options in *host*) echo shared ;; *) echo rows ;; esac)"
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
	planned laplap_chasing_cluster storage=chasing
	planned laplap_chasing_idxvar 'storage=chasing access=idxvar'
	planned laplap_chasing_idxvar 'storage=chasing block=64x2x1'
	planned laplap_chasing_compressed_cluster storage=chasing_compressed
	planned laplap_direct_cluster_innermost 'storage=direct levels=innermost access=cluster'
	planned laplap_direct_cluster_innermost 'storage=direct levels=innermost'
	planned laplap_direct_idxvar_innermost 'storage=direct levels=innermost block=4x8x1'
	for backend in auto cuda; do
		NVCC=false LD_LIBRARY_PATH=$out/driver:$bin "$out/gpu_plan" stencils/laplap.stencil backend=$backend >"$out/planned" 2>&1
		check "a compiler that fails is not passed over, $backend" grep -q false "$out/planned"
	done
	NVCC=$nvcc LD_LIBRARY_PATH=$out/driver:$bin "$out/gpu_plan" stencils/laplap.stencil backend=auto >"$out/planned" 2>&1
	check 'a GPU is found' grep -q 'on cuda, Fake 0' "$out/planned"
else
	echo 'skipped: plans for a GPU: there is no nvcc'
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
	1/[34]:\ * | '0/laplap_regular_rows: 24') passed=$((passed + 1)) ;;
	*) fail "memory fails at request $n: status $status: $(cat "$out/said" "$out/stderr")" ;;
	esac
	n=$((n + 1 + n/8))
done
check 'lack of memory was told' test $told -gt 20

finish
