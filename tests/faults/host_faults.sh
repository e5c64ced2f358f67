#!/bin/sh
# Long: only in `make check-all`; it compiles a kernel a line.
# What the sanitizers say about kernels that run on the host: of the wrong ones
# they report the line that is marked, of the right ones nothing.
# Exit status 77: no sanitizer works here.

cd "$(dirname "$0")/../.." || exit 1
out=${OUT:-build/host_faults}
rm -rf "$out"
mkdir -p "$out" || exit 1

# ThreadSanitizer of gcc 12 takes 25 times as long as that of clang.
if command -v "${CLANGXX:-clang++}" >/dev/null; then
	cxx=${CLANGXX:-clang++} cc=${CLANG:-clang}
else
	cxx=g++ cc=gcc
fi
kernel_flags='-x c++ -std=c++17 -g -O1 -ffp-contract=off -fno-math-errno -fno-trapping-math
	-Wall -Wextra -Wshadow -Wno-unknown-pragmas -Werror
	-iquote . -Itemplates -include runtime/host/cuda_on_host.h'
c_flags='-std=c11 -D_POSIX_C_SOURCE=200809L -g -O1 -iquote . -Itemplates'

passed=0 failed=0

pass() {
	passed=$((passed + 1))
	printf 'ok      %s\n' "$1"
}

fail() {
	failed=$((failed + 1))
	printf 'FAILED  %s\n' "$1"
	[ ! -f "$out/log" ] || sed 's/^/        /' "$out/log" | head -n 60
}

# The scheduler is compiled once, without any sanitizer.
for c in runtime/host/*.c; do
	$cc -std=c11 -g -O2 -fPIC -c "$c" -o "$out/fibers-$(basename "$c" .c).o" || exit 1
done
scheduler=$(ls "$out"/fibers*.o)

# works SANITIZER: whether programs with it compile and run. Addresses of a very
# random layout are none that ThreadSanitizer expects.
works() {
	echo 'int main(void) { return 0; }' >"$out/probe.c"
	$cc -fsanitize="$1" "$out/probe.c" -o "$out/probe" >"$out/log" 2>&1 || return 1
	for without in '' 'setarch -R'; do
		if $without "$out/probe" >"$out/log" 2>&1; then
			in_layout=$without
			return 0
		fi
	done
	return 1
}

# build KERNEL SANITIZER
build() {
	# shellcheck disable=SC2086
	$cxx $kernel_flags ${2:+-fsanitize=$2} -c "tests/kernels/by_hand/$1.cu" -o "$out/kernel.o" &&
	$cc $c_flags ${2:+-fsanitize=$2} "-DLAUNCH=launch_$1" \
		-c tests/kernels/by_hand/run.c -o "$out/run.o" &&
	$cc $c_flags ${2:+-fsanitize=$2} -c tests/kernels/by_hand/sample.c -o "$out/sample.o" &&
	$cxx ${2:+-fsanitize=$2} "$out/run.o" "$out/sample.o" "$out/kernel.o" $scheduler \
		-o "$out/run"
}

run() {
	TSAN_OPTIONS=exitcode=66 ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1 \
	UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
		$in_layout "$out/run" "$@" >"$out/log" 2>&1
}

# clean SANITIZER KERNEL WIDTH HEIGHT LEVELS BLOCK-X BLOCK-Y BLOCK-Z
clean() {
	sanitizer=$1 kernel=$2
	shift 2
	if build "$kernel" "$sanitizer" && run "$@" && [ ! -s "$out/log" ]; then
		pass "$sanitizer: nothing about $kernel, $*"
	else
		fail "$sanitizer: nothing about $kernel, $*"
	fi
}

# fault SANITIZER REPORT KERNEL WIDTH HEIGHT LEVELS BLOCK-X BLOCK-Y BLOCK-Z
fault() {
	sanitizer=$1 report=$2 kernel=$3
	shift 3
	line=$(sed -n '/\/\/ FAULT/=' "tests/kernels/by_hand/$kernel.cu")
	if ! build "$kernel" "$sanitizer"; then
		fail "$sanitizer: $kernel does not compile"
	elif run "$@"; then
		fail "$sanitizer: no report about $kernel, $*"
	elif grep -q "$report" "$out/log" && grep -q "$kernel\.cu:$line\>" "$out/log"; then
		pass "$sanitizer: $report at $kernel.cu:$line"
	else
		fail "$sanitizer: $report at $kernel.cu:$line, $*"
	fi
}

# says MESSAGE COMMAND...: whether it fails with this message.
says() {
	message=$1
	shift
	if "$@" >"$out/log" 2>&1 || ! grep -q "$message" "$out/log"; then
		fail "$message"
	else
		pass "$message"
	fi
}

right() {
	clean "$1" copy 37 5 2  32 2 1
	clean "$1" tile 19 11 2  16 8 1
	clean "$1" broadcast 13 3 5  4 2 4
	clean "$1" rounds 37 3 2  16 2 2
	clean "$1" late_return 19 3 5  8 1 4
	clean "$1" lanes 37 3 2  32 1 2
	clean "$1" constant 37 3 2  32 2 1
	clean "$1" large_shared 37 3 2  32 2 1
}

none=yes
if works thread; then
	none=
	right thread
	clean thread rounds 300 2 1  256 1 1
	fault thread 'data race' missing_barrier 37 3 2  32 1 1
	fault thread 'data race' unordered_shuffle 37 3 2  32 1 1
	fault thread 'data race' two_writers 37 3 2  32 1 1
	# Threads of different blocks.
	fault thread 'data race' two_writers 37 3 2  1 1 1
else
	echo 'skipped: ThreadSanitizer does not work here'
fi
if works address,undefined; then
	none=
	right address,undefined
	fault address global-buffer-overflow past_tile 37 3 2  32 1 1
	fault undefined 'out of bounds' past_tile 37 3 2  32 1 1
	fault address use-after-poison past_shared 37 3 2  32 1 1
	fault address heap-buffer-overflow past_field 37 3 2  32 8 1
else
	echo 'skipped: AddressSanitizer does not work here'
fi
if [ "$none" ]; then
	echo 'skipped: no sanitizer works here'
	exit 77
fi

in_layout=
build divergent_barrier ''
says 'divergent barrier: 27 of 32 threads of block (1,0,0) returned' \
	"$out/run" 37 3 2  32 1 1
says "STENCIL_HOST_ORDER is 'sideways'" \
	env STENCIL_HOST_ORDER=sideways "$out/run" 37 3 2  32 1 1
build half_warp ''
says 'divergent __syncwarp: in warp 0 of block (0,0,0) lanes 0x0000ffff wait' \
	"$out/run" 37 3 2  32 1 1

# As a shared object, which brings its own scheduler.
# shellcheck disable=SC2086
$cxx $kernel_flags -fPIC -shared tests/kernels/by_hand/half_warp.cu -x none $scheduler \
	-o "$out/half_warp.so" &&
$cc $c_flags tests/kernels/by_hand/run.c tests/kernels/by_hand/sample.c -ldl -o "$out/run"
says 'divergent __syncwarp: in warp 0 of block (1,2,0) lanes 0x0000ffff wait' \
	env STENCIL_HOST_ORDER=reverse "$out/run" 64 3 2  32 1 2 \
	"$out/half_warp.so" launch_half_warp

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
