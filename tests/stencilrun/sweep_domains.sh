#!/bin/sh
# A kernel is not done at more points than its roots need if one of them is a sweep, assigns a field or takes a sum.
# awk computes what the text says.

. "$(dirname "$0")/../lib/programs.sh"

nx=6 ny=5 nz=4
for name in a u v w; do
	npy $name '<f8' ${nz}x${ny}x$nx "$(printf %d "'$name")"
done

values() {
	od -An -v -tf8 -j128 -w8 "$1" | awk '{ printf "%.17g\n", $1 }'
}

npy h '<f8' ${ny}x$nx 7
for name in a u v w h; do
	values "$data/$name.npy" | sed -e "s/^/$name /"
done >"$data/all"

# An awk program BEGIN part: fields by name and place; the order of sums is that of generator/language/README.md.
awk_functions='
	{ f[$1, n[$1]++] = $2 }
	function i(x, y, z) { return (z*ny + y)*nx + x }
	function show(name,   k) { for (k = 0; k < n["a"]; k++) printf "%.17g\n", f[name, k] }
	function reduce(count,   s, t) {
		for (s = 512; s >= 1; s /= 2)
			for (t = 0; t < s && t + s < count; t++)
				column[t] += column[t + s]
		return column[0]
	}'

column_beside_levels='END {
	for (y = 0; y < ny; y++) for (x = 0; x < nx; x++) {
		k = 0
		for (z = 1; z < nz; z++) k += f["a", i(x,y,z)]
		for (z = nz - 1; z > 0; z--) {
			f["v", i(x,y,z)] = f["a", i(x,y,z)]*k - f["a", i(x,y,z-1)]*k
			f["w", i(x,y,z)] = f["w", i(x,y,z)]*k - f["w", i(x,y,z-1)]*k
		}
	}
	show("v"); show("w")
}'

column_of_all_levels='END {
	for (y = 0; y < ny; y++) for (x = 0; x < nx; x++) for (z = 0; z < nz; z++) k[x, y] += f["a", i(x,y,z)]
	for (y = 0; y < ny; y++) for (x = 1; x < nx - 1; x++) for (z = 0; z < nz; z++)
		f["w", i(x,y,z)] = z ? f["a", i(x,y,z-1)]*k[x,y] - f["a", i(x-1,y,z)]*k[x-1,y] : f["a", i(x+1,y,z)]*k[x+1,y]
	show("w")
}'

guarded_temporary='END {
	for (y = 0; y < ny; y++) for (x = 1; x < nx - 1; x++) for (z = 0; z < nz; z++) {
		here = i(x,y,z - (z > 0))
		f_here = f["a", here+1]*(f["h", i(x+1,y,0)] + f["h", i(x,y,0)]) - f["a", here]*(f["h", i(x,y,0)] + f["h", i(x-1,y,0)])
		q = z ? q + f_here : f_here
		f["w", i(x,y,z)] = q
	}
	show("w")
}'

plane_for_a_sweep='END {
	for (y = 0; y < ny; y++) for (x = 0; x < nx; x++) for (z = 0; z < nz; z++) k[x, y] += f["a", i(x,y,z)]
	for (y = 0; y < ny; y++) for (x = 1; x < nx - 1; x++) {
		m = 0
		for (z = nz - 1; z >= 0; z--) m += 2*k[x-1, y]*f["a", i(x,y,z)]
		for (z = 0; z < nz; z++) f["v", i(x,y,z)] = 2*k[x+1, y] - m
	}
	show("v")
}'

sum_beside_wider='END {
	for (y = 1; y < ny; y++) for (x = 0; x < nx; x++) for (z = 0; z < nz; z++) {
		f["w", i(x,y,z)] = f["a", i(x,y,z)]
		c = (y - 1)*nx + x
		column[c] = z ? column[c] + 2*f["a", i(x,y,z)] : 2*f["a", i(x,y,z)]
	}
	s = reduce((ny - 1)*nx)
	for (j = 0; j < n["v"]; j++) u[j] = f["v", j]*f["w", j]
	for (y = 1; y < ny; y++) for (x = 0; x < nx; x++) for (z = 0; z < nz; z++)
		f["v", i(x,y,z)] = s*u[i(x,y-1,z)]
	show("v"); show("w")
}'

shared_by_two_windows='END {
	for (j = 0; j < n["a"]; j++) {
		x = j % nx
		c[j] = f["a", j]*f["a", j]
		if (x > 0 && x < nx - 1) f["w", j] += f["a", j]
		p[j] = c[j]*f["v", j]
		q[j] = f["v", j] - f["a", j]
	}
	for (j = 0; j < n["a"]; j++) if (j % nx > 0 && j % nx < nx - 1) f["v", j] = q[j+1] - q[j]
	for (j = 0; j < n["a"]; j++) if (j % nx > 0 && j % nx < nx - 1) f["u", j] = p[j] + f["v", j-1]
	show("u"); show("v"); show("w")
}'

# try STENCIL FIELDS OUTS OPTION...
try() {
	stencil=$1 ins=$2 outs=$3
	shift 3
	for name in $ins; do set -- "$@" --in "$name=$data/$name.npy"; done
	for name in $outs; do set -- "$@" --out "$name=$out/$name.npy"; done
	eval "program=\$$stencil"
	awk -v nx=$nx -v ny=$ny -v nz=$nz "$awk_functions $program" "$data/all" >"$out/expected"
	for options in '--backend openmp --storage regular' '--backend openmp --storage chasing --levels innermost' \
		'--backend host --storage regular'; do
		# shellcheck disable=SC2086 # options are words
		good "$stencil, $options" stencilrun -q "tests/data/programs/$stencil.stencil" $options "$@"
		for name in $outs; do values "$out/$name.npy"; done >"$out/found"
		check 'as awk finds it' cmp "$out/expected" "$out/found"
	done
	# shellcheck disable=SC2086 # options are words
	good "$stencil by the interpreter" stencilrun -q "tests/data/programs/$stencil.stencil" --verify --backend openmp "$@"
}
try column_beside_levels 'a v w' 'v w'
try column_of_all_levels 'a w' w
try guarded_temporary 'a h w' w
try plane_for_a_sweep 'a v' v
try sum_beside_wider 'a v w' 'v w'
try shared_by_two_windows 'a u v w' 'u v w'


# What is made of a sum over a sweep has values on all levels, also beyond those of the domain.
npy sum_u '<f8' 3x7x9 11
npy sum_h '<f8' 7x9 12
for read in below above; do
	cat >"$out/sum.stencil" <<-END
		stencil total {
			in u;
			in column h;
			out w;
			sweep up { t = below == 0 ? u : t[below] + u; }
			s = sum(t);
			v = s + h;
			w = v[$read];
		}
	END
	run stencilrun "$out/sum.stencil" --in u="$data/sum_u.npy" --in h="$data/sum_h.npy" --out w="$out/w.npy" --backend host --verify
	check "a sum over a sweep, $read" grep -q ': 189 points, .* equal to the interpreter' "$out/stdout"
done
finish
