#!/bin/sh
# Scalars are loaded before the loops of C text, and what is made of them is computed there: a load behind a condition would
# keep compilers from taking vectors.

. "$(dirname "$0")/../lib/programs.sh"

stencil=tests/data/programs/guarded_scalars.stencil
for variant in 'regular idxvar' 'regular naive'; do
	storage=${variant% *} access=${variant#* }
	run "$bin/stencilgen" $stencil --target openmp --storage "$storage" --access "$access" -o "$data/"
	text=$(find "$data" -name "${storage}_$access.c")
	values() {
		is_clean && grep -q 'const double warm,$' "$text" && grep -q 'warm\[0\], cool\[0\], time\[0\]' "$text"
	}
	check "$access gets values" values
	# Within loops over columns nothing is read through a pointer to a scalar.
	loads() {
		! sed -n '/for (int c = first/,/^}/p' "$text" | grep '\(warm\|cool\|time\)\[0\]'
	}
	check "$access loads no scalar in loops" loads
done

# loops FILE: what stands in its loops over columns, and before_loops FILE: what stands before them.
loops() {
	awk '/^{/ { inside = 0 } /for \(int c = first/ { inside = 1 } /^}/ { inside = 0 } inside' "$1"
}
before_loops() {
	awk '/^{/ { before = 1 } /for \(int c = first/ || /^}/ { before = 0 } before' "$1"
}
# computed_before FILE DEFINITION...: each once, before the loops.
computed_before() {
	file=$1
	shift
	for definition in "$@"; do
		before_loops "$file" | grep -qxF "    const $definition;" || { echo "no $definition before the loops"; return 1; }
		[ "$(grep -cF "${definition%%=*}=" "$file")" = 1 ] || { echo "more of ${definition%%=*}"; return 1; }
	done
}
made=tests/data/programs/made_of_scalars.stencil
for access in idxvar naive; do
	text=$out/made_$access.c
	run "$bin/stencilgen" $made --target openmp --storage regular --access $access -o -
	cp "$out/stdout" "$text"
	check "$access computes what is made of scalars before its loops" computed_before "$text" 'double alpha = rr/pq' 'double half = 0.5' \
		'double n_ = greater(alpha, 0.5)*power2(base_) - dt' 'bool late = time > dt && n_ > base_' 'double even = count_/2.0' \
		'double alpha2 = late ? alpha*even : n_' 'double end_ = time*0.5'
	stays() {
		[ "$(loops "$text" | grep -cE '(double near_c = rr_times_pq|const double deep_c = k\*rr);')" = 2 ]
	}
	check "$access keeps what an if updates and what levels differ in" stays
done
# Parts of expressions: once for all that are the same, after the names of users, with the type that they have.
for options in 'regular idxvar' 'regular naive'; do
	# shellcheck disable=SC2086 # options are words
	set -- $options
	text=$out/parts.c
	run "$bin/stencilgen" tests/data/programs/parts_of_scalars.stencil --target openmp --storage "$1" --access "$2" -o -
	cp "$out/stdout" "$text"
	check "parts of expressions, $options" computed_before "$text" 'double alpha = rest/rr' 'double constant1 = 0.5*dt' \
		'double constant2 = exp(-rest*dt)' 'bool condition1 = rest > dt || (count_ == steps)' 'double constant3 = 2*alpha' \
		'double constant4 = steps > 2 ? rest : rr' 'float thin_over_slim = thin/slim' 'float thin_times_slim = thin*slim' \
		'float constant5 = thin + 1' 'int constant6 = (int)((unsigned)count_*46341*steps - shift)' \
		'double count_over_steps = (double)count_/steps' 'double rest_times_dt = rest*dt'
	varies() {
		[ "$(loops "$text" | grep -cE '(constant1_c = q_?\[.*\]\*thin_over_slim|near_c\*time\*dt)')" = 2 ]
	}
	check "what is updated and names of users, $options" varies
done
run "$bin/stencilgen" tests/data/meshes/made_of_params.stencil --target openmp --access idxvar -o -
on_mesh() {
	is_clean && grep -qxF '    const double constant1_ = exp(-left*eps);' "$out/stdout" \
		&& grep -qxF '    const double left_over_eps = left/eps;' "$out/stdout"
}
check 'parts of expressions on meshes' on_mesh
run "$bin/stencilgen" tests/data/sparse/made_of_params.stencil --dim 3 --level 4 --target openmp --access edges -o -
on_sparse_grid() {
	is_clean && grep -qxF '    const double rate_times_share = rate*share;' "$out/stdout" \
		&& grep -qxF '    const double constant1 = exp(-rate*share);' "$out/stdout"
}
check 'parts of expressions on sparse grids' on_sparse_grid
run "$bin/stencilgen" tests/data/programs/swept_constants.stencil --target openmp --storage regular -o -
in_sweeps() {
	is_clean && ! sed -n '/for (int c = from/,/}/p' "$out/stdout" | grep -q 'sqrt\|rest/rr' \
		&& grep -qxF '            const double constant1 = sqrt(rest + dt);' "$out/stdout"
}
check 'parts of expressions in sweeps' in_sweeps

for options in 'regular idxvar outermost' 'regular naive outermost' 'chasing idxvar innermost' 'chasing_compressed idxvar outermost'; do
	# shellcheck disable=SC2086 # options are words
	set -- $options
	text=$out/cg.c
	run "$bin/stencilgen" stencils/programs/cg.stencil --target openmp --storage "$1" --access "$2" --levels "$3" -o -
	cp "$out/stdout" "$text"
	check "conjugate gradients, $options" computed_before "$text" 'double alpha = rr/pq' 'double rest_over_rr = rest/rr'
done
if "$cc" --version | grep -qi 'free software foundation'; then
	takes_vectors() { # FILE HEADER-FOLDER: all its loops by #pragma omp simd
		# shellcheck disable=SC2086 # options are words
		$cc -std=c11 -O3 -fopenmp -fopt-info-vec -Itemplates -I"$2" -c "$1" -o "$out/vectors.o" 2>"$out/vectors" || return 1
		awk -v said="$out/vectors" '
			BEGIN { while ((getline line < said) > 0) if (line ~ /loop vectorized/) { split(line, part, ":"); vectors[part[2]] = 1 } }
			FNR == start + 1 { inside = start }
			/#pragma omp simd/ { start = FNR; taken = 0; loops++ }
			inside { taken += FNR in vectors }
			inside && /^    }/ { inside = 0; if (!taken) { print "no vectors in line " start; bad = 1 } }
			END { exit bad || !loops }' "$1"
	}
	run "$bin/stencilgen" stencils/programs/cg.stencil --target openmp --storage regular --access idxvar -o "$data/"
	check 'vectors of conjugate gradients' takes_vectors "$data/cg/regular_idxvar.c" "$data/cg"
	cat >"$out/decay.stencil" <<'END'
