#!/bin/sh
# What stencilrun refuses, and what it says then. The data stay as they were.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/arrays.sh

laplap() {
	stencilrun stencils/laplap.stencil --out dst="$data/dst.npy" "$@"
}
in=src=$data/p1.npy

npy ints '<i4' 8x20x24 1
npy truncated '<f8' 8x20x24 1 truncated
npy trailing '<f8' 8x20x24 1 trailing
npy magic '<f8' 8x20x24 1 magic
npy plane '<f8' 20x24 1
npy zero '<f8' 8x0x24 1
npy small '<f8' 8x4x24 1
npy least '<f8' 1x5x5 1
npy other '<f8' 8x20x23 1
npy turned '<f8' 24x20 1
npy levels '<f8' 9 1

refused 1 "ints.npy: its elements are of type '<i4'" laplap --in src="$data/ints.npy"
refused 1 'truncated.npy: the file is truncated' laplap --in src="$data/truncated.npy"
refused 1 'trailing.npy: more data than the shape says' laplap --in src="$data/trailing.npy"
refused 1 'magic.npy: not an .npy file' laplap --in src="$data/magic.npy"
refused 1 "levels.npy has shape (9), but 'laplap' looks north or south: field 'src' needs (y,x)" laplap --in \
	src="$data/levels.npy"
refused 1 "zero.npy: the array's size in dimension 1 is 0" laplap --in src="$data/zero.npy"
refused 3 'missing.npy: No such file' laplap --in src="$data/missing.npy"
refused 1 'data: is a directory' laplap --in src="$data"
refused 1 "24x4x8 cells are all within the halo of 'laplap'" laplap --in src="$data/small.npy"
good 'the least grid' stencilrun stencils/laplap.stencil --in src="$data/least.npy" \
	--out dst="$out/dst.npy" --verify

hdiff() {
	stencilrun stencils/hdiff.stencil --out dst="$data/dst.npy" "$@"
}
refused 1 'other.npy has shape (8,20,23), but other fields have x = 24' \
	hdiff --in "$in" --in coeff="$data/other.npy"
refused 1 "f2.npy holds float, but field 'coeff' is double" hdiff --in "$in" --in \
	coeff="$data/f2.npy"
refused 1 "p2.npy holds double, but field 'coeff' is float" \
	hdiff --in src="$data/f1.npy" --in coeff="$data/p2.npy"
refused 1 "p1.npy holds double, but field 'src' is float" laplap --in "$in" --precision float
refused 1 "f1.npy holds float, but field 'src' is double" laplap --in src="$data/f1.npy" \
	--precision double
refused 1 "p1.npy holds double, but field 'tracer' is float" stencilrun stencils/upwind.stencil \
	--in u="$data/p1.npy" --in v="$data/p1.npy" --in tracer="$data/p1.npy" --out \
		moved="$data/dst.npy"

refused 2 "field 'coeff' is missing: give --in coeff=FILE or --formula coeff=EXPR" hdiff --in "$in"
refused 2 "'laplap' has no field 'sorc'; did you mean 'src'?" laplap --in sorc="$data/p1.npy"
refused 2 "'laplap' has no field 'wind'" laplap --in "$in" --in wind="$data/p1.npy"
refused 2 "--in: 'src' is given twice" laplap --in "$in" --in src="$data/p2.npy"
refused 2 "--out: 'dst' is given twice" laplap --in "$in" --out dst="$data/u.npy"
refused 2 "--in: 'dst' is an out field" laplap --in "$in" --in dst="$data/dst.npy"
refused 2 "--out: 'src' is an in field" laplap --in "$in" --out src="$data/u.npy"
refused 2 '--in src: write FIELD=FILE' laplap --in src
refused 2 '--in src=: write FIELD=FILE' laplap --in src=
refused 2 'nothing to write: give --out FIELD=FILE' stencilrun stencils/laplap.stencil --in "$in"
refused 2 "dst.txt: unknown ending '.txt': name the file .npy, .nc, .nc4, .cdf, .vti, .vtu, .pvd, .svg or .png" \
	stencilrun stencils/laplap.stencil --in "$in" --out dst="$data/dst.txt"
check 'is not written' test ! -e "$data/dst.txt"
echo 'stencil s { out dst; dst = level; }' >"$out/only_out.stencil"
refused 2 'no array has the size of the grid: give --size XxYxZ' stencilrun "$out/only_out.stencil" --out \
	dst="$data/dst.npy"

