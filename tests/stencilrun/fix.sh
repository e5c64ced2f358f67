#!/bin/sh
# Params that --fix makes constants: kernels give the bits that they give with the param of that value, have neither the param
# nor what only branches read that are never taken, and wrong values are refused.
# Long: only in `make check-all`; golden files have kernels with fixed params.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/mesh_smith.sh

cat >"$data/scheme.stencil" <<'END'
stencil scheme {
    in u;
    inout v;
    in float f;
    in int kind;
    inout diag;
    out d;
    param int first = 0;
    param int order = 2;
    param dt = 0.5;
    param eps = 1e-3;
    boundary v = periodic;

    limited = max(v[west], v[east]);
    if (first == 1 && order > 1) {
        diag = diag + limited;
        t = f;
    } else {
        t = u[west] - u[east];
    }
    s = first != 0 ? kind : 2;
    big = first == 0 ? 3 : u;
    d = t*dt + (order >= 2 && u > 0 ? s/4 + f : eps) + pow(u, order) + big*100000*100000;
}
END
cat >"$data/core.stencil" <<'END'
stencil core on triangles {
    in cell theta;
    in float cell rho;
    in edge slope;
    inout cell exner;
    out edge vn;
    inout edge diag;
    param int first = 0;
    param int limit = 0;
    param dt = 0.5;

    edge grad = theta[cells[0]] - theta[cells[1]];
    edge if (limit > 0) {
        t = min(grad, slope*dt);
        vn = t;
        diag = t*limit;
    } else {
        vn = grad;
    }
    cell m = first == 1 ? rho : theta;
    cell if (first == 1) {
        s = sum(e in edges: slope[e])/3;
        exner = exner + s;
    } else {
        exner = sum(c in cells: theta[c]*dt) + m*0.1;
    }
}
END
formula='sin(3.1*x+y*y)-0.2*z'
for name in u v diag; do npy $name '<f8' 4x7x9 ${#name}; done
npy f '<f4' 4x7x9 5
npy kind '<i4' 4x7x9 6

# scheme FILE 'FIELD...' OPTION... : with these fields, d goes to the file.
scheme() {
	file=$1 given=$2
	shift 2
	for field in $given; do
		set -- "$@" --in "$field=$data/$field.npy"
	done
	case $given in *v*) set -- "$@" --out "v=$file.v.npy" ;; esac
	case $given in *diag*) set -- "$@" --out "diag=$file.diag.npy" ;; esac
	rm -f "$file".*
	run stencilrun "$data/scheme.stencil" -q --verify --out "d=$file.d.npy" "$@"
}
all='u v f kind diag'
for how in '--backend openmp' '--backend host --access wide' '--backend host --storage chasing --access zslice' \
	'--backend openmp --precision float --convert'; do
	for params in 0,2,-0.25 1,2,0.1 1,1,7; do
		first=${params%%,*} order=${params#*,} dt=${params##*,}
		order=${order%,*}
		case $first,$order in 0,*) fields='u f' ;; 1,1) fields='u' ;; *) fields=$all ;; esac
		# shellcheck disable=SC2086 # options are words
		scheme "$out/free" "$all" $how --param first=$first --param order=$order --param dt=$dt
		check "$how: params" is_clean
		# shellcheck disable=SC2086
		scheme "$out/fixed" "$fields" $how --fix first=$first --fix order=$order --fix dt=$dt
		check "$how: fixed to $params, with $fields" is_clean
		check 'the same bits' cmp "$out/free.d.npy" "$out/fixed.d.npy"
		[ "$fields" != "$all" ] || check 'and of what a branch assigns' cmp "$out/free.diag.npy" "$out/fixed.diag.npy"
	done
done

