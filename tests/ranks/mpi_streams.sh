#!/bin/sh
# Ranks of MPI on processors with memory and streams of their own, which the host stands in for: messages go through the host's
# memory, in any order that streams allow, and give the bits of one process.

. "$(dirname "$0")/../lib/programs.sh"

if ! command -v "${MPICC:-mpicc}" >/dev/null || ! command -v mpirun >/dev/null; then
	echo 'skipped: no mpicc and mpirun; install libopenmpi-dev and openmpi-bin'
	finish
fi
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
OMP_NUM_THREADS=1 TMPDIR=/tmp STENCIL_HOST_STREAMS=
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_btl_vader_single_copy_mechanism OMP_NUM_THREADS TMPDIR
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
	launch="timeout 300 mpirun -n $count --oversubscribe --bind-to none" result=many
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
finish
