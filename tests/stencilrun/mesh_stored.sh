#!/bin/sh
# Temporaries that are stored on meshes: kernels of their own, and the bits of the interpreter, which stores nothing.
# Long: only in `make check-all`; mesh_runs.sh runs transport.

. "$(dirname "$0")/../lib/programs.sh"

# chain GRID: what is stored on all locations, made of what is stored, read above and below, in loops and by slot.
chain() {
	echo "stencil chain on $1 {
		in cell t; in edge column kappa; in vertex.edges column w; inout edge q; param a = 2; out edge r;
		cell plain = t*a;
		stored edge status = kappa*(plain[cells[1]] - t[cells[0]]);
		stored vertex z = sum(e in edges: w[e]*status[e.below]*t[e.cells[1]])*a + count(edges);
		stored cell s = sum(v in vertices: z[v]) - t[below];
		stored edge warm = s[cells[1]];
		r = s[cells[0].above] + sum(v in vertices: z[v])*level;
		q = q + (warm > 0 ? status : kappa);
	}" >"$data/$1.stencil"
}
values='--formula t=sin(3*element)+k --formula kappa=cos(element) --formula w=1+element*slot --formula q=element'
apply() {
	# shellcheck disable=SC2086 # options are words
	stencilrun "$@" -q --verify $values --out r="$data/r.npy" --out q="$data/q.npy"
}
for grid in triangles hexagons polygons; do
	chain $grid
	case $grid in
	triangles) meshes='plane:7x5 icosahedron:R1B1' ;;
	hexagons) meshes=cap:50:dual:icosahedron:R1B2 ;;
	*) meshes='dual:flips:16x8:1 cap:50:dual:icosahedron:R1B2' ;;
	esac
	for mesh in $meshes; do
		for how in 'openmp --levels outermost' 'openmp --levels innermost --order random' 'host --levels innermost --block 3x5x1' \
				'host --levels innermost --blocks-per-launch 2 --block 3x2x1' 'host --levels outermost --access zslice --order rcm' 'host --levels outermost --block 8x2x3' \
				'host --levels outermost --access zloop --precision float' 'openmp --levels innermost --precision float'; do
			# shellcheck disable=SC2086 # options are words
			run apply "$data/$grid.stencil" --mesh "$mesh" --size-levels 6 --backend $how
			check "$grid, $mesh, $how" is_clean
		done
	done
done

# Each is stored once, in the order of the text.
for target in openmp cuda; do
	"$bin/stencilgen" -q -o "$out/chain" --target $target --access idxvar --levels outermost "$data/triangles.stencil"
done
for text in "$out"/chain/chain/*.c "$out"/chain/chain/*.cu; do
	check "the kernels of ${text##*/}" has_kernels "$text" '1 of 5: status;2 of 5: z;3 of 5: s;4 of 5: warm;5 of 5: q, r;'
