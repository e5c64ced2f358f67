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
for blocks in 1 64; do
	export FAKE_NCCL_BLOCKS=$blocks
	rm -f "$out/parts.npy"
	run_laplap parts --engine nccl --ranks 1x3 --comm-blocks $blocks
	check "NCCL is told of $blocks blocks" is_clean
	run_laplap parts --engine nccl --ranks 1x3
	check 'and notices if it is not' fails 3 'NCCL does not start: wrong usage'
	bench --size 40x28x4 --runs 1 --scaling weak --ranks 1x2 --engine nccl --backend host --comm-blocks $blocks --csv "$out/scaling.csv" \
		stencils/laplap.stencil
	check "measured with $blocks blocks" test "$(cells_of "$out/scaling.csv" transport comm_blocks outcome)" = "nccl $blocks measured"
	run stencilrun -q stencils/mesh/nabla2.stencil --backend host --mesh torus:12x14 --size-levels 5 --steps 3 --formula 'w=element' \
		--formula 'geofac_n2s=0.1' --swap z:w --out z="$out/mesh.npy" --ranks 2 --engine nccl --comm-blocks $blocks
	check "a mesh with $blocks blocks" is_clean
done
unset FAKE_NCCL_BLOCKS
for wrong in 0 65 x; do
	run_laplap parts --engine nccl --ranks 1x2 --comm-blocks $wrong
	check "$wrong blocks" fails 2 '--comm-blocks'
done
for engine in '' '--engine auto'; do
	# shellcheck disable=SC2086
	run_laplap parts --ranks 1x2 --comm-blocks 2 $engine
	check "blocks of no kernels, $engine" fails 2 '--comm-blocks is for transport nccl, not peer, which subdomains of one process have'
done
run_laplap parts --ranks 1x2 --comm-blocks 2 --engine peer
check 'blocks of copies' fails 2 '--comm-blocks is for transport nccl, not peer'
run_laplap parts --comm-blocks 2
check 'blocks of nothing' fails 2 '--comm-blocks is for halos that are exchanged'
bench --size 40x28x4 --runs 1 --scaling weak --ranks 1x2 --backend host --comm-blocks 2 stencils/laplap.stencil
check 'nor measured' fails 2 '--comm-blocks is for transport nccl, not peer'

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
STENCILGEN_NCCL=$out/nccl.so
for version in '21604 2.16.4' '2708 2.7.8'; do
	export FAKE_NCCL_VERSION="${version% *}"
	run_laplap parts --engine nccl --ranks 1x2
	check "an old one, $version" fails 3 "NCCL ${version#* } is too old: use 2.17 or newer"
done
unset FAKE_NCCL_VERSION
STENCILGEN_NCCL=$out/none.so
run_laplap parts --engine nccl --ranks 1x2
check 'no library' fails 3 'no NCCL: '
bench --size 40x28x4 --runs 1 --scaling weak --ranks 1x2 --engine nccl --backend host stencils/laplap.stencil
check 'nor for measuring' fails 3 'no NCCL: '
STENCILGEN_NCCL=$out/nccl.so
run stencilrun -q stencils/laplap.stencil --in src="$data/a.npy" --out dst="$out/parts.npy" --ranks 1x2 --engine nccl --backend openmp
check 'it is for GPUs' fails 2 '--engine nccl is for GPUs, not backend openmp'
bench --size 40x28x4 --runs 1 --scaling weak --ranks 1x2 --engine nccl --backend host --csv "$out/scaling.csv" stencils/laplap.stencil
check 'measured' test "$(cells_of "$out/scaling.csv" transport same_bits outcome)" = 'nccl yes measured'
pinged() {
	[ "$status" = 0 ] && grep -q '^latency [0-9.]* us, bandwidth [0-9.]* GB/s by nccl 2.28.9, fitted to there and back$' "$out/stdout" &&
	[ "$(cells_of "$out/ping.csv" transport half_us one_way_us both_ways_us | awk '$1 == "nccl" && $2 > 0 && $3 > 0 && $4 > 0' | wc -l)" = 24 ]
}
for order in '' 1 2 3; do
	export STENCIL_HOST_STREAMS=$order FAKE_NCCL_LOG=1
	bench --ping --backend host --engine nccl --csv "$out/ping.csv"
	check "messages of NCCL, order $order" pinged
	check 'all by its groups' test "$(grep -c '^group$' "$out/stderr")" -gt $((24*15))
done
unset FAKE_NCCL_LOG
FAKE_NCCL_BLOCKS=3 bench --ping --backend host --engine nccl --comm-blocks 3 --csv "$out/ping.csv"
check 'with other blocks' pinged
STENCIL_HOST_STREAMS=
for fault in 'init NCCL does not start: wrong usage' 'send a message of 8 bytes failed: wrong usage' 'end a message of 8 bytes failed: wrong usage' \
	'lost a message of 8 bytes does not arrive as it was sent'; do
	export FAKE_NCCL="${fault%% *}"
	bench --ping --backend host --engine nccl
	check "$FAKE_NCCL" fails 3 "${fault#* }"
done
FAKE_NCCL=later STENCIL_HOST_STREAMS=1
bench --ping --backend host --engine nccl
check 'later' fails 3 'the exchange failed: remote error'
unset FAKE_NCCL STENCIL_HOST_STREAMS
bench --ping --backend host --comm-blocks 3
check 'copies have no blocks' fails 2 '--comm-blocks is for transport nccl, not peer'
STENCILGEN_NCCL=$out/none.so
bench --ping --backend host --engine nccl
check 'no NCCL for messages' fails 3 'no NCCL: '
finish
