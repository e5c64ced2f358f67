#!/bin/sh
# Engine nccl, with a library of the test's own in NCCL's place: the bits of one part, one group for each exchange, and what is said
# if the library is missing, is another one or fails.

. "$(dirname "$0")/../lib/programs.sh"

npy a '<f8' 5x25x70 1
fake() { # NAME FLAGS
	"$cc" -std=c11 -O1 -Wall -Wextra -shared -fPIC -iquote . $2 tests/ranks/fake_nccl.c -o "$out/$1.so"
}
check 'the library' fake nccl ''
run_laplap() { # FILE OPTION...
	file=$1
	shift
	run stencilrun -q stencils/laplap.stencil --in src="$data/a.npy" --out dst="$out/$file.npy" --swap dst:src --steps 7 \
		--backend host --access naive "$@"
}
STENCILGEN_NCCL=$out/nccl.so
export STENCILGEN_NCCL
for periodic in '' '--periodic xy'; do
	# shellcheck disable=SC2086 # options are words
	run_laplap one $periodic
	check "one part $periodic" is_clean
	for cut in 2x2 1x2 2x1 3x1 1x3 '2x2 --exchange-every 2' '1x2 --exchange-every 3' '2x2 --overlap off'; do
		rm -f "$out/parts.npy"
		# shellcheck disable=SC2086
		run_laplap parts --engine nccl --ranks $cut $periodic
		check "$cut $periodic" is_clean
		check 'has the bits of one part' cmp "$out/one.npy" "$out/parts.npy"
	done
done
FAKE_NCCL_LOG=1
export FAKE_NCCL_LOG
run_laplap parts --engine nccl --ranks 2x2
check 'a group for each exchange' test "$(grep -c '^group$' "$out/stderr")" = 6
unset FAKE_NCCL_LOG

run_laplap parts --engine peer --ranks 1x2
FAKE_NCCL=init
export FAKE_NCCL
before=$(cksum <"$out/parts.npy")
run_laplap parts --engine nccl --ranks 1x2
check 'NCCL that does not start' fails 3 'NCCL does not start: wrong usage'
for where in send end; do
	FAKE_NCCL=$where
	run_laplap parts --engine nccl --ranks 1x2
	check "a group that fails, $where" fails 3 'the exchange failed: wrong usage, in step 1'
done
FAKE_NCCL=later
STENCIL_HOST_STREAMS=1
export STENCIL_HOST_STREAMS
run_laplap parts --engine nccl --ranks 1x2
check 'what comes up when messages are on their way' fails 3 'the exchange failed: remote error, in step '
unset FAKE_NCCL STENCIL_HOST_STREAMS
check 'nothing was written' test "$before" = "$(cksum <"$out/parts.npy")"
check 'a library that lacks functions' fake less -DncclSend=other
STENCILGEN_NCCL=$out/less.so
run_laplap parts --engine nccl --ranks 1x2
check 'is named' fails 3 'this NCCL has no function ncclSend'
STENCILGEN_NCCL=$out/none.so
run_laplap parts --engine nccl --ranks 1x2
check 'no library' fails 3 'no NCCL: '
bench --size 40x28x4 --runs 1 --scaling weak --ranks 1x2 --engine nccl --backend host stencils/laplap.stencil
check 'nor for measuring' fails 3 'no NCCL: '
STENCILGEN_NCCL=$out/nccl.so
run stencilrun -q stencils/laplap.stencil --in src="$data/a.npy" --out dst="$out/parts.npy" --ranks 1x2 --engine nccl --backend openmp
check 'it is for GPUs' fails 2 '--engine nccl is for GPUs, not backend openmp'
bench --size 40x28x4 --runs 1 --scaling weak --ranks 1x2 --engine nccl --backend host --csv "$out/scaling.csv" stencils/laplap.stencil
check 'measured' test "$(cells_of "$out/scaling.csv" engine same_bits outcome)" = 'nccl yes measured'
finish
