#!/bin/sh
# Several steps a launch in subdomains and with periodic halos, between exchanges: the bits of single steps in one subdomain.
# Long: only in `make check-all`.

. "$(dirname "$0")/../lib/programs.sh"

fields=tests/data/steps/fields.stencil
halo='i < 1 || i > nx-2 || j < 1 || j > ny-2 || k < 1 || k > nz-2 ?'

# of STENCIL OPTION... : its fields and what a step passes on.
of() {
	stencil=$1
	shift
	case $stencil in
	around) set -- --formula 'u=sin(i*j)+0.1*k' --formula 'c=0.1+0.05*cos(i*j+k)' --swap v:u --out v="$out/end.npy" "$@" ;;
	three) set -- --formula 'h=1+0.2*sin(i*j)+0.1*k' --formula 'a=0.1*cos(i+j)' --formula 'b=0.1*sin(i-j+k)' --swap h_new:h \
		--swap a_new:a --swap b_new:b --out h_new="$out/end.npy" "$@" ;;
	wave) set -- --formula "u=$halo 0.1*k : sin(i*j)" --formula "u_old=$halo 0.1*k : sin(i*j+0.1)" --swap u_new:u:u_old \
		--out u_new="$out/end.npy" "$@" ;;
	four) set -- --formula "a=$halo 0.1*k : sin(i*j)" --formula "b=$halo 0.1*k : 0" --formula "c=$halo 0.1*k : cos(i+j)" --swap n:a:b:c \
		--out n="$out/end.npy" "$@" ;;
	esac
	stencilrun "$fields" --stencil "$stencil" --backend host -q --verify --size 61x57x5 "$@"
}

for case in around:temporal three:temporal three:temporal_warp wave:temporal four:temporal_warp; do
	stencil=${case%:*} access=${case#*:}
	for where in '--ranks 2x2' '--ranks 3x1' '--periodic xy' '--ranks 2x2 --periodic x'; do
		periodic=${where#*--periodic}
		[ "$periodic" = "$where" ] || periodic="--periodic$periodic"
		[ "$periodic" != "$where" ] || [ "${where#--p}" != "$where" ] || periodic=
		# shellcheck disable=SC2086 # options are words
		good "$stencil $where, single steps" of $stencil --steps 11 $periodic
		cp "$out/end.npy" "$out/single.npy"
		for launches in '2 2' '2 4' '3 3' '3 6'; do
			# shellcheck disable=SC2086
			good "$stencil by $access, $where, steps and exchanges $launches" of $stencil --steps 11 --access $access $where \
				--steps-per-launch ${launches% *} --exchange-every ${launches#* }
			check 'have the same bits' cmp "$out/end.npy" "$out/single.npy"
		done
	done
	export STENCIL_HOST_STREAMS
	for STENCIL_HOST_STREAMS in 1 2; do
		good "$stencil, streams in order $STENCIL_HOST_STREAMS" of $stencil --steps 12 --access $access --ranks 2x2 --steps-per-launch 2 \
			--exchange-every 4
	done
	unset STENCIL_HOST_STREAMS
done
refused 2 'halos are exchanged after each step, and a launch computes 2: give --exchange-every 2, or use --steps-per-launch 1' \
	of around --steps 4 --steps-per-launch 2 --ranks 2
refused 2 '--exchange-every 3 is no multiple of --steps-per-launch 2' of around --steps 4 --steps-per-launch 2 --ranks 2 --exchange-every 3
refused 2 '--graph is for single steps: use --steps-per-launch 1' of around --steps 4 --steps-per-launch 2 --ranks 2 --exchange-every 2 --graph
finish
