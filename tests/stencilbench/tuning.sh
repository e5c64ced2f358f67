#!/bin/sh
# Tuning files: written by stencilbench, read by stencilrun and stencilgen.

. "$(dirname "$0")/../lib/programs.sh"

tuned=$out/tuned
sed 's/4\*/5*/' stencils/laplap.stencil >"$out/laplap.stencil"
"$bin/stencilrun" --sample 24x20x8 "$out/src.npy"
apply() {
	run "$bin/stencilrun" "$@" --in src="$out/src.npy" --out dst="$out/dst.npy" --verify
}
generate() {
	run "$bin/stencilgen" --list "$@"
}
stdout_is() { # KERNEL
	[ "$status" = 0 ] && [ "$(cat "$out/stdout")" = "$1" ]
}
# The machine may be busy: its times are taken as they are.
bench --size 24x20x8 --runs 3 --access naive,idxvar --tune "$tuned" --force stencils/laplap.stencil
tuned_file() {
	is_clean && [ "$(grep -c '^best: stencil=laplap size=24x20x8 precision=double order=' "$tuned")" = 2 ] &&
	[ "$(grep -c '^best of laplap' "$out/stdout")" = 2 ] && grep -q '^backend: openmp$' "$tuned" &&
	[ "$(grep -c '^best: .* storage=regular ' "$tuned")" = 1 ]
}
check 'the best kernel of each grid is noted' tuned_file
access=$(sed -n 's/^best: .* storage=regular access=\([a-z]*\) .*/\1/p' "$tuned")
# Whose median was less, however the clock ran.
# kernels: "MEDIAN laplap_STORAGE_ACCESS[_innermost] ORDER STORAGE" of each line that is the best of one.
kernels() {
	sed -n 's/ levels=innermost / levels=_innermost /; s/ levels=\(-\|outermost\) / levels= /
		s/^best: .* order=\([^ ]*\) storage=\([a-z_]*\) access=\([a-z]*\) .* levels=\([a-z_]*\) .*median_us=\([0-9.]*\) .*/\5 laplap_\2_\3\4 \1 \2/p' \
		"$tuned"
}
fastest=$(kernels | sort -n | sed -n '1s/^[^ ]* \([^ ]*\) .*/\1/p')
unstructured=$(kernels | sed -n 's/^[^ ]* \([^ ]*\) zcurve:16 .*/\1/p')
storage=$(kernels | sed -n 's/.* zcurve:16 //p')
bench --size 24x20x8,25x20x8 --runs 3 --storage regular --tune "$tuned" --force stencils/copy.stencil
check 'what it says of others stays' test "$(grep -c '^best:' "$tuned")" = 4

apply stencils/laplap.stencil --tuned "$tuned"
takes() {
	is_clean && grep -q "^$1 on " "$out/stdout"
}
check 'stencilrun takes it' takes "$fastest"
apply stencils/laplap.stencil --tuned "$tuned" --storage regular --access naive
if [ "$access" = naive ]; then
	check 'options agree' takes laplap_regular_naive
else
	check 'options that disagree' fails 1 'no kernel of '
fi
apply stencils/laplap.stencil --tuned "$tuned" --storage "$storage" --order zcurve
check 'of an unstructured grid' takes "$unstructured"

apply stencils/laplap.stencil --tuned "$tuned" --backend host
check 'another backend is refused' fails 1 "tuned was tuned with backend 'openmp', here it is 'host'; --force"
apply stencils/laplap.stencil --tuned "$tuned" --backend host --force
check 'or forced' takes "$fastest"
sed 's/^device: .*/device: another one/' "$tuned" >"$out/elsewhere"
apply stencils/laplap.stencil --tuned "$out/elsewhere"
check 'another device is refused' fails 1 "tuned with device 'another one', here it is "
apply stencils/laplap.stencil --tuned "$out/elsewhere" --force
check 'or forced, too' takes "$fastest"
apply "$out/laplap.stencil" --tuned "$tuned"
check 'another text is refused' fails 1 'laplap.stencil has changed since'
sed 's/24x20x8/512x512x64/' "$tuned" >"$out/large"
apply stencils/laplap.stencil --tuned "$out/large"
check 'another size is refused' fails 1 "'laplap' for 24x20x8, double, that agrees with the other options; --force uses that for 512x512x64, double"
apply stencils/laplap.stencil --tuned "$out/large" --force
check 'or forced as well' takes "$fastest"
apply stencils/laplap.stencil --tuned stencils/laplap.stencil
check 'a file that is none' fails 1 'laplap.stencil:2: no line that stencilbench --tune writes'
apply stencils/laplap.stencil --tuned "$out/none"
check 'a file that is not there' fails 3 'none: No such file'

