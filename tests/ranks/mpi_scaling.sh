#!/bin/sh
# stencilbench started by mpirun: one process reports for all. No time is judged.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/mpi.sh

together() { # RANKS OPTION...
	count=$1
	shift
	run ranks "$count" "$bin/stencilbench" --size 40x28x4 --runs 1 "$@"
}

for backend in openmp host; do
	together 2 --backend $backend --scaling weak --csv "$out/mpi.csv" stencils/laplap.stencil
	mpi() {
		[ "$status" = 0 ] && [ "$(grep -c '^weak scaling' "$out/stdout")" = 1 ] &&
		[ "$(cells_of "$out/mpi.csv" ranks devices transport outcome grid_y)" = '2 2 mpi measured 52' ]
	}
	check "two processes on $backend, of which one reports" mpi
done
for times in first second; do
	together 2 --backend openmp --scaling weak --journal "$out/journal" --csv "$out/$times.csv" --json "$out/mpi.json" stencils/laplap.stencil
	check "processes with a journal, the $times time" test "$status" = 0
done
kept() {
	grep -q ': 1 of 1 are from the journal' "$out/stderr" && rows 1 "$out/journal" && rows 1 "$out/mpi.json" &&
	[ "$(wc -l <"$out/first.csv")" = 2 ] && cut -d, -f1-41 "$out/first.csv" >"$out/a" && cut -d, -f1-41 "$out/second.csv" | cmp - "$out/a"
}
check 'measure nothing again' kept
together 2 --backend openmp --scaling weak --journal "$out/none/journal" stencils/laplap.stencil
check 'a journal that cannot be written' fails 3 'cannot write the journal'
together 3 --backend openmp --scaling weak --csv "$out/mpi.csv" stencils/programs/cg.stencil
check 'sums of three processes' test "$(cells_of "$out/mpi.csv" ranks transport outcome)" = '3 mpi measured'
together 2 --backend openmp --scaling weak --ranks 1x3 stencils/laplap.stencil
check 'other parts than processes' fails 2 '--ranks 1x3 is 3 subdomains, but 2 ranks run'
together 2 --backend openmp --model 2x2 stencils/laplap.stencil
check '--model is of one process' fails 2 '--model measures one subdomain: start one process'
run ranks 3 "$bin/stencilbench" --backend openmp --ping --runs 2 --csv "$out/mpi.csv"
check 'messages of processes' test "$(cells_of "$out/mpi.csv" transport half_us 2>/dev/null | grep -c '^mpi [0-9]')" = 24
finish
