#!/bin/sh
# stencilbench measures programs of several kernels, as CUDA on the CPU.

. "$(dirname "$0")/../lib/programs.sh"

host() {
	run "$bin/stencilbench" --backend host --storage regular --runs 1 --cache hot "$@"
}
measured() { # KERNEL
	is_clean && grep -q ",$1,,.*,measured," "$out/rows.csv"
}

host --size 12x10x1 --access idxvar --csv "$out/rows.csv" stencils/programs/shallow.stencil
check 'columns without levels are measured' measured shallow_regular_idxvar
host --size 12x10x6 --csv "$out/rows.csv" --access idxvar stencils/programs/cg.stencil
check 'sums are measured' measured cg_regular_idxvar

# What is kept by choice is an axis.
host --size 12x10x6 --csv "$out/rows.csv" --access idxvar --store none,lap,lap+flux_x/flux_y stencils/hdiff.stencil
stores() {
	is_clean && [ "$(grep -c '^regular idxvar' "$out/stdout")" = 3 ] && for store in '' _store_lap _store_lap_flux_x_then_flux_y; do
		grep -q ",hdiff_regular_idxvar$store,,.*,measured," "$out/rows.csv" || return
	done
}
check 'several stores' stores
host --size 12x10x6 --csv "$out/rows.csv" --place all stencils/programs/vadv.stencil
places() {
	measured vadv_regular_zloop && measured vadv_regular_zloop_place_shared && grep -q ',place_shared,' "$out/rows.csv"
}
check 'both places' places
host --size 12x10x6 --csv "$out/rows.csv" --place all tests/data/programs/placed.stencil
beside() {
	measured placed_regular_zloop && measured placed_regular_zloop_place_shared && grep -q ',64x2x1/32x1x1/64x2x1,' "$out/rows.csv"
}
check 'both places, beside other kernels' beside
host --size 8x4x400 --no-time --place shared --block 64x2x1 tests/data/programs/placed.stencil
check 'blocks that are too large for one of the kernels' grep -q 'do not fit into shared memory' "$out/stderr"
host --size 8x4x400 --no-time --place shared --block 64x2x1/8x1x1/64x2x1 tests/data/programs/placed.stencil
check 'and others that are not' is_clean
host --size 12x10x6 --place global,shared stencils/programs/wave.stencil
check 'a place for what there is not' fails 1 "'wave' has no sweeps"
host --size 12x10x6 --place nowhere stencils/programs/vadv.stencil
check 'an unknown place' fails 2 "unknown place 'nowhere'"

# A block for each kernel.
host --size 12x10x6 --csv "$out/rows.csv" --access idxvar --block 8x2x1/4x4x2 stencils/programs/wave.stencil
in_blocks() {
	measured wave_regular_idxvar && grep -q ',8x2x1/4x4x2,' "$out/rows.csv"
}
check 'a program in a block for each kernel' in_blocks
host --size 12x10x6 --access zloop --block 8x2x1/4x4x1 stencils/programs/vadv.stencil
check 'as many blocks as kernels' grep -q 'it needs one block size, or one for each of 1 kernel, not 2' "$out/stderr"

apply() { # BLOCK [OPTION...]
	block=$1
	shift
	run "$bin/stencilrun" stencils/programs/wave.stencil --in u="$out/u.npy" --in old="$out/u.npy" --out u="$out/new.npy" \
		--verify --storage regular --access idxvar --block "$block" "$@"
}
"$bin/stencilrun" -q --sample 12x10x6 "$out/u.npy"
apply 8x2x1/4x4x2 --backend host
check 'stencilrun takes blocks' is_clean
apply 8x2x1/4x4x2 --backend openmp
check 'which say nothing on a CPU' is_clean
apply 8x2x1/4x4x2000 --backend host
check "the second kernel's block is too large" fails 2 'idxvar has no block 8x2x1/4x4x2000: a block has 1024 threads at most'
apply 4x4x2000/8x2x1 --backend host
check "and the first one's" fails 2 'idxvar has no block 4x4x2000/8x2x1: a block has 1024 threads at most'
for block in 8x2x1/ /8x2x1 8x2x1/4x4 8x2x1/0x1x1 '8x2x1/ 4x4x2' 8x2x1,4x4x2; do
	apply "$block" --backend host
	check "no block: '$block'" fails 2 "'$block' is no block"
done
apply 8x2x1/4x4x2/1x1x1 --backend host
check 'too many blocks' fails 2 'it needs one block size, or one for each of 2 kernels, not 3'

