#!/bin/sh
# Kernels that differ only in their tunables have files and names of their own, so that a program can have
# them all.

. "$(dirname "$0")/../lib/compiler.sh"

# names NAME OPTION... : the only kernel's name.
names() {
	name=$1
	shift
	ends 0 --list --storage regular "$@"
	expect "$name" test "$(cat "$out/text")" = "$name"
}
names laplap_regular_tile --access tile laplap.stencil
names laplap_regular_tile --access tile --rows-per-thread 4 laplap.stencil
names laplap_regular_tile_rows8 --access tile --rows-per-thread 8 laplap.stencil
names laplap_regular_wide_levels30_rows3_points1_float --access wide --levels-per-thread 30 --rows-per-thread 3 --points-per-thread 1 \
	--precision float laplap.stencil
names hdiff_regular_zslice_levels4_aos --access zslice --levels-per-thread 4 --fields aos hdiff.stencil
names laplap_chasing_cluster_points2_blocks528_innermost --access cluster --blocks-per-launch 528 --levels innermost --storage chasing laplap.stencil
names laplap_chasing_cluster_levels32_rows2 --access cluster --levels-per-thread 32 --rows-per-thread 2 --points-per-thread 1 --storage chasing laplap.stencil
names laplap_regular_naive --access naive --rows-per-thread 8 --unroll 2 laplap.stencil

names vadv_regular_zloop_ahead0 --access zloop --ahead 0 "$root/stencils/programs/vadv.stencil"
names vadv_regular_zloop --access zloop --ahead 6 "$root/stencils/programs/vadv.stencil"
names laplap_regular_zloop --access zloop --ahead 0 laplap.stencil
ends 2 -o "$out/absent" --access planes --ahead 0 laplap.stencil
expect 'planes are copied early' grep -q 'access planes copies planes early: --ahead is at least 1 there' "$out/err"
ends 2 -o "$out/absent" --access zloop --unroll 0 laplap.stencil
expect 'other numbers are at least 1' grep -q -e "--unroll accepts a number from 1 to 64, not '0'" "$out/err"