bench --size 24x20x8 --runs 3 --storage regular --tune "$out/elsewhere" stencils/laplap.stencil
check 'a file from elsewhere is not added to' fails 1 '--force replaces it'
bench --size 24x20x8 --runs 3 --storage regular --tune "$out/elsewhere" --force stencils/laplap.stencil
replaced() {
	is_clean && [ "$(grep -c '^best:' "$out/elsewhere")" = 1 ] && ! grep -q 'another one' "$out/elsewhere"
}
check 'but replaced if forced' replaced
bench --size 24x20x8 --no-time --tune "$out/untimed" stencils/copy.stencil
check 'without times there is nothing to note' fails 1 'nothing was measured'
check 'and nothing is' test ! -e "$out/untimed"

generate --tuned "$tuned" --target openmp stencils/laplap.stencil
# Whichever tunables were the fastest: they are in the names.
lists() {
	is_clean && sed -E 's/_(levels|rows|points|unroll)[0-9]+//g' "$out/stdout" | sort | cmp - "$out/expected"
}
printf 'laplap_regular_%s\n%s\n' "$access" "$unstructured" | sort >"$out/expected"
check 'stencilgen writes the kernels that are named' lists
generate --tuned "$tuned" stencils/laplap.stencil
check 'for the target only' fails 2 'tuned was tuned for target openmp, not cuda; --force'
generate --tuned "$tuned" --force stencils/laplap.stencil
check 'unless forced' lists
generate --tuned "$tuned" --target openmp "$out/laplap.stencil"
check 'for the text only' fails 2 'has changed since'
generate --tuned "$tuned" --target openmp --precision float stencils/laplap.stencil
check 'for the precision only' fails 2 "has no kernel of 'laplap' in float"
sed 's/^program: .*/program: stencilbench 0.0.1/' "$tuned" >"$out/old"
generate --tuned "$out/old" --target openmp stencils/laplap.stencil
check 'of this version only' fails 2 'was tuned by stencilbench 0.0.1, this is stencilbench '

# What is kept by choice is another program, with kernels of its own.
bench --size 24x20x8 --runs 3 --storage regular --access idxvar --tune "$out/kept" --force --store lap stencils/hdiff.stencil
check 'a program is tuned' is_clean
npy coeff '<f8' 8x20x24 9
keeping() {
	run stencilrun stencils/hdiff.stencil --in src="$out/src.npy" --in coeff="$data/coeff.npy" --out dst="$out/dst.npy" --tuned "$out/kept" "$@"
}
keeping --store lap
check 'and its kernel taken' takes hdiff_regular_idxvar_store_lap
keeping
check 'also if no option says what is kept' takes hdiff_regular_idxvar_store_lap
keeping --store none
check 'but not for what keeps less' fails 1 'it has one whose name ends in _store_lap: give the --store and --place of that name'
bench --size 24x20x8 --runs 3 --storage regular --access naive --fields soa --store none --tune "$out/kept" --force stencils/hdiff.stencil
both() {
	is_clean && [ "$(grep -c '^best:' "$out/kept")" = 2 ] && [ "$(grep -c 'decision=store_lap store=lap ' "$out/kept")" = 1 ]
}
check 'both stay in the file' both
keeping --store none
check 'each is taken by its own options' takes hdiff_regular_naive

# faster FILE WORDS: the entry that has them is by far the fastest.
faster() {
	sed "/ $2 /s/median_us=[0-9.]*/median_us=0.001/" "$1" >"$1.faster"
}
faster "$out/kept" store=lap
keeping --tuned "$out/kept.faster"
check 'without options the fastest is taken' takes hdiff_regular_idxvar_store_lap
generate --tuned "$out/kept.faster" --target openmp stencils/hdiff.stencil
check 'by stencilgen, too' stdout_is hdiff_regular_idxvar_store_lap
generate --tuned "$out/kept.faster" --target openmp --store none stencils/hdiff.stencil
check 'or what is asked for' stdout_is hdiff_regular_naive
sed 's/ store=lap / /' "$out/kept.faster" >"$out/untold"
keeping --tuned "$out/untold"
check 'of an entry that does not tell what its options were' takes hdiff_regular_naive

