#!/bin/sh
# Ranks of MPI on processors with memory and streams of their own, which the host stands in for: messages go through the host's
# memory, in any order that streams allow, and give the bits of one process.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/mpi.sh

STENCIL_HOST_STREAMS=
export STENCIL_HOST_STREAMS

npy a '<f8' 5x47x61 1
npy f '<f4' 5x47x61 3
laplap() {
	$launch "$bin/stencilrun" -q stencils/laplap.stencil --in src="$data/a.npy" --out dst="$out/$result.npy" --swap dst:src --steps 7 \
		--backend host --access naive "$@"
}
upwind() {
	$launch "$bin/stencilrun" -q stencils/upwind.stencil --in tracer="$data/f.npy" --in u="$data/a.npy" --in v="$data/a.npy" \
		--out moved="$out/$result.npy" --swap moved:tracer --steps 5 --backend host --access naive "$@"
}
# same SEEDS STENCIL RANKS OPTION...
same() {
	seeds=$1 stencil=$2 count=$3
	shift 3
	launch='' result=one STENCIL_HOST_STREAMS=
	options=$*
	case $options in
	*periodic*) good "$stencil $options, one process" "$stencil" --periodic xy ;;
	*) good "$stencil, one process" "$stencil" ;;
	esac
	launch="ranks $count" result=many
	for seed in $seeds; do
		STENCIL_HOST_STREAMS=${seed#-}
		rm -f "$out/many.npy"
		good "$stencil $options, $count ranks, order $STENCIL_HOST_STREAMS" "$stencil" "$@"
		check 'the same bits' cmp "$out/one.npy" "$out/many.npy"
	done
}
same '- 1 2 3 4 5' laplap 4
same '4 6' laplap 2 --exchange-every 2
same '7' laplap 4 --overlap off
same '2 9' laplap 4 --ranks 2x2 --periodic xy
same '1 3' upwind 3 --ranks 1x3

# By way of the host's memory, if MPI does not say that it reads that of GPUs, or says so and does not; here both are the same memory.
launch='ranks 3' result=many STENCIL_HOST_STREAMS=
good 'one process' stencilrun -q stencils/laplap.stencil --in src="$data/a.npy" --out dst="$out/one.npy" --swap dst:src --steps 7 \
	--backend host --access naive
says() {
	is_clean && grep -q ", 1x3 subdomains, $1, overlap): " "$out/stdout" && cmp "$out/one.npy" "$out/many.npy"
}
told() { # WAY OPTION...
	way=$1
	shift
	rm -f "$out/many.npy"
	run $launch "$@" "$bin/stencilrun" stencils/laplap.stencil --in src="$data/a.npy" --out dst="$out/many.npy" --swap dst:src \
		--steps 7 --backend host --access naive --ranks 1x3 $engine
	check "$way: $* $engine" says "$way"
}
cat >"$out/garbles.c" <<'END'
/* An MPI that says it reads memory of GPUs, and does not. */
#include <mpi.h>
#include <string.h>
int
MPI_Irecv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm communicator, MPI_Request *request)
{
    static char elsewhere[1 << 20];
    return PMPI_Irecv(count == sizeof elsewhere ? elsewhere : buffer, count, type, from, tag, communicator, request);
}
END
check 'an MPI that errs' "${MPICC:-mpicc}" -shared -fPIC "$out/garbles.c" -o "$out/garbles.so"
cat >"$out/zero.sh" <<'END'
#!/bin/sh
# Only rank 0 says so.
[ "$OMPI_COMM_WORLD_RANK" != 0 ] || export MPICH_GPU_SUPPORT_ENABLED=1
exec "$@"
END
chmod +x "$out/zero.sh"
engine=
told mpi:staged
for order in '' 1 2 3; do
	STENCIL_HOST_STREAMS=$order
	told mpi env MPICH_GPU_SUPPORT_ENABLED=1
done
told mpi:staged "$out/zero.sh"
told mpi:staged env MPICH_GPU_SUPPORT_ENABLED=1 LD_PRELOAD="$PWD/$out/garbles.so"
engine='--engine mpi'
told mpi env MPICH_GPU_SUPPORT_ENABLED=1
engine='--engine mpi:staged'
told mpi:staged env MPICH_GPU_SUPPORT_ENABLED=1
STENCIL_HOST_STREAMS=
run $launch "$bin/stencilbench" --size 40x28x4 --runs 1 --scaling weak --ranks 1x3 --engine mpi:staged --backend host stencils/laplap.stencil
check 'measured' is_clean
finish
