#!/bin/sh
# Slices of levels on meshes with levels outermost: all tools choose the same, results are right, and --tune tries them.
# Long: only in `make check-all`; options.sh has the axes, mesh_rows.sh rows of meshes.

. "$(dirname "$0")/../lib/programs.sh"

stencils=stencils/mesh

# chosen STENCIL LEVELS KERNEL: stencilrun's kernel on 320 cells, 480 edges and 162 vertices, bit for bit, and stencilbench's.
chosen() {
	arrays=
	for field in $(sed -n 's/^ *in  *//p' "$stencils/$1.stencil" | sed 's/;.*//; s/,//g'); do
		case $field in
		cell | edge | vertex | column | *.*) ;;
		*) arrays="$arrays --formula $field=1.5+sin(7*element+5*k+slot)" ;;
		esac
	done
	to=$(sed -n 's/^ *out  *[a-z]*  *\([a-z_0-9]*\).*/\1/p' "$stencils/$1.stencil")
	# shellcheck disable=SC2086 # options are words
	run "$bin/stencilrun" "$stencils/$1.stencil" --backend host --mesh icosahedron:R2B1 --size-levels "$2" --levels outermost --verify \
		$arrays --out "$to=$data/$1.npy"
	named() {
		is_clean && grep -q "^$1_$2 on .*, equal to the interpreter$" "$out/stdout"
	}
	check "$1 with $2 levels: $3" named "$1" "$3"
	run "$bin/stencilbench" --backend host --mesh icosahedron:R2B1 --size-levels "$2" --levels outermost --access zslice --storage chasing \
		--no-time --json "$data/$1.json" "$stencils/$1.stencil"
	also() {
		is_clean && grep -q "\"$1_$2\"" "$data/$1.json"
	}
	check "stencilbench's $1 with $2 levels" also "$1" "$3"
}
# Whole columns, parts of nearly equal length, and a last slice that is shorter than the others.
chosen divergence 65 chasing_zslice_levels22_unroll4
chosen divergence 67 chasing_zslice_levels23_unroll4
chosen vorticity 49 chasing_zslice_levels25_unroll4
chosen contravariant 38 chasing_zslice_levels37_unroll4
chosen diffuse_theta 97 chasing_zslice_levels49_ahead5
chosen advect_vn 12 chasing_zslice_levels11_ahead4
chosen averaged_flux 9 chasing_zslice_levels9_unroll4

run "$bin/stencilbench" tests/golden/mesh-kernel-loads-ahead.stencil --backend host --exact --mesh icosahedron:R2B1,cap:60:icosahedron:R1B2 \
	--size-levels 7,8 --storage chasing --levels outermost --access zslice,zloop --levels-per-thread 2,5,8 --ahead 0,1,3,16 --block 64x1x1 \
	--no-time --csv "$data/ahead.csv"
at_once() {
	is_clean && [ "$(cells_of "$data/ahead.csv" outcome | sort | uniq -c | tr -s ' ')" = ' 64 verified' ]
}
check 'more levels at once than a slice has, as many, fewer, and none' at_once
run "$bin/stencilgen" $stencils/smagorinsky.stencil --access zslice --ahead 2 --unroll 2 -o -
check 'a loop that loads several levels is not unrolled' fails 2 'a loop loads several levels at once, or is unrolled: leave out --ahead or --unroll'

# Programs: what their kernels divide, and their bits, on grids with and without boundary.
run "$bin/stencilbench" --backend host --mesh icosahedron:R2B1 --size-levels 65 --levels outermost --access zslice --storage chasing \
	--no-time --json "$data/program.json" $stencils/transport.stencil
of_program() {
	is_clean && grep -q '"transport_chasing_zslice_levels65"' "$data/program.json"
}
check 'kernels of a program divide whole columns' of_program
run "$bin/stencilbench" $stencils/transport.stencil stencils/dycore/rbf_interpolation.stencil stencils/dycore/acoustic_column.stencil \
	--backend host --exact --mesh icosahedron:R2B1,cap:60:icosahedron:R1B2 --size-levels 13,70 --storage all --levels outermost \
	--access zslice --levels-per-thread 5,34,70 --block 64x1x1 --no-time --csv "$data/parts.csv"
