#!/bin/sh
# The kernel that packs messages: nvcc takes it, and mistakes in it are caught.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/planted.sh

npy u '<f8' 6x19x27 1
npy wet '|b1' 6x19x27 1
cat >"$out/mixed.stencil" <<'END'
stencil mixed {
	in u;
	in bool wet;
	inout float sum;
	out new;

	new = 0.25*(u[-1,0] + u[0,+1] + u[+1,-1]) + (wet[+1,0] ? u : 0);
	sum = sum + u;
}
END
npy sum '<f4' 6x19x27 2
parts() {
	stencilrun -q "$out/mixed.stencil" --in u="$data/u.npy" --in wet="$data/wet.npy" --in sum="$data/sum.npy" --swap new:u \
		--out new="$out/new.npy" --out sum="$out/sum.npy" --backend host --steps 4 --verify --ranks 2x2 --exchange-every 2 \
		--periodic y "$@"
}
STENCILGEN_CACHE=$PWD/$out/cache
export STENCILGEN_CACHE
good 'it is right' parts
compiled_by_nvcc pack

# mistake NAME SED-COMMAND
mistake() {
	plant "$1" "$2" cuda/pack.tmpl
	run parts --templates "$out/templates"
	check "$1 is caught" fails 1 'wrong result'
}
mistake 'a row too short' 's|box->first + column/box->width|box->first + (column - 1)/box->width|'
mistake 'all in the first level' 's|field + i/plane\*box->stride|field|'
mistake 'a level too few' 's|plane\*box->levels|plane*(box->levels - 1)|'
mistake 'another box' 's|buffer + box->offset|buffer|'
mistake 'no first element' 's|blockDim.x + threadIdx.x;|blockDim.x + threadIdx.x + 1;|'
mistake 'nothing unpacked' 's|if (unpack)|if (false)|'
finish
