#!/bin/sh
# Messages between the kernels of a step on meshes: subdomains have the bits of one where later kernels read at neighbors what earlier ones
# of the step assigned. The campaign makes halos that only these messages fill NaN before each step. FULL=1: all decompositions, and processes.

. "$(dirname "$0")/../lib/programs.sh"

launch=''
chain() {
	file=$1
	shift
	$launch "$bin/stencilrun" tests/data/ranks/chain.stencil --mesh "$mesh" --size-levels 3 --steps 5 --formula 'h=sin(element+7*k)' \
		--formula 'u=cos(element)' --formula 'curl=k' --out around="$out/$file.npy" --out u="$out/$file-u.npy" "$@"
}
passes() {
	file=$1
	shift
	$launch "$bin/stencilrun" tests/data/ranks/passes.stencil --mesh "$mesh" --size-levels 4 --steps 4 --formula 'q=sin(element+7*k)' \
		--formula 'f=cos(element)' --formula 'top=element' --formula 'p=k' --out last="$out/$file.npy" --out most="$out/$file-u.npy" "$@"
}
is_same() { # EXCHANGES
	is_clean && cmp "$out/one.npy" "$out/parts.npy" && cmp "$out/one-u.npy" "$out/parts-u.npy" &&
	grep -q "no overlap, $1 exchanges within a step" "$out/stdout"
}
# same STENCIL EXCHANGES OPTION...
same() {
	stencil=$1 exchanges=$2
	shift 2
	rm -f "$out"/parts*.npy
	run "$stencil" parts --step-halos exchanged "$@"
	check "$stencil on $mesh, $*" is_same "$exchanges"
}
try() { # STENCIL EXCHANGES
	good "$1 on $mesh in one subdomain" "$1" one --backend openmp
	same "$@" --backend openmp --ranks 3 --verify
	same "$@" --backend openmp --ranks 5 --partition random:3 --exchange-every 2 --levels innermost
	STENCIL_HOST_STREAMS=4
	same "$@" --backend host --ranks 2 --levels outermost
	STENCIL_HOST_STREAMS=
	[ -n "${FULL-}" ] || return 0
	for ranks in 2 7; do
		for every in 1 2 3; do
			for levels in outermost innermost; do
				for seed in 1 2; do
					STENCIL_HOST_STREAMS=$seed
					same "$@" --backend host --ranks $ranks --exchange-every $every --levels $levels --partition random:$seed
				done
			done
		done
	done
	STENCIL_HOST_STREAMS=
}
export STENCIL_HOST_STREAMS=''
mesh=icosahedron:R2B1
try chain 3
try passes 2
mesh=plane:9x8
[ -z "${FULL-}" ] || { try chain 3; try passes 2; }

# Without the wait for what was sent some order of the streams has other bits.
is_caught() {
	seed=0
	while [ $seed -lt 40 ]; do
		seed=$((seed + 1))
		STENCIL_HOST_STREAMS=$seed:sent
		rm -f "$out"/parts*.npy
		run chain parts --backend host --levels outermost --ranks 3 --step-halos exchanged
		is_clean || return 1
		cmp -s "$out/one.npy" "$out/parts.npy" || break
	done
	STENCIL_HOST_STREAMS=
	[ $seed -lt 40 ]
}
good 'chain in one subdomain' chain one --backend openmp
check 'a wait that is left out is caught' is_caught

run chain parts --ranks 3 --step-halos all
check 'a wrong word' fails 2 "--step-halos accepts computed or exchanged, not 'all'"
run chain parts --step-halos exchanged
check 'one subdomain' fails 2 '--step-halos is for halos that are exchanged: give --ranks or --periodic'
run chain parts --ranks 3 --step-halos computed
computes() { is_clean && ! grep -q 'within a step' "$out/stdout"; }
check 'computed halos' computes

campaign() { # FILE...
	rm -rf "$out/campaign"
	build/tests/run_campaign -c parts "$out/campaign" 1 0 "$@"
}
if [ -n "${FULL-}" ]; then
	good 'dynamical cores in subdomains' campaign stencils/dycore/*.stencil
else
	good 'programs in subdomains' campaign tests/data/ranks/chain.stencil tests/data/ranks/passes.stencil
fi

. tests/lib/mpi.sh
processes() { # STENCIL EXCHANGES
	launch=''
	good "$1 in one subdomain" "$1" one --backend openmp
	launch='ranks 3'
	same "$@" --backend openmp
	[ -z "${FULL-}" ] || same "$@" --backend openmp --partition random:1 --exchange-every 3 --levels innermost
}
processes chain 3
processes passes 2
finish
