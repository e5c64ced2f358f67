#!/bin/sh
# The type low is real, or float with --low float: kernels of both targets agree with the interpreter, and a text with low
# gives the bits, the kernels and the headers of one with that type in its place.
# Long: only in `make check-all`; golden files have kernels with the type.

. "$(dirname "$0")/../lib/programs.sh"

cat >"$data/low.stencil" <<'END_OF_STENCIL'
function third(low) {
    return low(low)/3;
}
stencil relax {
    in u;
    in low v;
    in low column low;
    in low profile q;
    in low scalar c;
    inout w;
    inout low x;
    out d;
    out low column top;
    param low dt = 0.1;
    boundary x = periodic;

    grad = (u[east] - u[west])*dt + low;
    x = x + v*third(grad) + c;
    largest = max(abs(x[north] - q));
    column flux = low;
    sweep up {
        flux = flux*0.5 + v;
        w = w + flux*(below > 0 ? w[below] : u);
    }
    top = flux;
    d = (x[west] + x[south])*largest + low(u*v);
}
END_OF_STENCIL
cat >"$data/mesh.stencil" <<'END_OF_STENCIL'
stencil relax on triangles {
    in cell u;
    in low edge v;
    in low cell.edges weight;
    in low cell half z;
    in low edge column low;
    in low profile q;
    inout low cell x;
    out edge d;
    param low dt = 0.1;

    cell g = sum(e in edges: v[e]*weight[e])*dt;
    cell sweep down {
        x = above > 0 ? x[above]*0.25 + low(g*u) : g + q;
    }
    total = sum(u*x);
    edge t = sum(c in cells: (x[c] + z[c])*low(u[c]));
    edge s = low*max(t, v);
    d = s*v + total/1000;
}
END_OF_STENCIL

# as TYPE FILE: the text with a type in the place of low. A function, an argument and a field keep their names.
as() {
	sed "s/\\(in\\|out\\|inout\\|param\\) low \\([a-z]\\)/\\1 $1 \\2/; s/\\([*(+] *\\)low(/\\1$1(/g; s/return low(/return $1(/" "$2" >"$2.$1"
	mv "$2.$1" "${2%.stencil}_$1.stencil"
}
for text in low mesh; do
	for type in real float; do
		as $type "$data/$text.stencil"
		check "$text with $type" test "$(grep -c "$type" "$data/${text}_$type.stencil")" -ge 9
	done
done

# relax TEXT OPTION...: the results go to files of that name.
relax() {
	given=$1
	shift
	case $given in
	low*) set -- "$@" --size 11x9x7 --formula 'u=sin(3.1*i+j*j)-0.2*k' --formula 'v=cos(i+j)+0.1*k' \
		--formula 'low=0.3*i-0.7*j' --formula 'q=1/(k+3)' --in c=0.3 --formula 'w=0.1*i-j+k' --formula 'x=sin(i*j)+0.01*k' \
		--out w="$out/$given.w.npy" --out top="$out/$given.top.npy" ;;
	*) set -- "$@" --mesh icosahedron:R1B1 --size-levels 5 --formula 'u=sin(3.1*element)+0.2*k' --formula 'v=cos(element)' \
		--formula 'weight=0.1*element-0.3*k' --formula 'z=0.01*element+k/7' --formula 'low=1/(element+3)' --formula 'q=1/(k+3)' \
		--formula 'x=sin(element)' ;;
	esac
	run stencilrun "$data/$given.stencil" -q --verify --out x="$out/$given.x.npy" --out d="$out/$given.d.npy" "$@"
}
# same TEXT TYPE...: what texts gave with these types is equal.
same() {
	for file in "$out/$1_$2."*.npy; do
		rest=${file##*/"$1_$2"}
		cmp "$file" "$out/$1$rest" || return 1
	done
}
differ() {
	! cmp -s "$1" "$2"
}
for text in low mesh; do
	for how in '--backend openmp' '--backend host' '--backend openmp --precision float' '--backend host --precision float' \
		'--backend host --levels innermost' '--backend openmp --levels innermost'; do
		for type in real float; do
			rm -f "$out"/*.npy
			# shellcheck disable=SC2086 # options are words
			relax ${text}_$type $how
			check "$text: $how, $type" is_clean
			# shellcheck disable=SC2086
			relax $text $how --low $type
			check "$text: $how --low $type" is_clean
			check 'the same bits' same $text $type
		done
	done
	relax $text --backend openmp
	check "$text: real by default" is_clean
	cp "$out/$text.d.npy" "$out/default.npy"
	relax $text --backend openmp --low real
	check 'the same bits' cmp "$out/$text.d.npy" "$out/default.npy"
	relax $text --backend openmp --low float
	check 'others with floats' differ "$out/$text.d.npy" "$out/default.npy"
done

# Of random stencils, real fields and params without a type are low. Their texts are those with that type but for names
# and the ends of lines.
texts() { # TYPE OPTION...
	sed -E '/^ *(in|out|inout|param) (int|bool|real|float|double) /!s/^ *(in|out|inout|param) /&'"$1 /" "$out/smith.stencil" >"$out/s.stencil"
	shift
	rm -rf "$out/texts"
	"$bin/stencilgen" -q "$out/s.stencil" -o "$out/texts" "$@" && find "$out/texts" -type f | sort | xargs cat | sed 's/_mixed//g; s/_MIXED//g; s/, mixed,/, double,/' | tr -d ' \n\\/'
}
for kind in '' --program --sweeps --mesh; do
	floats=0
	for seed in 1 2 3 4 5 6 7 8; do
		build/tests/stencilsmith $kind $seed >"$out/smith.stencil"
		for type in real float; do
			texts $type >"$out/$type.text"
			texts low --low $type >"$out/low.text"
			check "smith $kind $seed: low as $type" cmp "$out/$type.text" "$out/low.text"
		done
		cmp -s "$out/real.text" "$out/float.text" || floats=$((floats + 1))
	done
	check 'most have floats then' test $floats -ge 6
done

# Kernels and headers of all three precisions in one program, with structs too.
echo 'stencil two { in low a, b; out double d; param low p; d = a[west] + b*p; }' >"$data/two.stencil"
for options in '' '--low float' '--precision float'; do
	for fields in soa aos_in; do
		# shellcheck disable=SC2086
		good "kernels: $options --fields $fields" "$bin/stencilgen" -q "$data/two.stencil" --target openmp --access idxvar \
			--storage regular --fields $fields -o "$out/three" $options
	done
done
for header in "$out"/three/two/*.h; do
	echo "#include \"${header##*/}\""