# Kernel by kernel: its points, wider where others read them from afar, its bytes, those of sums included, and its own block.
host --size 12x10x6 --csv "$out/rows.csv" --access idxvar --store lap --kernels --block 8x2x1/4x4x2 stencils/hdiff.stencil
cells() { # COLUMN...: of rows.csv, a line a row
	"$bin/stencilreport" --columns "$1" "$out/rows.csv" | tail -n +2
}
by_kernel() {
	is_clean && grep -q '^ kernel 1 lap ' "$out/stdout" && cells kernel_number,assigns,block,points,bytes,flops,outcome >"$out/cells" &&
		cat >"$out/expected" <<-END && diff "$out/expected" "$out/cells"
			0,-,8x2x1/4x4x2,288,6912,6336,measured
			1,lap,8x2x1,480,7680,2400,measured
			2,dst,4x4x2,288,9216,4896,measured
		END
}
check 'hdiff kernel by kernel' by_kernel
sums_up() { # COLUMN: of the kernels, is that of the program
	cells "kernel_number,$1" | awk -F, '$1 { sum += $2 } !$1 { all = $2 } END { exit !(all && sum == all) }'
}
host --size 12x10x6 --csv "$out/rows.csv" --json "$out/rows.json" --svg "$out/rows.svg" --access idxvar --kernels stencils/programs/cg.stencil
sums_by_kernel() {
	is_clean && cells kernel_number,assigns,bytes >"$out/cells" && sums_up launches &&
		cat >"$out/expected" <<-END && diff "$out/expected" "$out/cells" && grep -q 'idxvar 2 x<' "$out/rows.svg" &&
			0,-,15360
			1,rr,15360
			2,x,17920
			3,p,7680
		END
		cells kernel_number,hot_share_of_program | awk -F, '$1 { sum += $2 } !$1 && $2 { exit 1 } END { exit !(sum > 0.998 && sum < 1.002) }'
}
check 'sums kernel by kernel' sums_by_kernel
host --size 12x10x6 --csv "$out/rows.csv" --access zloop --kernels stencils/programs/cg.stencil
sums_of_columns() {
	is_clean && cells kernel_number,assigns,bytes >"$out/cells" && cat >"$out/expected" <<-END && diff "$out/expected" "$out/cells"
		0,-,15360
		1,rr,7680
		2,x,14080
		3,p,7680
	END
}
check 'threads that go through columns keep sums of these' sums_of_columns
host --size 12x10x6 --access idxvar,zloop --block 64x2x1 stencils/programs/cg.stencil
check 'kernels that need workspaces of several sizes' is_clean
run "$bin/stencilbench" --backend openmp --size 12x10x6 --runs 1 --csv "$out/rows.csv" --access idxvar --storage all --levels outermost --store lap --kernels stencils/hdiff.stencil
check 'kernel by kernel on a CPU' eval '[ "$(cells kernel_number,outcome | grep -c ^2,measured)" = 3 ]'
host --size 12x10x6 --kernels --tune "$out/tuned" stencils/programs/cg.stencil
check 'kernels are not tuned alone' fails 2 '--kernels cannot be combined with --tune'

# 48 cells, 72 edges, 4 levels. A sweep reads again what the one before has read, and what it has left.
cat >"$out/swept.stencil" <<'END'
stencil swept on triangles {
    in  edge f;
    in  cell.edges column g;
    in  cell rho;
    out cell w;
    out edge d;
    cell div = sum(e in edges: g[e]*f[e]);
    cell sweep up {
        q = below == 0 ? rho : (div + q[below])*0.3;
    }
    cell sweep down {
        w = above > 0 ? q + w[above]*rho : q;
    }
    d = f*2;
}
END
on_mesh() { # STENCIL...: kernel by kernel
	run "$bin/stencilbench" --backend host --mesh torus:6x4 --size-levels 4 --runs 1 --kernels --levels outermost --access idxvar \
		--storage chasing --csv "$out/rows.csv" "$@"
}
cells=$((48*4*8)) edges=$((72*4*8)) slots=$((48*3*8)) table=$((48*3*4))
on_mesh stencils/mesh/transport.stencil
mesh_by_kernel() {
	is_clean && cells kernel_number,assigns,points,bytes,outcome | tail -n 2 >"$out/cells" && diff - "$out/cells" <<-END
		1,flux,288,$((cells + 2*edges + 2*slots + 2*72*2*8 + table + 72*2*4)),measured
		2,q_new,192,$((4*cells + edges + slots + table)),measured
	END
}
check 'kernels of a mesh alone' mesh_by_kernel
on_mesh "$out/swept.stencil"
sweeps_by_kernel() {
	is_clean && cells kernel_number,assigns,points,bytes,outcome | tail -n 2 >"$out/cells" && diff - "$out/cells" <<-END
		1,w,192,$((edges + slots + table + 2*cells + 3*cells)),measured
		2,d,288,$((2*edges)),measured
	END
}
check 'sweeps move what they read again' sweeps_by_kernel
on_mesh stencils/dycore/solve_w.stencil
check 'a kernel of sweeps has a row of its own' eval '[ "$(cells kernel_number,assigns | tr "\n" " ")" = "0,- 1,w " ]'

# Threads along levels suit points and are idle in the kernel that has no levels; those along rows are half idle with points. Either way
# twice as many run as with a block for each.
cat >"$out/both.stencil" <<'END'
stencil both {
    in u;
    in column c;
    out v;
    out column d;

    v = u + 1;
    d = c + 1;
}
END
host --size 33x1x64 --access idxvar --fields soa --runs 5 --block 1x1x64,64x1x1 --tune "$out/tuned" --force "$out/both.stencil"
tuned() {
	is_clean && grep -q ' block=1x1x64/64x1x1 ' "$out/tuned"
}
check 'a block for each kernel is tuned' tuned
"$bin/stencilrun" -q --sample 33x1x64 "$out/u.npy"
npy c '<f8' 1x33 7
run "$bin/stencilrun" "$out/both.stencil" --in u="$out/u.npy" --in c="$data/c.npy" --out v="$out/v.npy" --out d="$out/d.npy" \
	--tuned "$out/tuned" --backend host --verify
check 'and taken' is_clean

finish