# bounds_of LEVELS NUMBERS STENCIL OPTION... : the registers that threads may have with this order of levels, kernel by kernel.
bounds_of() {
	order=$1 numbers=$2 operator=$3
	shift 3
	find "$root/stencils" -name "$operator.stencil" ! -path '*/programs/*' -exec cp {} . ';'
	ends 0 -o "$out/bounds" --levels "$order" "$@" "$operator.stencil"
	sed -n 's/.*__maxnreg__(\([0-9]*\)).*/\1/p' "$out/bounds/$operator"/* >"$out/numbers"
	expect "$operator $*, levels $order: registers $numbers" test "$(tr '\n' ' ' <"$out/numbers")" = "$numbers"
	rm -rf "$out/bounds" "$operator.stencil"
}
bounds() { bounds_of innermost "$@"; }
bounds '32 ' gradient
bounds '64 ' vorticity # six neighbours in a loop
bounds '40 ' nabla2 # of which it takes 31
bounds '80 ' advect_vn
bounds '64 64 ' transport
bounds '32 ' tangential # two at a time of any number
bounds '' coriolis # of which each has several values
bounds '80 ' advect_vn --precision float
bounds '64 ' advect_vn --levels-per-load 1
bounds '48 ' gradient --registers-per-thread 48
bounds '128 ' hdiff --storage chasing --access cluster
bounds '64 ' hdiff --storage chasing --access cluster --registers-per-thread 64
bounds '' fastwaves --storage chasing --access idxvar
bounds '96 ' fastwaves --storage chasing --access idxvar --registers-per-thread 96
bounds '' hdiff --storage chasing --access cluster --registers-per-thread 64 --target hip
bounds '' solve_w
bounds '64 ' solve_w --registers-per-thread 64 # one thread goes through a column
bounds_of outermost '128 ' fastwaves --storage chasing --access cluster
bounds_of outermost '64 ' hdiff --storage chasing --access cluster --registers-per-thread 64
bounds_of outermost '' vorticity --access zslice
for access in idxvar zloop zslice; do
	bounds_of outermost '48 ' vorticity --access $access --registers-per-thread 48
	bounds_of outermost '40 40 ' transport --access $access --registers-per-thread 40
	bounds_of outermost '64 ' solve_w --access $access --registers-per-thread 64
	bounds_of outermost '' vorticity --access $access --registers-per-thread 48 --target hip
done
bounds_of outermost '168 ' smagorinsky --access zslice --ahead 2
bounds_of outermost '96 ' smagorinsky --access zslice --ahead 2 --registers-per-thread 96

# elements NUMBER STENCIL OPTION... : which a thread goes over.
elements() {
	number=$1 operator=$2
	shift 2
	cp "$root/stencils/mesh/$operator.stencil" .
	ends 0 -o "$out/elements" --levels innermost --access idxvar "$@" "$operator.stencil"
	expect "$operator $*: $number elements a thread" grep -q "COLUMNS = $number }" "$out/elements/$operator"/*.[ch]*
	rm -rf "$out/elements" "$operator.stencil"
}
elements 2 nabla2
elements 4 tangential
elements 4 tangential --target hip
elements 2 tangential --columns-per-thread 2

# apart COUNT STENCIL OPTION... : loops over levels in which what these share is loaded again.
apart() {
	number=$1 operator=$2
	shift 2
	cp "$root/stencils/mesh/$operator.stencil" .
	ends 0 -o "$out/apart" --levels innermost --access idxvar "$@" "$operator.stencil"
	cat "$out/apart/$operator"/*.[chu]* >"$out/texts"
	expect "$operator $*: $number loops with loads of their own" test "$(grep -c 'asm volatile' "$out/texts")" = "$number"
	rm -rf "$out/apart" "$operator.stencil"
}
apart 1 smagorinsky
apart 0 smagorinsky --target hip
apart 0 smagorinsky --registers-per-thread 96
apart 1 smagorinsky --registers-per-thread 72
apart 0 smagorinsky --registers-per-thread 72 --target hip
apart 0 smagorinsky --registers-per-thread 72 --target openmp
apart 0 average_vn --registers-per-thread 40
apart 0 nabla2 --registers-per-thread 24

# On meshes there are fewer; what another access has is ignored, what none has is refused.
cp "$root/stencils/mesh/gradient.stencil" .
for tunable in rows-per-thread points-per-thread; do
	for levels in innermost outermost; do
		ends 2 -o "$out/absent" --access idxvar --levels $levels --$tunable 2 gradient.stencil
		expect "--$tunable on meshes, levels $levels" grep -q "no access has --$tunable on meshes: leave it out" "$out/err"
	done
done
expect 'nothing is written' test ! -e "$out/absent"
names gradient_chasing_idxvar --access idxvar --unroll 2 --storage chasing gradient.stencil
names gradient_chasing_idxvar_blocks264_innermost --access idxvar --blocks-per-launch 264 --levels innermost --storage chasing gradient.stencil
names gradient_chasing_idxvar --access idxvar --blocks-per-launch 264 --storage chasing gradient.stencil
names gradient_chasing_zslice_registers48 --access zslice --registers-per-thread 48 --storage chasing gradient.stencil
names gradient_chasing_zslice --access zslice --registers-per-thread 48 --storage chasing --target hip gradient.stencil
names gradient_chasing_zloop_unroll2 --access zloop --unroll 2 --storage chasing gradient.stencil

for unroll in '' '--unroll 2' '--unroll 4'; do
	# shellcheck disable=SC2086 # options are words
	ends 0 -o "$out/many" --storage regular --access zloop $unroll laplap.stencil
done
expect 'the header declares the last one' grep -q 'launch_laplap_regular_zloop_unroll4;' \
	"$out/many/laplap/laplap.h"
expect 'and nothing else' test "$(grep -c ' launch_.*;$' "$out/many/laplap/laplap.h")" = 1
# Kernel, launcher and thunk of each.
cat "$out"/many/laplap/regular_zloop.cu "$out"/many/laplap/regular_zloop_unroll2.cu \
	"$out"/many/laplap/regular_zloop_unroll4.cu | grep '^[a-z0-9_]*($' | sort -u >"$out/functions"
expect 'a program can have all three' test "$(wc -l <"$out/functions")" = 9

# shapes_of LEVELS TEXT SLOTS STENCIL OPTION... : what a thread of its clusters updates, and their slots.
shapes_of() {
	order=$1 text=$2 slots=$3 operator=$4
	shift 4
	cp "$root/stencils/$operator.stencil" .
	ends 0 -o "$out/shapes" --levels "$order" --storage chasing --access cluster "$@" "$operator.stencil"
	expect "$operator $*: $text" grep -q "^enum { $text };" "$out/shapes/$operator"/*.cu
	expect "$operator $*: $slots slots" grep -q "^enum { SLOTS = $slots };" "$out/shapes/$operator"/*.cu
	rm -rf "$out/shapes" "$operator.stencil"
}
shapes() { shapes_of innermost "$@"; }
shapes 'POINTS = 4, ROWS = 4' 52 laplap
shapes 'POINTS = 4, ROWS = 4, LEVELS = 2' 52 laplap --precision float
shapes 'POINTS = 2, ROWS = 2, LEVELS = 4' 24 laplap --precision float --points-per-thread 2 --rows-per-thread 2
shapes 'POINTS = 2, ROWS = 4' 36 hdiff
shapes 'POINTS = 2, ROWS = 2, LEVELS = 4' 24 hdiff --precision float
shapes 'POINTS = 2, ROWS = 4, LEVELS = 2' 36 hdiff --precision float --rows-per-thread 4
shapes_of outermost 'POINTS = 1, ROWS = 4' 28 laplap
shapes_of outermost 'POINTS = 2, ROWS = 2' 24 hdiff --points-per-thread 2 --rows-per-thread 2
shapes_of outermost 'POINTS = 1, ROWS = 2' 5 fastwaves
shapes_of outermost 'LEVELS = 16' 28 laplap --levels-per-thread 16

finish