# core FILE 'FIELD...' OPTION...
core() {
	file=$1 given=$2
	shift 2
	for field in $given; do
		set -- "$@" --formula "$field=sin(3.1*element+${#field})+0.2*k"
	done
	for field in exner vn diag; do
		case " vn $given " in *" $field "*) set -- "$@" --out "$field=$file.$field.npy" ;; esac
	done
	run stencilrun "$data/core.stencil" -q --verify --mesh icosahedron:R1B1 --size-levels 4 "$@"
}
for how in '--backend openmp' '--backend host --access zslice' '--backend host --levels innermost'; do
	for params in 0,0 1,0 0,1 1,1; do
		first=${params%,*} limit=${params#*,}
		case $params in 0,0) fields='theta exner' ;; 1,0) fields='theta slope exner' ;; *) fields='theta slope exner diag' ;; esac
		# shellcheck disable=SC2086
		core "$out/free" 'theta rho slope exner diag' $how --param first=$first --param limit=$limit
		check "$how: params" is_clean
		# shellcheck disable=SC2086
		core "$out/fixed" "$fields" $how --fix first=$first --fix limit=$limit
		check "$how: fixed to $params, with $fields" is_clean
		for field in $fields vn; do
			case $field in exner | vn | diag) check "the same bits of $field" cmp "$out/free.$field.npy" "$out/fixed.$field.npy" ;; esac
		done
	done
done

# Random stencils on meshes, with their param as a param and as a constant.
for seed in 2 4 6; do
	build/tests/stencilsmith --mesh $seed >"$out/smith.stencil"
	grep -q 'param p = 0.75;' "$out/smith.stencil" || { fail "seed $seed: no param p"; continue; }
	mesh=$(meshes_of "$out/smith.stencil" | cut -d' ' -f1)
	mkdir -p "$out/free" "$out/fixed"
	# shellcheck disable=SC2046 # options are words
	run stencilrun "$out/smith.stencil" --mesh "$mesh" --size-levels 4 --backend openmp -q $(formulas_of "$out/smith.stencil") \
		$(outputs_of "$out/smith.stencil" "$out/free")
	check "seed $seed: params" test "$status" = 0
	# shellcheck disable=SC2046
	run stencilrun "$out/smith.stencil" --mesh "$mesh" --size-levels 4 --backend openmp -q $(formulas_of "$out/smith.stencil") \
		$(outputs_of "$out/smith.stencil" "$out/fixed") --fix p=0.75
	check "seed $seed: fixed" test "$status" = 0
	check 'the same bits' diff -r "$out/free" "$out/fixed"
done

fixed() {
	run "$bin/stencilgen" "$data/scheme.stencil" --storage regular --access naive -q -o "$out/kernels" "$@"
}
good 'a constant' fixed --fix first=0
sed -n '/^launch_scheme_regular_naive(/,/{/p' "$out/kernels/scheme/regular_naive.cu" | tr -s '\n ' ' ' >"$out/launcher"
check 'the launcher has no such param or field' grep -qF \
	'( const struct stencil_grid *grid, const double *u, const float *f, double *d, int order, double dt, double eps, struct' "$out/launcher"
sed -n '/^struct scheme_args {/,/^}/p' "$out/kernels/scheme/scheme.h" >"$out/members"
check 'the struct of arguments has what stays' grep -q 'int order;' "$out/members"
check 'and nothing else' awk '/first;|kind;|diag;|v;/ { bad = 1 } END { exit bad }' "$out/members"
fixed --fix frist=0
check 'an unknown param' fails 2 "--fix: there is no param 'frist'; did you mean 'first'?"
fixed --fix d=0
check 'a field' fails 2 "--fix: there is no param 'd'"
fixed --fix first=0.5
check 'a real number for an int' fails 1 "'first' is an int param, but is fixed to 0.5: give a whole number"
fixed --fix order=200000000
check 'a large int' fails 1 "200000000 is out of range for int param 'order': write -100000000 to 100000000"
fixed --fix dt=1e400
check 'a large number' fails 1 'number 1e400 is out of range for double'
for value in x '' 0x10 nan 1,2 --1; do
	fixed --fix "dt=$value"
	check "'$value' as a number" fails 2 "--fix dt=$value: '$value' is no number: write a number as in a stencil"
done
fixed --fix first
check 'no value' fails 2 '--fix first: write NAME=VALUE, with the name of a param'
fixed --fix first=0 --fix first=1
check 'two values' fails 2 "--fix first=1: 'first' is fixed to 0 already: give it once"
scheme "$out/d" "$all" --fix first=0
check 'a field that is left out' fails 2 "'scheme' has no field 'v'"
scheme "$out/d" 'u f' --fix first=0 --param first=1
check 'a param that is fixed' fails 2 "no param 'first'"
finish
