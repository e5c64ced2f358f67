#!/bin/sh
# refusals.sh : runs tests/kernels/refusals.c on kernels of tests/data/refusals, as CUDA and HIP
# text on this processor, and as C text.
set -eu
CC=${CC:-cc} CXX=${CXX:-c++}
stencil=tests/data/refusals/reach.stencil

emit() { # MODE ENDING TARGET
	out=build/refusals/$1 target=$3
	rm -rf "$out"
	mkdir -p "$out"
	: >"$out/kernels.def"
	case $target in
	openmp) set -- naive,idxvar regular,direct,chasing_compressed; vectors= ;;
	*)
		set -- naive,shared,warp,zloop,zslice,wide regular,direct,chasing_compressed,direct_constant
		# Clusters, too, so that what they load can be misaligned.
		vectors='--levels-per-load 2'
		;;
	esac
	build/stencilgen -q -o "$out" --target $target --kernels "$out/part.def" --access "$1" \
		--storage "$2" $stencil
	cat "$out/part.def" >>"$out/kernels.def"
	if [ "$vectors" ]; then
		# Of pairs of columns, which can be misaligned.
		build/stencilgen -q -o "$out" --target $target --kernels "$out/part.def" --access cluster \
			--storage direct,chasing_compressed --points-per-thread 2 $stencil
		cat "$out/part.def" >>"$out/kernels.def"
	fi
	build/stencilgen -q -o "$out" --target $target --kernels "$out/part.def" --access idxvar \
		--storage regular,direct --fields aosoa $stencil
	cat "$out/part.def" >>"$out/kernels.def"
	# shellcheck disable=SC2086 # an option and its number
	build/stencilgen -q -o "$out" --target $target --kernels "$out/part.def" --levels innermost $vectors $stencil
	cat "$out/part.def" >>"$out/kernels.def"
}

build() { # MODE DEFINES OBJECTS
	$CC -std=gnu11 -g -Wall -Werror "$2" -I"$out/reach" -I"$out" -c tests/kernels/refusals.c -o "$out/refusals.o"
	# shellcheck disable=SC2086 # files are words
	$CXX -fopenmp "$out/refusals.o" $3 $(pkg-config --libs check) -lm -pthread -o "$out/refusals"
}

on_host() { # MODE ENDING TARGET HEADER LANES
	emit "$1" "$2" "$3"
	for file in "$out"/reach/*."$2"; do
		$CXX -x c++ -std=gnu++17 -nostdinc++ -O0 -g1 -Wall -Werror -Wno-unknown-pragmas -DFIBERS_LANES="$5" \
			-Iruntime/host -include "runtime/host/$4" -c "$file" -o "$file.o"
	done
	for file in runtime/host/fibers*.c runtime/host/fail.c; do
		$CC -std=c11 -O2 -g -DFIBERS_LANES="$5" -c "$file" -o "$out/$(basename "$file").o"
	done
	build "$1" -D"$(echo "$1" | tr a-z A-Z)" "$(echo "$out"/reach/*.o "$out"/f*.o)"
	"$out/refusals"
}

on_host host cu cuda cuda_on_host.h 32
on_host hip hip hip hip/hip_runtime.h 64
emit openmp c openmp
for file in "$out"/reach/*.c; do
	$CC -std=gnu11 -O0 -g1 -Wall -Werror -fopenmp -c "$file" -o "$file.o"
done
build openmp -DOPENMP "$(echo "$out"/reach/*.o)"
OMP_NUM_THREADS=2 "$out/refusals"