refused 2 "'sparse' is no order: use row, zcurve" laplap --in "$in" --order sparse
refused 1 "the z-curve's width is 3" laplap --in "$in" --storage chasing --order zcurve:3
refused 2 "unknown backend 'gpu' (there are: auto cuda hip openmp host)" laplap --in "$in" --backend gpu
HIP_VISIBLE_DEVICES=-1 refused 3 'no AMD GPU: the HIP runtime (libamdhip64.so) is missing or finds none' laplap --in "$in" --backend hip
refused 2 "'64x2' is no block" laplap --in "$in" --block 64x2
refused 2 "'64x0x1' is no block" laplap --in "$in" --block 64x0x1
for block in 2048x1x1 32x64x1 2x2x512 9999x9999x9999; do
	refused 2 "idxvar has no block $block: a block has 1024 threads at most" laplap --in "$in" --backend host --block $block
done
refused 2 "unknown storage 'chaising'; did you mean 'chasing'?" laplap --in "$in" --storage chaising
refused 2 "unknown access 'naiv'; did you mean 'naive'?" laplap --in "$in" --access naiv
refused 2 'choose one storage and one access' laplap --in "$in" --storage all
refused 2 '(legal for' stencilrun stencils/copy.stencil --in "$in" --out dst="$data/dst.npy" \
	--storage direct
refused 2 "unknown precision 'half' (there are: double float)" laplap --in "$in" --precision half
for steps in 0 -1 2.5 two '' 4294967297 99999999999999999999; do
	refused 2 "--steps accepts a number of at least 1, not '$steps'" laplap --in "$in" --steps \
		"$steps"
done
refused 2 '--steps 2 needs --swap' laplap --in "$in" --steps 2
refused 2 "--swap src:dst: 'src' is no out field; write OUT:IN" laplap --in "$in" --steps 2 --swap src:dst
refused 2 '--swap dst:: write OUT:IN' laplap --in "$in" --steps 2 --swap dst:
refused 2 "--swap dst:src:dst: 'dst' is an out field; write OUT:IN" laplap --in "$in" --steps 2 --swap dst:src:dst
refused 2 "--swap dst:far: there is no field 'far'; write OUT:IN" laplap --in "$in" --steps 2 --swap dst:far
refused 2 '--swap dst:src:src: a field is exchanged twice' laplap --in "$in" --steps 2 --swap dst:src:src
refused 2 '--swap dst: write OUT:IN' laplap --in "$in" --steps 2 --swap dst
refused 2 '--swap dst:src,: write OUT:IN' laplap --in "$in" --steps 2 --swap dst:src,
refused 2 '--swap dst:src: a field is exchanged twice' laplap --in "$in" --swap dst:src --swap \
	dst:src
refused 2 '--swap exchanges arrays of one field: it needs --fields soa, not aos' hdiff --in "$in" \
	--in coeff="$data/p2.npy" --swap dst:src --fields aos
refused 2 "unknown layout of fields 'sao'; did you mean 'soa'? (there are: soa aos aosoa aos_in aosoa_in)" hdiff --in "$in" --in \
	coeff="$data/p2.npy" --fields sao
refused 2 'so fields aosoa would repeat soa' laplap --in "$in" --fields aosoa
refused 2 'no input file' stencilrun
refused 2 'more than one file' laplap --in "$in" stencils/copy.stencil
refused 2 "unknown option '--inn'" laplap --inn "$in"
refused 2 "--in needs a value: FIELD=FILE" laplap --in
for size in 24x20 24x20x0 24x20x8x2 x 24x20x8k 1073741824x1073741824x1073741824; do
	refused 2 "'$size' is no size" stencilrun --sample $size "$data/dst.npy"
done
refused 3 'sample.npy: cannot write' stencilrun --sample 4x4x4 "$data/dst.npy/sample.npy"

sponge() {
	# shellcheck disable=SC2046
	stencilrun stencils/sponge.stencil $(inputs sponge p) "$@"
}
uv="--out u=$data/u.npy --out v=$data/v.npy"
# shellcheck disable=SC2046,SC2086
{
refused 2 "'sponge' has no param 'dept'; did you mean 'depth'?" sponge $uv --param dept=1
refused 2 "'sponge' has no param 'viscosity'" sponge $uv --param viscosity=1
refused 2 "param dt needs a number, not 'ten'" sponge $uv --param dt=ten
refused 2 "param dt needs a number, not '10s'" sponge $uv --param dt=10s
refused 2 "param dt needs a number, not ''" sponge $uv --param dt
refused 2 "param dt needs a number, not 'nan'" sponge $uv --param dt=nan
refused 2 "param depth needs a whole number, not '2.5'" sponge $uv --param depth=2.5
refused 2 "param depth needs a whole number from -100000000 to 100000000, not" sponge $uv --param depth=3000000000
refused 1 "levels.npy has shape (9), but other fields have z = 8" stencilrun \
	stencils/sponge.stencil \
	$(inputs sponge p | sed 's/profile/levels/') $uv
refused 1 "turned.npy has shape (24,20), but other fields have y = 20" stencilrun \
	stencils/sponge.stencil \
	$(inputs sponge p | sed 's/column/turned/') $uv
refused 1 "profile.npy has shape (8), but field 'roughness' needs (y,x)" stencilrun \
	stencils/sponge.stencil \
	$(inputs sponge p | sed 's/column/profile/') $uv
}
echo 'stencil s { in src; out dst; param a, b = 2; dst = a*b*src; }' >"$out/param.stencil"
refused 2 "param 'a' has no default: give --param a=VALUE" stencilrun "$out/param.stencil" \
	--in "$in" --out dst="$data/dst.npy"
