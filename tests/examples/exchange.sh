#!/bin/sh
# exchange.sh : models with MPI of their own, on a structured grid and on a mesh, linked with the library that `stencilgen --exchange`
# writes, have the bits of one process with any number of them; and what the library needs for GPUs compiles.

. "$(dirname "$0")/../lib/programs.sh"
OMP_NUM_THREADS=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 TMPDIR=/tmp
export OMP_NUM_THREADS OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM TMPDIR

good 'the library and a kernel' "$bin/stencilgen" --exchange --target openmp --storage regular --access idxvar -o "$out/model" \
	stencils/laplap.stencil
good 'the library alone' "$bin/stencilgen" --exchange -o "$out/alone"
check 'is the same' diff -r "$out/model/exchange" "$out/alone/exchange"
check 'and nothing else' test "$(ls "$out/alone")" = exchange
run "$bin/stencilgen" --exchange -o -
check 'it needs a folder' fails 2 '--exchange writes files, and needs a directory: -o DIR'
run "$bin/stencilgen" --exchange -o "$out/model/laplap.cu" stencils/laplap.stencil
check 'not a file' fails 2 '--exchange writes files, and needs a directory: -o DIR'

# All but the engine of MPI without MPI, as C and C++ read it.
plain() {
	for file in "$out"/alone/exchange/*.c; do
		case $file in */exchange_mpi*) continue ;; esac
		"$cc" -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Werror -O1 -c "$file" -o "$out/plain.o" || return 1
	done
	printf '#include "exchange.h"\n#include "lane_cuda.h"\nint main() { return stencil_exchange_text(nullptr, 0) == nullptr; }\n' >"$out/user.cpp"
	${CXX:-c++} -std=c++17 -Wall -Wextra -Werror -I"$out/alone/exchange" -c "$out/user.cpp" -o "$out/user.o"
}
check 'it compiles without warnings' plain

mpicc=${MPICC:-mpicc}
if command -v "$mpicc" >/dev/null && command -v mpirun >/dev/null; then
	build() {
		"$mpicc" -std=gnu11 -O1 -g -Wall -Wextra -Wshadow -Werror -ffp-contract=off -fopenmp -I"$out/model" -I"$out/model/exchange" \
			tests/examples/exchange.c "$out/model/laplap/regular_idxvar.c" "$out"/model/exchange/*.c -o "$out/exchange"
	}
	check 'the model' build
	for every in 1 2 3; do
		for ranks in 1 2 3 4; do
			rm -f "$out/result-$ranks"
			good "$ranks processes, exchange every $every" timeout 600 mpirun -n $ranks --oversubscribe --bind-to none \
				"$out/exchange" "$out/result-$ranks" 61 47 5 6 $every
			check 'the bits of one' cmp "$out/result-1" "$out/result-$ranks"
		done
		[ $every != 1 ] || cp "$out/result-1" "$out/one"
		check 'and of exchanges after each step' cmp "$out/result-1" "$out/one"
	done
	run timeout 600 mpirun -n 4 --oversubscribe --bind-to none "$out/exchange" "$out/thin" 12 12 5 6 9
	check 'thin parts' fails 3 'exchange: a subdomain is narrower than the halo that its neighbors need'

	# A mesh, by libstencil.
	cat >"$out/smooth.stencil" <<-'END'
		stencil smooth on triangles {
		    in cell u;
		    out cell new;

		    new = u + 0.1*(u[cells[0]] - u) + 0.2*(u[cells[1]] - u) + 0.3*(u[cells[2]] - u);
		}
	END
	build_mesh() {
		"$mpicc" -std=gnu11 -O1 -g -Wall -Wextra -Wshadow -Werror -Iruntime/library -I"$out/alone" tests/examples/mesh_exchange.c \
			"$out"/alone/exchange/*.c "$bin/libstencil.a" -lm -ldl -lpthread -o "$out/mesh_exchange"
	}
	check 'the model on a mesh' build_mesh
	for mesh in icosahedron:R2B2 cap:60:icosahedron:R2B2; do
		for levels in outermost innermost; do
			for ranks in 1 2 4; do
				rm -f "$out/mesh-$ranks"
				good "$mesh, levels $levels, $ranks processes" timeout 600 mpirun -n $ranks --oversubscribe --bind-to none \
					"$out/mesh_exchange" "$out/mesh-$ranks" "$out/smooth.stencil" $mesh 5 6 $levels
				check 'the bits of one' cmp "$out/mesh-1" "$out/mesh-$ranks"
			done
		done
	done
else
	echo 'skipped: no mpicc and mpirun'
fi
if command -v nvcc >/dev/null; then
	good 'on GPUs' nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -cubin -o "$out/lane.cubin" "$out/alone/exchange/lane_cuda.cu"
	good 'the kernel that packs' nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -cubin -o "$out/pack.cubin" "$out/alone/exchange/pack.cu"
fi
finish