# --tune tries what may be kept, and where, unless an option says it.
bench --size 12x10x6 --runs 2 --access idxvar --storage regular --tune "$out/tried" --force stencils/programs/fvtp2d.stencil
tried() {
	is_clean && [ "$(grep -c '^best:' "$out/tried")" = 4 ] && grep -q ' decision=store_ppm_y_al_ppm_x_al2 store=ppm_y_al+ppm_x_al2 ' "$out/tried"
}
check 'what may be kept is tried' tried
bench --size 12x10x6 --runs 2 --access idxvar --storage regular --tune "$out/one" --store qi --force stencils/programs/fvtp2d.stencil
check 'unless an option says it' test "$(grep -c '^best:' "$out/one")" = 1
places() { # BACKEND [OPTION...]
	backend=$1
	shift
	rm -f "$out/places"
	bench --backend "$backend" --size 24x20x8 --runs 2 --storage regular --block 8x2x1,64x1x1 \
		--tune "$out/places" --force "$@" stencils/programs/adi.stencil
}
places host --unroll 1 --ahead 2
both_places() {
	is_clean && [ "$(grep -c '^best:' "$out/places")" = 2 ] && grep -q ' decision=place_shared place=shared ' "$out/places"
}
check 'so is where' both_places
solve() {
	run stencilrun stencils/programs/adi.stencil --backend host --in u="$out/src.npy" --out v="$out/v.npy" --tuned "$out/places.faster" "$@"
}
faster "$out/places" place=shared
solve
check 'stencilrun takes the place' takes adi_regular_zloop_unroll1_ahead2_place_shared
solve --place global
check 'or the one that is asked for' takes adi_regular_zloop_unroll1_ahead2
generate --tuned "$out/places.faster" stencils/programs/adi.stencil
check 'stencilgen, too' stdout_is adi_regular_zloop_unroll1_ahead2_place_shared
faster "$out/places" 'access=zloop fields=soa levels=- block=[0-9x]* unroll=1'
solve
check 'or global memory' takes adi_regular_zloop_unroll1_ahead2
places host --unroll 1 --ahead 0 --place global
solve() {
	run stencilrun stencils/programs/adi.stencil --backend host --in u="$out/src.npy" --out v="$out/v.npy" --tuned "$out/places" "$@"
}
solve --place global
check 'sweeps that load no levels ahead' takes adi_regular_zloop_unroll1_ahead0
generate --tuned "$out/places" stencils/programs/adi.stencil
check 'and stencilgen writes them' stdout_is adi_regular_zloop_unroll1_ahead0
places openmp
check 'on a CPU there is none to choose' test "$(grep -c '^best:' "$out/places")" = 1

# On meshes: so many elements of the outputs' location, so many levels.
mesh=stencils/mesh/divergence.stencil
bench --backend openmp --mesh torus:16x12 --size-levels 7 --order given,random:3 --runs 3 --tune "$out/mesh" --force $mesh
mesh_file() {
	is_clean && [ "$(grep -c '^best: stencil=divergence size=384x1x7 precision=double order=\(given\|random:3\) storage=chasing ' \
		"$out/mesh")" = 2 ]
}
check 'the best kernels on a mesh' mesh_file
kernel=$(sed -n 's/.* order=random:3 storage=\([a-z]*\) access=\([a-z]*\) .* levels=outermost .*/divergence_\1_\2/p
	s/.* order=random:3 storage=\([a-z]*\) access=\([a-z]*\) .* levels=innermost .*/divergence_\1_\2_innermost/p' "$out/mesh")
on_mesh() {
	run "$bin/stencilrun" $mesh --mesh torus:16x12 --formula 'vn=sin(3*element) + k' --in geofac_div=@geofac_div \
		--out div="$out/div.npy" --verify "$@"
}
on_mesh --size-levels 7 --tuned "$out/mesh" --order random:3
check 'stencilrun takes one' takes "$kernel"
on_mesh --size-levels 8 --tuned "$out/mesh"
check 'not for other levels' fails 1 "'divergence' for 384x1x8, double, that agrees with the other options; --force uses that for 384x1x7, double"
on_mesh --size-levels 7 --tuned "$out/mesh" --access zslice --backend host --force
check 'nor for another access' fails 1 "has no kernel of 'divergence'"
generate --tuned "$out/mesh" --target openmp $mesh
check 'stencilgen writes them' sh -c "grep -qx '$kernel' '$out/stdout' && [ ! -s '$out/stderr' ]"
# Meshes had such kernels once, and files may name them.
sed 's/ access=[a-z]* / access=naive /' "$out/mesh" >"$out/naive"
gone="naive: access naive is not for meshes: use idxvar (legal for 'divergence': idxvar)"
generate --tuned "$out/naive" --target openmp $mesh
check 'a kernel that meshes have no more' fails 2 "$gone"
sed '/ order=given /s/ access=[a-z]* / access=naive /' "$out/mesh" >"$out/naive"
generate --tuned "$out/naive" --target openmp $mesh
check 'beside another one' fails 2 "$gone"
generate --tuned "$out/naive" --target openmp --access idxvar $mesh
check 'unless options leave it out' stdout_is "$kernel"
generate --tuned "$out/naive" --target openmp --force $mesh
check 'or it is forced' stdout_is "$kernel"
on_mesh --size-levels 7 --tuned "$out/naive" --order given
check 'stencilrun refuses it, too' fails 2 "${gone#naive: }"
bench --backend host --mesh torus:6x4 --size-levels 7 --runs 2 --block 32x2x1 --tune "$out/tunables" --force \
	--csv "$out/tunables.csv" $mesh
tried() {
	[ "$status" = 0 ] && [ "$(cells_of "$out/tunables.csv" kernel | sort -u | wc -l)" = "$(cells_of "$out/tunables.csv" kernel |
		wc -l)" ] && [ "$(cells_of "$out/tunables.csv" access columns_per_thread outcome | grep -c '^idxvar [124] measured$')" -ge 3 ]
}
check 'all tunables are tried' tried

finish