done >"$out/three/two/main.c"
cat >>"$out/three/two/main.c" <<'END_OF_MAIN'
static const double d;
static const float f;
struct two_args in_double = { .a = &d, .p = 0.1 };
struct two_mixed_args mixed = { .a = &f, .p = 0.1f };
struct two_float_args in_float = { .a = &f, .p = 0.1f };
struct two_in_mixed point = { .a = 0.1f };
int main(void) { return sizeof point != 2*sizeof (float); }
END_OF_MAIN
# shellcheck disable=SC2086
good 'one program' $cc -fopenmp -Wall -Wextra -Werror -Wdouble-promotion -Wfloat-conversion "$out"/three/two/*.c -o "$out/three/main" -lm
good 'which runs' "$out/three/main"
run "$bin/stencilgen" -q "$data/two.stencil" --list --low float
check 'the names of kernels' test -z "$(grep -v '_mixed$' "$out/stdout")"
for program in gen run bench; do
	refused 2 "unknown type of low fields 'flot'; did you mean 'float'? (there are: real float)" \
		"$bin/stencil$program" "$data/two.stencil" --low flot
	refused 2 "unknown type of low fields 'double'" "$bin/stencil$program" "$data/two.stencil" --low double
done
# Results and tuning files call the precision mixed.
two() { # PROGRAM OPTION...
	program=$1
	shift
	run "$bin/stencil$program" "$data/two.stencil" --backend openmp --size 12x11x7 "$@"
}
two bench --low float --storage regular --access naive,idxvar --fields soa --runs 3 --force --tune "$out/tuned"
check 'a tuning file of mixed precision' grep -q '^best: stencil=two size=12x11x7 precision=mixed ' "$out/tuned"
check 'and a row' grep -q '^two, 12x11x7 mixed:' "$out/stdout"
tuned() {
	two run --tuned "$out/tuned" -q --verify --formula a=i+j --formula b=k --param p=0.1 --out d="$out/d.npy" "$@"
}
tuned --low float
check 'its kernel' is_clean
tuned
check 'another precision' fails 1 "has no kernel of 'two' for 12x11x7, double"
run "$bin/stencilgen" "$data/two.stencil" --target openmp --tuned "$out/tuned" --list -q --low float
check 'kernels that are written' grep -q '^two_regular_.*_mixed$' "$out/stdout"
run "$bin/stencilgen" "$data/two.stencil" --target openmp --tuned "$out/tuned" --list -q
check 'none of doubles' fails 2 "has no kernel of 'two' in double that the other options allow"

# A state has the types of its run.
echo 'stencil both { inout u; inout low v; u = 0.5*(u + v[west]); v = u; }' >"$data/both.stencil"
both() {
	run stencilrun "$data/both.stencil" --backend openmp -q "$@"
}
both --size 12x11x7 --formula u=i+j --formula v=k --steps 3 --low float --out v="$out/v.npy"
check 'three steps' is_clean
both --size 12x11x7 --formula u=i+j --formula v=k --steps 2 --low float --save-state "$out/state"
check 'two steps' is_clean
both --load-state "$out/state" --steps 1 --low float --out v="$out/again.npy"
check 'and one more' cmp "$out/v.npy" "$out/again.npy"
both --load-state "$out/state" --steps 1 --out v="$out/again.npy"
check 'of another type' fails 1 "'v' is float, but the run is of double: give --precision float, or another --low"
finish
