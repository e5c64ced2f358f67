#!/bin/sh
# stencilbench --graph: what is recorded of programs of several kernels is replayed with the right bits, in the stead of a GPU on the
# host, which records what comes to streams.

. "$(dirname "$0")/../lib/programs.sh"

host() {
	run "$bin/stencilbench" --backend host --graph --runs 1 --cache hot --storage regular "$@"
}
replayed() { # NUMBER
	is_clean && grep -q ', replayed: ' "$out/stdout" && [ "$(grep -c '^regular ' "$out/stdout")" = "$1" ]
}

host --size 12x10x6 --access idxvar stencils/programs/wave.stencil
check 'not without streams' fails 2 '--graph needs backend cuda, not host'
STENCIL_HOST_STREAMS=3
export STENCIL_HOST_STREAMS
host --size 12x10x6 --access idxvar,naive stencils/programs/cg.stencil
check 'sums, and kernels after one another' replayed 2
host --size 12x10x1 --access idxvar,tile stencils/programs/shallow.stencil
check 'halos' replayed 2
host --size 12x10x6 --place all tests/data/programs/placed.stencil
check 'sweeps' replayed 2
host --size 12x10x6 --access idxvar --kernels stencils/programs/wave.stencil
check 'kernels alone' replayed 1
host --size 12x10x6 --access idxvar --store lap --block 8x2x1/4x4x2 stencils/hdiff.stencil
check 'a block for each kernel' replayed 1
run "$bin/stencilbench" --backend host --graph --runs 1 --cache hot --storage chasing --size 12x10x6 --access idxvar stencils/programs/heat_3d.stencil
check 'tables' is_clean
run "$bin/stencilbench" --backend host --graph --runs 1 --cache hot --mesh torus:12x8 --size-levels 5 --access idxvar stencils/mesh/transport.stencil
check 'on meshes' is_clean
run "$bin/stencilbench" --backend host --graph --runs 1 --dim 3 --level 4 stencils/sparse/hierarchize.stencil
check 'on sparse grids' is_clean
run "$bin/stencilbench" --backend openmp --graph --size 12x10x6 stencils/programs/wave.stencil
check 'no C text' fails 2 '--graph needs backend cuda, not openmp'

# Launches that do not come to the stream are done while the rest is recorded, and never again.
faulty() { # NAME FILE SIZE ACCESS STENCIL
	rm -rf "$out/templates"
	cp -r templates "$out/templates"
	sed 's/^ *\$\(configuration\|launch\)$/    stream = nullptr;\n&/' "templates/$2" >"$out/templates/$2"
	host --size "$3" --access "$4" --no-time --templates "$out/templates" "$5"
	check "$1 beside the stream" fails 1 'differ'
}
faulty 'a kernel' cuda/file.tmpl 12x10x6 idxvar stencils/programs/wave.stencil
faulty 'a halo' cuda/halo.tmpl 12x10x6 idxvar stencils/programs/wave.stencil
faulty 'a sum' cuda/sum.tmpl 12x10x6 idxvar stencils/programs/cg.stencil
finish