parts_apart() {
	is_clean && [ "$(cells_of "$data/parts.csv" outcome | sort | uniq -c | tr -s ' ')" = ' 60 verified' ]
}
check 'in slices of different lengths' parts_apart

run "$bin/stencilrun" $stencils/divergence.stencil --backend openmp --mesh icosahedron:R2B1 --size-levels 65 --levels outermost \
	--formula vn=element --formula geofac_div=slot --out "div=$data/div.npy"
of_cpu() {
	is_clean && grep -q '^divergence_chasing_idxvar on ' "$out/stdout"
}
check 'a CPU has the loops that it had' of_cpu

run "$bin/stencilbench" $stencils/nabla2.stencil --backend host --mesh icosahedron:R2B0 --size-levels 22 --levels outermost --access zslice \
	--block 64x1x1 --runs 1 --force --csv "$data/tuned.csv" --tune "$data/tuned.txt"
tried() {
	[ "$status" = 0 ] && [ "$(cells_of "$data/tuned.csv" levels_per_thread unroll | grep -c '^22 1$')" = 1 ] &&
		[ "$(cells_of "$data/tuned.csv" levels_per_thread unroll | grep -c '^[0-9]* [12]$')" = 14 ]
}
check 'what is chosen is among what --tune tries' tried
run "$bin/stencilbench" $stencils/average_vn.stencil --backend host --mesh icosahedron:R2B0 --size-levels 22 --levels outermost \
	--access zslice --levels-per-thread 22 --block 64x1x1 --runs 1 --force --csv "$data/ahead.csv" --tune "$data/ahead.txt"
loads() {
	[ "$status" = 0 ] && [ "$(cells_of "$data/ahead.csv" unroll ahead | grep -c '^[12] 0$')" = 2 ] &&
		[ "$(cells_of "$data/ahead.csv" ahead | grep -c '^5$')" = 1 ]
}
check 'also several levels at once' loads
run "$bin/stencilbench" $stencils/transport.stencil --backend host --mesh icosahedron:R2B0 --size-levels 22 --levels outermost \
	--storage chasing --access zslice --levels-per-thread 22 --block 64x1x1 --runs 1 --force --csv "$data/parts.csv" --tune "$data/parts.txt"
own() {
	[ "$status" = 0 ] && [ "$(cells_of "$data/parts.csv" unroll | sort | tr '\n' ' ')" = '0 1 2 ' ]
}
check 'and what each kernel of a program has by default' own
run "$bin/stencilbench" $stencils/vorticity.stencil --backend host --mesh icosahedron:R2B0 --size-levels 22 --levels outermost \
	--storage chasing --access idxvar,zslice --levels-per-thread 22 --unroll 1,2 --block 64x1x1 --runs 1 --force --csv "$data/limits.csv" \
	--tune "$data/limits.txt"
limits() {
	[ "$status" = 0 ] && [ "$(cells_of "$data/limits.csv" access registers_per_thread | sort | tr '\n' ',')" = \
		'idxvar 0,zslice 0,zslice 0,zslice 48,zslice 48,' ]
}
check 'and a limit of registers for slices' limits
run "$bin/stencilbench" $stencils/vorticity.stencil --backend host --mesh icosahedron:R2B0 --size-levels 22 --levels outermost \
	--storage chasing --access zslice --levels-per-thread 22 --unroll 1 --registers-per-thread 40 --block 64x1x1 --runs 1 --force \
	--tune "$data/limit.txt"
run "$bin/stencilrun" $stencils/vorticity.stencil --backend host --mesh icosahedron:R2B0 --size-levels 22 --tuned "$data/limit.txt" \
	--formula 'vn=sin(3*element) + k' --formula 'geofac_rot=slot' --out "zeta=$data/vorticity.npy" --verify
with_limit() {
	[ "$status" = 0 ] && grep -q '^vorticity_chasing_zslice_levels22_registers40_unroll1 on .*, equal to the interpreter$' "$out/stdout"
}
check 'stencilrun uses the one that was stored' with_limit
run "$bin/stencilgen" $stencils/vorticity.stencil --target cuda --tuned "$data/limit.txt" -o "$data/limit"
written() {
	[ "$status" = 0 ] && grep -q '__maxnreg__(40)' "$data/limit/vorticity/chasing_zslice_levels22_registers40_unroll1.cu"
}
check 'and stencilgen writes it' written

finish
