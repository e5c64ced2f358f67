#!/bin/sh
# Ranks of MPI in hostile surroundings: launchers of another MPI, no compiler, ranks that were given something else, and a disk that
# is full for one of them. It is told once, all end with the same status, and what would have been written is as it was.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/mpi.sh

npy a '<f8' 5x31x41 1
npy b '<f8' 5x31x41 2
cp "$data/b.npy" "$data/dst.npy"
laplap="--in src=$data/a.npy --out dst=$data/dst.npy --steps 3 --swap dst:src --backend openmp"

# says STATUS TEXT: the last program ended so, said that once, and left the files as they were, and no temporary files of others.
says() {
	[ "$status" = "$1" ] && [ "$(grep -cF -e "$2" "$out/stderr")" = 1 ] && [ "$before" = "$(files)" ]
}
# wrong STATUS TEXT COMMAND...
wrong() {
	expected=$1 text=$2
	shift 2
	before=$(files)
	run "$@"
	check "$expected: $text" says "$expected" "$text"
}

# What a launcher says, but MPI does not know. One rank stands for all.
alone() {
	# shellcheck disable=SC2086 # options are words
	env "$@" "$bin/stencilrun" -q stencils/laplap.stencil $laplap
}
for launcher in 'PMI_SIZE=3 PMI_RANK=0' 'SLURM_NTASKS=3 PMIX_RANK=0'; do
	# shellcheck disable=SC2086
	wrong 2 'the launcher started 3 ranks, but this MPI (mpicc) sees 1: it is another MPI; set MPICC' alone $launcher
done
cat >"$out/broken" <<'END'
#!/bin/sh
echo 'broken: no such option' >&2
exit 1
END
chmod +x "$out/broken"
wrong 3 'broken: no such option' alone PMI_SIZE=3 PMI_RANK=0 MPICC="$PWD/$out/broken"
wrong 3 'no MPI: /nowhere/mpicc is not in PATH; set MPICC' alone PMI_SIZE=3 PMI_RANK=0 MPICC=/nowhere/mpicc
measured() {
	env "$@" "$bin/stencilbench" stencils/laplap.stencil --backend openmp --size 40x28x4 --runs 1 --scaling weak
}
wrong 2 'stencilbench: the launcher started 2 ranks, but this MPI (mpicc) sees 1' measured PMI_SIZE=2 PMI_RANK=0
wrong 3 'stencilbench: no MPI: /nowhere/mpicc is not in PATH' measured PMI_SIZE=2 PMI_RANK=0 MPICC=/nowhere/mpicc

# Rank 2 is given something else.
cat >"$out/differs.sh" <<'END'
#!/bin/sh
# differs.sh WORDS COMMAND...: rank 2 gets words that follow the command's.
[ "$OMPI_COMM_WORLD_RANK" = 2 ] && words=$1
shift
# shellcheck disable=SC2086 # words
exec "$@" $words
END
cat >"$out/loads.sh" <<'END'
#!/bin/sh
# loads.sh LIBRARY COMMAND...: rank 2 loads it first.
[ "$OMPI_COMM_WORLD_RANK" != 2 ] || export LD_PRELOAD="$1"
shift
exec "$@"
END
cat >"$out/places.sh" <<'END'
#!/bin/sh
# places.sh FOLDER COMMAND...: rank 2 runs it in another folder.
[ "$OMPI_COMM_WORLD_RANK" != 2 ] || cd "$1" || exit
shift
exec "$@"
END
chmod +x "$out/differs.sh" "$out/loads.sh" "$out/places.sh"
given() {
	# shellcheck disable=SC2086 # options are words
	ranks 3 "$out/differs.sh" "$1" "$bin/stencilrun" -q stencils/laplap.stencil $laplap
}
wrong 1 'rank 2: stencilrun: input differs from rank 0: the command line; start all ranks with the same input' given '--overlap off'
# A message that no rank but this one has; the others learn of its status.
wrong 2 "rank 2: stencilrun: --overlap accepts on or off, not 'maybe'" given '--overlap maybe'
measured_with() {
	ranks 3 "$out/differs.sh" "$1" "$bin/stencilbench" stencils/laplap.stencil --backend openmp --size 40x28x4 --runs 1 --scaling weak
}
# Other samples, sizes or stencils would have ranks wait for messages that nobody sends.
for words in '--runs 2' '--size 44x28x4' '--scaling strong' stencils/star13.stencil; do
	wrong 1 'rank 2: stencilbench: input differs from rank 0: the command line; start all ranks with the same input' measured_with "$words"
done
case $bin in
/*) program=$bin/stencilrun ;;
*) program=$PWD/$bin/stencilrun ;;
esac
mkdir -p "$out/here" "$out/there"
cp stencils/laplap.stencil "$out/here/own.stencil"
sed 's/4\*src/5*src/' stencils/laplap.stencil >"$out/there/own.stencil"
cp "$data/a.npy" "$out/here/a.npy"
cp "$data/a.npy" "$out/there/a.npy"
own() {
	(cd "$out/here" && ranks 3 ../places.sh ../there "$program" -q own.stencil --in src=a.npy --out dst=dst.npy --backend openmp)
}
check 'another stencil' test "$(cksum <"$out/here/own.stencil")" != "$(cksum <"$out/there/own.stencil")"
wrong 1 'rank 2: stencilrun: input differs from rank 0: the stencil; start all ranks with the same input' own
own_measured() {
	(cd "$out/here" && ranks 3 ../places.sh ../there "${program%stencilrun}stencilbench" own.stencil --backend openmp --size 40x28x4 --runs 1 \
		--scaling weak)
}
wrong 1 'rank 2: stencilbench: input differs from rank 0: a stencil; start all ranks with the same input' own_measured
check 'nothing is left' test "$(cd "$out/here" && echo *)" = 'a.npy own.stencil'

# One rank cannot write its part: all have agreed before the file gets its name.
check 'a full disk' "$cc" -std=c11 -shared -fPIC tests/ranks/no_space.c -o "$out/no_space.so"
full() {
	# shellcheck disable=SC2086 # options are words
	ranks 3 "$out/loads.sh" "$PWD/$out/no_space.so" "$bin/stencilrun" -q stencils/laplap.stencil $laplap
}
wrong 3 "rank 2: stencilrun: $data/dst.npy: cannot write: No space left on device" full
finish
