#!/bin/sh
# Planes in shared memory by asynchronous copies: the bits of the interpreter and of other kernels, on all shapes of grids, and what is refused.

. "$(dirname "$0")/../lib/programs.sh"

# planes STENCIL SIZE OUTPUT OPTION...
planes() {
	stencil=$1 size=$2 output=$3
	shift 3
	case $stencil in
	wave) set -- --formula 'u_old=i-k*j' --formula 'c=0.1+j' "$@" ;;
	esac
	stencilrun "$(find stencils tests/data/planes -maxdepth 1 -name "$stencil.stencil")" --backend host --size "$size" \
		--formula 'u=sin(1.7*i+0.3*j)*cos(0.1*j+k)' --out "$output=$out/end.npy" -q --verify --exact --access planes "$@"
}

for size in 9x9x9 10x9x9 9x10x11 72x9x10 73x24x9 75x25x23; do
	good "star25, $size" planes star25 $size f --block 32x4x1
	good "wave, $size" planes wave $size u_new --precision float
	good "box, $size" planes box $size v --block 32x5x1 --rows-per-thread 1
	good "skewed, $size" planes skewed $size v --levels-per-thread 3 --ahead 1
done
good 'a row' planes flat 77x4x3 v
good 'a column' planes flat 3x77x3 v
good 'a level' planes flat 77x14x1 v --levels-per-thread 1
good 'radius 8' planes long 83x31x20 v
good 'a point a thread' planes star25 75x25x12 f --points-per-thread 1
good 'many planes' planes star25 75x25x20 f --ahead 9 --block 32x4x1
good 'slices' planes star25 75x25x23 f --levels-per-thread 4
export STENCIL_HOST_ORDER
for STENCIL_HOST_ORDER in reverse shuffle:1; do
	good "threads in order $STENCIL_HOST_ORDER" planes star25 75x25x12 f --block 32x4x1
done
unset STENCIL_HOST_ORDER

good 'wide' planes star25 75x25x12 f --access wide
run cp "$out/end.npy" "$out/wide.npy"
good 'planes' planes star25 75x25x12 f
check 'have the same bits' cmp "$out/end.npy" "$out/wide.npy"

# usual STENCIL SIZE OUTPUT KERNEL OPTION... : without --access
usual() {
	stencil=$1 size=$2 output=$3 kernel=$4
	shift 4
	run stencilrun "$(find stencils tests/data/planes -maxdepth 1 -name "$stencil.stencil")" --size "$size" \
		--formula 'u=sin(1.7*i+0.3*j)*cos(0.1*j+k)' --out "$output=$out/end.npy" --verify --exact "$@"
	check "$kernel, $size $*" grep -q "^$kernel on .* equal to the interpreter" "$out/stdout"
}
usual star25 75x41x72 f star25_regular_planes --backend host
usual star25 75x41x72 f star25_regular_planes_float --backend host --precision float
usual star25 75x41x72 f star25_regular_planes --backend host --steps 3 --swap f:u --periodic xy
usual acoustic 24x17x73 u_new acoustic_regular_planes --backend host --formula 'u_old=i-k*j' --formula 'c=0.1+j'
usual star25 24x17x71 f star25_regular_idxvar --backend host
usual star25 24x17x72 f star25_regular_idxvar --backend host --block 64x2x1
usual star25 24x17x72 f star25_regular_idxvar --backend host --ranks 1x2
usual star25 24x17x72 f star25_regular_idxvar --backend openmp
usual star25 24x17x72 f star25_chasing_cluster_innermost --backend host --storage chasing
usual star13 24x17x72 f star13_regular_idxvar --backend host

refused 2 'planes has no block 64x4x1: a block is a warp wide and has 4 rows or more: use 32x4x1' \
	planes star25 20x20x20 f --block 64x4x1
refused 2 'its blocks have 512 threads at most' planes star25 20x20x20 f --block 32x17x1
refused 2 'its blocks have 256 threads at most' planes long 20x20x20 v --block 32x9x1
refused 2 "'long' reads too many levels for the registers of a thread with 4 rows of 2 points: use fewer" \
	planes long 20x20x20 v --rows-per-thread 4
# not_for MESSAGE OPTION... : the compiler refuses the stencil that it reads.
not_for() {
	message=$1
	shift
	cat >"$out/s.stencil"
	run "$bin/stencilgen" "$out/s.stencil" --storage regular --access planes -o - "$@"
	check "2: $message" fails 2 "$message"
}
not_for "'s' reads no in field of real numbers at neighbors in x or y, so access planes has nothing to copy" <<'END'
stencil s { in u; in int n; out v; v = u[0,0,-1] + n[east]; }
END
not_for "'s' has an inout field, 'w', and threads of access planes also read points that others write" <<'END'
stencil s { in u; inout w; w = w + u[east]; }
END
not_for "'s' reads distances, and access planes computes several points at a time" <<'END'
stencil s { in u; out v; v = u[east] + west; }
END
not_for "'s' has 2 kernels, and access planes is for one kernel alone" <<'END'
stencil s { in u; out v; inout w; w = u[east]; v = w[east]; }
END
not_for "'s' has its halo filled, and access planes is for stencils without" <<'END'
stencil s { inout u; out v; boundary u = periodic; v = u[east]; }
END
not_for 'access planes is for fields soa' --fields aos <<'END'
stencil s { in u, w; out v; v = u[east] + w; }
END
not_for 'target hip has no access planes' --target hip <<'END'
stencil s { in u; out v; v = u[east]; }
END
finish
