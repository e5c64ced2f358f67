# mpi.sh : programs in several processes of MPI; `. tests/lib/mpi.sh` after programs.sh. Without MPI it ends the test, and says so.

if ! command -v "${MPICC:-mpicc}" >/dev/null || ! command -v mpirun >/dev/null; then
	echo 'skipped: no mpicc and mpirun; install libopenmpi-dev and openmpi-bin'
	finish
fi
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
# Open MPI's own folder must have a short path.
OMP_NUM_THREADS=1 TMPDIR=/tmp
case $out in
/*) RANK_ERRORS=$out/stderr ;;
*)  RANK_ERRORS=$PWD/$out/stderr ;;
esac
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_btl_vader_single_copy_mechanism OMP_NUM_THREADS TMPDIR RANK_ERRORS

# ranks COUNT COMMAND...: for `run`; on few cores, and never for ever. Each process writes its errors itself: what mpirun passes on is
# lost at times when a process fails.
ranks() {
	processes=$1
	shift
	# shellcheck disable=SC2016 # for the shell in each process
	timeout 1200 mpirun -n "$processes" --oversubscribe --bind-to none sh -c 'exec "$@" 2>>"$RANK_ERRORS"' sh "$@"
}