stencil decay {
	in r, q;
	in scalar rest;
	out p;
	param dt = 0.25;
	p = q > 0.5 ? r + exp(-rest*dt)*q : r;
}
END
	run "$bin/stencilgen" "$out/decay.stencil" --target openmp --storage regular --access idxvar -o "$data/"
	cc="$cc -fno-trapping-math"
	check 'vectors of a function of a scalar behind a condition' takes_vectors "$data/decay/regular_idxvar.c" "$data/decay"
	cc=${cc% *}
fi

# An if statement goes on with what one value was before it.
cat >"$out/goes_on.stencil" <<'END'
stencil goes_on {
	in q;
	in scalar rr;
	out z;
	near = rr*2;
	if (west == 0) {
		near = near*q;
	}
	z = near;
}
END
npy q '<f8' 3x4x5 1
npy rr '<f8' 1 2
good 'an if goes on with one value' stencilrun -q "$out/goes_on.stencil" --in q="$data/q.npy" --in rr="$data/rr.npy" --out z="$out/z.npy" \
	--backend openmp --storage regular --verify

# One value made of scalars is another one under a new name.
cat >"$out/again.stencil" <<'END'
stencil again {
	in q;
	in scalar rr;
	out z;
	near = rr*2;
	again = near;
	near = near;
	z = again*q[east] - near;
}
END
for options in 'regular outermost' 'chasing innermost'; do
	good "a value that is another one, $options" stencilrun -q "$out/again.stencil" --in q="$data/q.npy" --in rr="$data/rr.npy" \
		--out z="$out/z.npy" --backend openmp --storage "${options% *}" --levels "${options#* }" --verify
done

run "$bin/stencilgen" $stencil --storage regular --access idxvar -o -
is_loaded() {
	is_clean && grep -q 'const double \*.*warm,$' "$out/stdout"
}
check 'a GPU gets pointers, as scalars are in its memory' is_loaded

finish