done
pedantic='-Wall -Wextra -Wpedantic -Wshadow -Werror'
# shellcheck disable=SC2086 # they are words
check 'text in C11' "$cc" -std=c11 $pedantic -fopenmp -fsyntax-only "$out"/chain/chain/*.c
cat "$out"/chain/chain/*.h >"$out/chain/all.cc"
# shellcheck disable=SC2086
check 'headers in C++' "${CXX:-c++}" -std=c++11 $pedantic -fsyntax-only "$out/chain/all.cc"
good 'they are measured' stencilbench "$data/triangles.stencil" --mesh plane:7x5 --size-levels 5 --backend openmp --no-time

# What the text does not store --store does, with the bits of the interpreter.
sed 's/stored //' "$data/triangles.stencil" >"$data/chain.stencil"
for store in z status+s status+z+s+warm plain auto; do
	for how in 'openmp --levels innermost --order random' 'host --levels innermost --block 3x5x1' 'host --levels outermost --access zslice'; do
		# shellcheck disable=SC2086 # options are words
		run apply "$data/chain.stencil" --mesh plane:7x5 --size-levels 6 --store $store --backend $how
		check "--store $store, $how" is_clean
	done
done
for store in none status z+s; do
	"$bin/stencilgen" -q -o "$out/choice" --store $store --target cuda --access idxvar --levels outermost "$data/chain.stencil"
done
cat "$out"/choice/chain/*.h >"$out/choice/all.cc"
# shellcheck disable=SC2086
check 'headers of what is kept by choice in C++' "${CXX:-c++}" -std=c++11 $pedantic -fsyntax-only "$out/choice/all.cc"
check 'kernels of a choice' has_kernels "$out/choice/chain/chasing_idxvar_store_z_s.cu" '1 of 3: z;2 of 3: s;3 of 3: q, r;'

# Names are added to those of the text; the compiler says what it would add.
sed 's/stored vertex/vertex/' "$data/triangles.stencil" >"$data/some.stencil"
"$bin/stencilgen" -q -o "$out/some" --store z --target cuda --access idxvar --levels outermost "$data/some.stencil"
check 'kernels of both' has_kernels "$out/some/chain/chasing_idxvar_store_z.cu" \
	'1 of 5: status;2 of 5: z;3 of 5: s;4 of 5: warm;5 of 5: q, r;'
remarks() { "$bin/stencilgen" --list "$@" 2>&1 | grep -c "remark: .* times as fast with --store"; }
is() { [ "$1" = "$2" ]; }
sed 's/stored //' stencils/mesh/transport.stencil >"$data/transport.stencil"
check 'the compiler remarks on temporaries worth storing' is "$(remarks -v "$data/transport.stencil")" 1
check 'with -v' is "$(remarks "$data/transport.stencil")" 0
check 'not where they are stored' is "$(remarks -v --store flux "$data/transport.stencil")" 0
check 'and not where it gains nothing' is "$(remarks -v stencils/mesh/*.stencil stencils/hdiff.stencil)" 0

# What is made of params or of outputs, and conditions are not stored.
echo 'stencil few on triangles { in cell t; inout cell u; param a = 2;
	stored cell b = a*a; stored cell old = u; stored edge warm = t[cells[0]] > 1;
	u = old + b + sum(e in edges: warm[e] ? 1.0 : 2.0); }' >"$data/few.stencil"
good 'few' stencilrun "$data/few.stencil" -q --mesh plane:7x5 --size-levels 2 --verify --backend openmp --formula t=k+element \
	--formula u=element --out u="$data/u.npy"

# What is stored on levels above the highest of a field has room.
echo 'stencil high on triangles { in cell t; in edge column w; out cell r; stored edge a = w*level;
	r = t + sum(e in edges: a[e.above]); }' >"$data/high.stencil"
for levels in 2 3; do
	for how in 'host --levels innermost' 'openmp --levels innermost' 'host --levels outermost'; do
		# shellcheck disable=SC2086 # options are words
		good "$levels levels, $how" stencilrun "$data/high.stencil" -q --mesh torus:4x4 --size-levels $levels --verify --backend $how \
			--formula t=element --formula w=1+element --out r="$data/r.npy"
	done
done

for access in naive shared warp; do
	refused 2 "access $access is not for meshes: use idxvar (legal for 'chain': idxvar zloop zslice)" apply "$data/triangles.stencil" --mesh plane:7x5 \
		--size-levels 6 --backend host --levels outermost --access $access
done

# Kernels share tables of chains, of which not all read some, and none those of the stencil as one kernel.
refused 2 "'chain' reads no neighbors of neighbors by exact relations: its storage is chasing" apply "$data/triangles.stencil" \
	--mesh plane:7x5 --size-levels 6 --backend host --storage direct
sed 's/dy\[c\]\*qy\[c\]/dy[c]*slope[c]/; s/^    edge value/    cell slope = qy;\n&/' "$data/transport.stencil" >"$data/longer.stencil"
transport() {
	stencilrun "$@" -q --verify --size-levels 5 --storage direct --formula 'q=sin(3*element)+k' --formula 'rho_now=1+k' \
		--formula 'rho_new=2+cos(element)' --formula 'mass_flux=sin(7*element)' --formula 'lsq_x=slot+element' --formula 'lsq_y=1+slot' \
		--formula 'dx=cos(slot*element)' --formula 'dy=slot' --formula 'geofac_div=1+slot' --out q_new="$data/q_new.npy"
}
for choice in 'transport flux' 'transport flux+qx' 'longer qy+slope'; do
	text=$data/${choice% *}.stencil store=${choice#* }
	for how in 'openmp --levels innermost' 'host --levels innermost --block 3x5x1 --order random' 'host --levels outermost --access zslice' \
			'host --levels outermost --access zloop' 'openmp --levels outermost --ranks 3'; do
		for mesh in plane:7x5 icosahedron:R1B1; do
			# shellcheck disable=SC2086 # options are words
			good "direct, --store $store, $mesh, $how" transport "$text" --store $store --mesh $mesh --backend $how
		done
	done
done

finish