good 'a param without default' stencilrun "$out/param.stencil" --in "$in" --out dst="$out/dst.npy" \
	--param a=0.5 --verify
check 'half of twice is the same' cmp "$data/p1.npy" "$out/dst.npy"

cat stencils/copy.stencil stencils/laplap.stencil >"$out/two.stencil"
refused 2 'two.stencil has 2 stencils: choose one with --stencil, of copy, laplap' \
	stencilrun "$out/two.stencil" --in "$in" --out dst="$data/dst.npy"
refused 2 "two.stencil has no stencil 'lap': name one of copy, laplap" \
	stencilrun "$out/two.stencil" --in "$in" --out dst="$data/dst.npy" --stencil lap
good 'one of two stencils' stencilrun "$out/two.stencil" --in "$in" --out dst="$out/dst.npy" \
	--stencil copy
check 'it is the one' cmp "$data/p1.npy" "$out/dst.npy"

: >"$out/empty.stencil"
echo 'stencil s { in src; out dst; dst = scr; }' >"$out/wrong.stencil"
diagnosed 'no stencil in this file' stencilrun "$out/empty.stencil" --in "$in" --out \
	dst="$data/dst.npy"
diagnosed 3 'Is a directory' stencilrun stencils --in "$in" --out dst="$data/dst.npy"
diagnosed 3 'No such file or directory' stencilrun "$out/no.stencil" --in "$in" --out \
	dst="$data/dst.npy"
diagnosed "unknown name 'scr'" stencilrun "$out/wrong.stencil" --in "$in" --out dst="$data/dst.npy"

refused 2 'no array has the size of the grid: give --size XxYxZ' stencilrun stencils/laplap.stencil --formula src=1 \
	--out dst="$data/dst.npy"
refused 2 '--size 4x3: write XxYxZ, the cells with the halo' stencilrun stencils/laplap.stencil --size 4x3 --formula src=1 \
	--out dst="$data/dst.npy"
refused 1 'has shape (8,20,24), but --size has z = 2' stencilrun stencils/laplap.stencil --size 24x20x2 --in "$in" \
	--out dst="$data/dst.npy"
diagnosed "unknown name 'lon': a formula is made of the indices i, j and k, the sizes nx, ny and nz, and coordinates" \
	stencilrun stencils/laplap.stencil --size 20x20x2 --formula src=lon --out dst="$data/dst.npy"
refused 2 '--formula src=2: the field is given twice' stencilrun stencils/laplap.stencil --size 20x20x2 --in src=1 \
	--formula src=2 --out dst="$data/dst.npy"
for option in '--dim 3' '--level 3' --pad; do
	# shellcheck disable=SC2086 # options are words
	refused 2 "${option%% *} is for stencils on sparse grids" stencilrun stencils/laplap.stencil $option \
		--in "$in" --out dst="$data/dst.npy"
done

# What stencilgen refuses.
refused 2 'there are no vectors of 3' laplap --in "$in" --backend host --access wide --points-per-thread 3
refused 2 'a vector has 16 bytes at most' laplap --in "$in" --backend host --access wide \
	--points-per-thread 4
refused 2 'rows-per-thread is a number from 1 to 16, not 17' laplap --in "$in" --rows-per-thread 17

for number in x -1 1.5 99999; do
	refused 2 "--device accepts the number of a GPU, counted from 0, not '$number'" laplap --in "$in" --device "$number"
done
refused 2 '--device 0: there is no such GPU or no compiler for it, and backend openmp runs on the CPU' laplap --in "$in" --device 0 --backend openmp
CUDA_VISIBLE_DEVICES=3,5
export CUDA_VISIBLE_DEVICES
refused 2 '--device 2: CUDA_VISIBLE_DEVICES=3,5 has no such GPU, counted from 0' laplap --in "$in" --device 2 --backend openmp
refused 2 '--device 1: there is no such GPU' laplap --in "$in" --device 1 --backend openmp
refused 2 '--device 2: CUDA_VISIBLE_DEVICES=3,5 has no such GPU, counted from 0' stencilbench stencils/laplap.stencil --size 9x9x9 --device 2 --backend openmp
refused 2 '--device 0: there is no such GPU' stencilbench stencils/laplap.stencil --size 9x9x9 --device 0 --backend openmp

finish
