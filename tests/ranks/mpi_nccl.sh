#!/bin/sh
# Engine nccl among processes of MPI, with a library of the test's own in NCCL's place: the bits of one process, in any order that streams
# allow and as graphs, and what is said if it is missing or does not start.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/mpi.sh

STENCIL_HOST_STREAMS='' STENCILGEN_NCCL=$out/nccl.so
export STENCIL_HOST_STREAMS STENCILGEN_NCCL
check 'the library' "${MPICC:-mpicc}" -std=gnu11 -O1 -Wall -Wextra -shared -fPIC -iquote . tests/ranks/fake_nccl_mpi.c -o "$out/nccl.so"

npy a '<f8' 5x47x61 1
laplap() { # FILE RANKS OPTION...
	file=$1 processes=$2
	shift 2
	run ranks "$processes" "$bin/stencilrun" stencils/laplap.stencil --in src="$data/a.npy" --out dst="$out/$file.npy" \
		--swap dst:src --steps 53 --backend host --access naive "$@"
}
is_same() { # TEXT
	is_clean && [ "$(grep -cF -e "$1" "$out/stdout")" = 1 ] && cmp "$out/one.npy" "$out/parts.npy"
}
# same TEXT RANKS OPTION...: in several orders.
same() {
	text=$1
	shift
	for order in $orders; do
		STENCIL_HOST_STREAMS=${order#-}
		rm -f "$out/parts.npy"
		laplap parts "$@"
		check "$*, order $order" is_same "$text"
	done
}
for period in '' '--periodic xy'; do
	STENCIL_HOST_STREAMS=
	# shellcheck disable=SC2086 # options are words
	laplap one 1 --ranks 1 $period
	check "one process $period" is_clean
	orders='- 1 2 3'
	# shellcheck disable=SC2086
	same ' subdomains, nccl 2.28.9, overlap): ' 4 --engine nccl --ranks 2x2 $period
	# shellcheck disable=SC2086
	same ' subdomains, nccl 2.28.9, overlap): ' 2 --engine nccl --exchange-every 2 $period
	orders='1 2 3'
	# shellcheck disable=SC2086
	same ' subdomains, nccl 2.28.9, overlap, graph of 16 steps): ' 3 --engine nccl --ranks 1x3 --graph $period
	# shellcheck disable=SC2086
	same ' subdomains, nccl 2.28.9, overlap, graph of 18 steps): ' 2 --engine nccl --exchange-every 3 --graph $period
done
# Nothing is said of the engine: it is NCCL where all ranks have it, and the last line tells why if it is not.
orders='1'
same ' subdomains, nccl 2.28.9, overlap): ' 3 --ranks 1x3 --periodic xy
same ' subdomains, mpi:staged, overlap): ' 3 --ranks 1x3 --periodic xy --engine mpi
same ' subdomains, nccl 2.28.9, overlap, graph of 16 steps): ' 3 --ranks 1x3 --periodic xy --graph
# Sums, which the first process' device takes of what all send it: the bits of one process, also as graphs. What is updated goes on.
cg() { # FILE RANKS OPTION...
	file=$1 processes=$2
	shift 2
	run ranks "$processes" "$bin/stencilrun" stencils/programs/cg.stencil --in x="$data/a.npy" --in r="$data/a.npy" --in p="$data/a.npy" \
		--out x="$out/$file.x.npy" --out r="$out/$file.r.npy" --steps 40 --backend host "$@"
}
same_sums() {
	is_clean && [ "$(grep -cF -e "$1" "$out/stdout")" = 1 ] && cmp "$out/one.x.npy" "$out/parts.x.npy" && cmp "$out/one.r.npy" "$out/parts.r.npy"
}
for access in idxvar zloop; do
	STENCIL_HOST_STREAMS=
	cg one 1 --ranks 1 --access $access
	check "sums of one process, $access" is_clean
	for order in - 1 2 3; do
		STENCIL_HOST_STREAMS=${order#-}
		for cut in 1x2 2x2 3x1; do
			rm -f "$out"/parts.?.npy
			cg parts $((${cut%x*}*${cut#*x})) --engine nccl --ranks $cut --access $access
			check "sums of $cut processes, $access, order $order" same_sums ' subdomains, nccl 2.28.9, overlap): '
		done
	done
	for order in 1 2 3; do
		STENCIL_HOST_STREAMS=$order
		rm -f "$out"/parts.?.npy
		cg parts 3 --engine nccl --ranks 1x3 --access $access --graph
		check "graphs of sums, $access, order $order" same_sums ' subdomains, nccl 2.28.9, overlap, graph of 16 steps): '
	done
done
STENCIL_HOST_STREAMS=1
run ranks 2 "$bin/stencilbench" --size 40x28x4 --runs 1 --scaling weak --engine nccl --graph --backend host --csv "$out/scaling.csv" \
	stencils/programs/cg.stencil
check 'measured as graphs' test "$(cells_of "$out/scaling.csv" ranks transport graph outcome)" = '2 nccl 1 measured'
export FAKE_NCCL_BLOCKS=7
same ' subdomains, nccl 2.28.9, overlap): ' 3 --ranks 1x3 --periodic xy --comm-blocks 7
laplap parts 2
check 'other blocks than NCCL is to have' fails 3 'NCCL does not start: wrong usage'
unset FAKE_NCCL_BLOCKS
laplap parts 2 --engine mpi --comm-blocks 7
check 'blocks of MPI' fails 2 '--comm-blocks is for transport nccl, not mpi'
STENCILGEN_NCCL=$out/none.so
laplap parts 2 --comm-blocks 7
check 'blocks where MPI is taken' fails 2 '--comm-blocks is for transport nccl, not mpi, which is used here (no NCCL): leave it out'
export FAKE_NCCL_VERSION=21604
STENCILGEN_NCCL=$out/nccl.so
same ' subdomains, mpi:staged (no NCCL), overlap): ' 3 --ranks 1x3 --periodic xy
unset FAKE_NCCL_VERSION
STENCILGEN_NCCL=$out/none.so
same ' subdomains, mpi:staged (no NCCL), overlap): ' 3 --ranks 1x3 --periodic xy
laplap parts 2 --graph
check 'no graph without it' fails 2 '--graph: steps with messages of MPI cannot be recorded'
STENCILGEN_NCCL=
same ' subdomains, mpi:staged, overlap): ' 3 --ranks 1x3 --periodic xy
STENCILGEN_NCCL=$out/nccl.so
cat >"$out/differs.sh" <<'END'
#!/bin/sh
[ "$OMPI_COMM_WORLD_RANK" != 1 ] || STENCILGEN_NCCL=none.so
exec "$@"
END
chmod +x "$out/differs.sh"
stencilrun_differs() {
	rm -f "$out/parts.npy"
	run ranks 3 "$out/differs.sh" "$bin/stencilrun" stencils/laplap.stencil --in src="$data/a.npy" --out dst="$out/parts.npy" \
		--swap dst:src --steps 53 --backend host --access naive --ranks 1x3 "$@"
}
stencilrun_differs --periodic xy
check 'one rank has none' is_same ' subdomains, mpi:staged (not all ranks have NCCL), overlap): '
stencilrun_differs --graph
check 'nor a graph' fails 2 '--graph: steps with messages of MPI cannot be recorded'
nabla2() {
	file=$1 processes=$2
	shift 2
	run ranks "$processes" "$bin/stencilrun" stencils/mesh/nabla2.stencil --backend host --mesh torus:12x14 --size-levels 5 --steps 53 \
		--formula 'w=sin(element+7*k)' --formula 'geofac_n2s=0.1+0.01*slot' --swap z:w --out z="$out/$file.npy" "$@"
}
STENCIL_HOST_STREAMS=
nabla2 one 1
check 'a mesh in one process' is_clean
for order in '' 1 2; do
	STENCIL_HOST_STREAMS=$order
	rm -f "$out/parts.npy"
	nabla2 parts 3
	check "a mesh, order $order" is_same ', 3 subdomains, nccl 2.28.9, overlap): '
done
for order in 1 2; do
	STENCIL_HOST_STREAMS=$order
	rm -f "$out/parts.npy"
	nabla2 parts 3 --engine nccl --graph --exchange-every 2
	check "a mesh, graphs, order $order" is_same ', 3 subdomains, nccl 2.28.9, overlap, graph of 16 steps): '
done
STENCIL_HOST_STREAMS=1
for engine in nccl auto; do
	run ranks 2 "$bin/stencilbench" --size 40x28x4 --runs 1 --scaling weak --engine $engine --graph --backend host \
		--csv "$out/scaling.csv" stencils/laplap.stencil
	check "measured, $engine" test "$(cells_of "$out/scaling.csv" ranks transport graph outcome)" = '2 nccl 1 measured'
done
# ping ENGINE TEXT OPTION...: of three processes the first two send messages, and one reports.
ping() {
	engine=$1 text=$2
	shift 2
	run ranks 3 "$bin/stencilbench" --ping --backend host --csv "$out/ping.csv" "$@"
	is_pinged() {
		[ "$status" = 0 ] && [ "$(grep -cF " GB/s by $text, fitted" "$out/stdout")" = 1 ] &&
		[ "$(cells_of "$out/ping.csv" transport half_us | awk -v engine="$engine" '$1 == engine && $2 > 0' | wc -l)" = 24 ]
	}
	check "messages by $text, $*" is_pinged
}
ping nccl 'nccl 2.28.9' --engine nccl
ping nccl 'nccl 2.28.9'
check 'also streams of them' test "$(cells_of "$out/ping.csv" one_way_us both_ways_us | awk '$1 > 0 && $2 > 0' | wc -l)" = 24
ping mpi mpi --engine mpi
STENCILGEN_NCCL=$out/none.so
ping mpi 'mpi (no NCCL)'
STENCILGEN_NCCL=$out/nccl.so

# A rank hangs: what others have in their streams waits for it, and they know how long. On a slow machine it may be another one
# that is not heard of.
export STENCILGEN_FAULT
STENCILGEN_FAULT=1:3:hang STENCIL_HOST_STREAMS=1
rm -f "$out/parts.npy"
laplap parts 3 --engine nccl --timeout 3
check 'a rank hangs' fails 3 'no progress for 3 s: waits for rank'
check 'and the step is told' grep -q ', in step [1-3]$' "$out/stderr"
STENCILGEN_FAULT=1:50:hang
laplap parts 3 --engine nccl --timeout 3 --graph
check 'a rank hangs among graphs' fails 3 'no progress for 3 s: waits for rank'
STENCILGEN_FAULT=1:3:hang
nabla2 parts 3 --engine nccl --timeout 3
check 'a rank of a mesh hangs' fails 3 'no progress for 3 s: waits for rank'
check 'and nothing is written' test ! -e "$out/parts.npy"
unset STENCILGEN_FAULT

# Sums over a mesh, which processes send by MPI.
STENCIL_HOST_STREAMS=1
rm -f "$out/parts.npy"
run ranks 2 "$bin/stencilrun" tests/data/ranks/passes.stencil --backend host --mesh torus:12x14 --size-levels 5 --engine nccl --graph \
	--formula p=1 --formula q=element --formula f=k --formula top=1 --out most="$out/parts.npy"
check 'no graph of sums over a mesh' fails 2 \
	"--graph: 'passes' reduces over the mesh, which processes do by messages of MPI: start one process, or leave it out"

STENCIL_HOST_STREAMS=
FAKE_NCCL=init
export FAKE_NCCL
laplap parts 2 --engine nccl
check 'it does not start' fails 3 'NCCL does not start: wrong usage'
for FAKE_NCCL in wait connect; do
	laplap parts 3 --engine nccl --timeout 3
	check "ranks that wait for ever, $FAKE_NCCL" fails 3 'stencilrun: no progress for 3 s: other ranks do not start NCCL'
done
FAKE_NCCL=asleep
laplap parts 3 --engine nccl --timeout 3
check 'a rank other than 0 says it' fails 3 'stencilrun: no progress for 3 s: other ranks do not start NCCL'
check 'and which rank' grep -q '^rank [12]: stencilrun: no progress' "$out/stderr"
STENCILGEN_NCCL=$out/none.so
laplap parts 2 --engine nccl
check 'it is not there' fails 3 'stencilrun: no NCCL: '
check 'nothing is written' test ! -e "$out/parts.npy"
finish
