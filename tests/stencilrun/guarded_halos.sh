#!/bin/sh
# Which halos are filled: a read that guards keep in the domain fills none. And in parts halos have the bits of one part.

. "$(dirname "$0")/../lib/programs.sh"

nx=6 ny=5 nz=4
npy a '<f8' ${nz}x${ny}x$nx 1
npy w '<f8' ${nz}x${ny}x$nx 2

values() {
	od -An -v -tf8 -j128 -w8 "$1" | awk '{ printf "%.17g\n", $1 }'
}

# halo_is TEXT: awk's condition holds in all of the halo, where w holds what `old` was, or what the boundary says.
halo_is() {
	values "$data/w.npy" >"$out/old" && values "$out/w.npy" | paste "$out/old" - | awk -v nx=$nx -v ny=$ny -v nz=$nz '
		{
			j = NR - 1
			x = j % nx
			y = int(j/nx) % ny
			z = int(j/(nx*ny))
			old = $1
			w = $2
		}
		x == 0 || x == nx - 1 || y == 0 || y == ny - 1 || z == 0 || z == nz - 1 { n++; good += '"$1"' }
		END { exit !(n == 96 && good == n) }'
}

# A run warns of the boundary if and only if nothing is filled.
warns_as_due() {
	if [ "$1" = 'w == old' ]; then
		[ "$status" = 0 ] && grep -q "warning: the boundary of 'w' fills nothing" "$out/stderr"
	else
		is_clean
	fi
}

# try TITLE CONDITION STATEMENT
try() {
	echo "stencil s { in a; inout w; out x; boundary w = 7 xyz; halo [1,1,1]; $3 }" >"$data/s.stencil"
	for options in '--backend openmp --storage regular' '--backend host --storage regular --access zloop'; do
		# shellcheck disable=SC2086 # options are words
		run stencilrun -q "$data/s.stencil" $options --in a="$data/a.npy" --in w="$data/w.npy" --out x="$out/x.npy" \
			--out w="$out/w.npy" --verify
		check "$1, $options" warns_as_due "$2"
		check 'the halo is as it must be' halo_is "$2"
	done
}
try 'an unguarded read' 'w == 7' 'x = a + w[below];'
try 'none at all' 'w == old' 'x = a + w;'
try 'a select' 'w == old' 'x = below > 0 ? w[below] : a;'
try 'what a condition leaves' 'w == old' 'if (below == 0) { x = a; } else { x = w[below]; }'
try 'one level too far' 'w == 7' 'x = below > 0 ? w[0,0,-2] : a;'
try 'a read from the other side' 'w == old' 'x = below == 0 ? w[above] : a;'
try 'rows and columns' 'w == old' 'x = west > 0 && south != 0 ? w[west.south] : a;'
try 'a sweep' 'w == old' 'sweep up { if (below == 0) { w = a; } else { w = a + w[below]; } } x = a;'
try 'a sweep down' 'w == old' 'sweep down { if (above == 0) { t = w; } else { t = t[above] + w[above]; } x = t + a; }'
try 'a temporary whose read is guarded' 'w == old' 'f = 2*w; x = below > 0 ? f[below] : a;'
try 'a temporary that reads beside its point' 'w == 7' 'f = 2*w[below]; x = below > 0 ? f[below] : a;'
try 'a temporary where it is read' 'w == old' 'f = 2*w[below]; x = below > 1 ? f[below] : a;'
try 'a temporary that is read past the side' 'w == 7' 'f = below > 0 ? a : w; x = f[below];'
try 'an assignment in an if' 'w == old' 'if (a > 0) { x = below != 0 ? w[below] : a; t = a; } else { x = a; t = w; } x = x + t;'

# In parts.
for name in a0:3 a1:4 w0:5 w1:6; do npy ${name%:*} '<f8' 5x9x17 ${name#*:}; done
parts() {
	folder=$1
	shift
	mkdir -p "$out/$folder"
	stencilrun -q tests/data/programs/filled_for_nobody.stencil --backend openmp --steps 2 --in a0="$data/a0.npy" --in a1="$data/a1.npy" \
		--in w0="$data/w0.npy" --in w1="$data/w1.npy" --out w0="$out/$folder/w0.npy" --out w1="$out/$folder/w1.npy" --verify "$@"
}
good 'a halo that is filled for nobody, one part' parts one
for ranks in 2x1 1x2 2x2; do
	good "in parts, $ranks" parts $ranks --ranks $ranks
	check 'the same field, and halo' cmp "$out/one/w1.npy" "$out/$ranks/w1.npy"
done

finish
