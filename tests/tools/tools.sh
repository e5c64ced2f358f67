#!/bin/sh
# Runs stencilrun and stencilbench the way users do, with good data and bad.
# Needs no GPU; of one that is there it only leaves out the case without.
#
# BIN is where the programs are. All output goes to build/tools.

cd "$(dirname "$0")/../.." || exit 1
bin=${BIN:-build}
out=build/tools
data=$out/data
cc=${CC:-cc}
unset CC CXX XDG_CACHE_HOME STENCIL_HOST_ORDER
LC_ALL=C NO_COLOR=1 STENCILGEN_CACHE=$out/cache OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive
export LC_ALL NO_COLOR STENCILGEN_CACHE OMP_NUM_THREADS OMP_WAIT_POLICY

for program in stencilgen stencilrun stencilbench; do
	[ -x "$bin/$program" ] || { echo "tools.sh: no program $bin/$program" >&2; exit 1; }
done
rm -rf "$out"
mkdir -p "$data" "$out/empty" || exit 1
"$cc" -std=c11 -O1 tests/tools/make_npy.c -o "$out/make_npy" || exit 1

passed=0 failed=0 status=0

pass() {
	passed=$((passed + 1))
	printf 'ok      %s\n' "$1"
}

# fail NAME: and what the last program said.
fail() {
	failed=$((failed + 1))
	printf 'FAILED  %s (exit status %d)\n' "$1" "$status"
	head -n 15 "$out/stdout" "$out/stderr" 2>/dev/null | sed 's/^/        /'
}

# check NAME COMMAND...: the command succeeds.
check() {
	name=$1
	shift
	if "$@" >"$out/check" 2>&1; then pass "$name"; else fail "$name"; fi
}

run() {
	status=0
	"$@" >"$out/stdout" 2>"$out/stderr" || status=$?
}

is_clean() {
	[ "$status" = 0 ] && [ ! -s "$out/stderr" ]
}

# good NAME COMMAND...: exit status 0, no complaint.
good() {
	name=$1
	shift
	run "$@"
	check "$name" is_clean
}

files() {
	(cd "$data" && cksum ./* 2>&1)
}

# One line, "PROGRAM: ...", and after wrong usage where to find help.
is_one_message() {
	hints=0
	[ "$1" != 2 ] || hints=1
	[ "$(grep -c "^stencil[a-z]*: " "$out/stderr")" = 1 ] &&
	[ "$(grep -c "^Try 'stencil[a-z]* --help'\.$" "$out/stderr")" = $hints ] &&
	[ "$(wc -l <"$out/stderr")" = $((1 + hints)) ] &&
	grep '^stencil' "$out/stderr" | grep -qF -e "$2"
}

is_refused() {
	[ "$status" = "$1" ] && [ ! -s "$out/stdout" ] && is_one_message "$1" "$2" &&
	[ "$before" = "$(files)" ]
}

# refused STATUS MESSAGE COMMAND...: fails with the status and one line that has
# the message in it, and the data are as they were.
refused() {
	before=$(files) expected=$1 message=$2
	shift 2
	run "$@"
	check "$expected: $message" is_refused "$expected" "$message"
}

is_diagnosed() {
	[ "$status" = 1 ] && [ ! -s "$out/stdout" ] && grep -qF -e "error: $1" "$out/stderr" &&
	grep -q '^1 error generated\.$' "$out/stderr" && [ "$before" = "$(files)" ]
}

# diagnosed MESSAGE COMMAND...: the same about a .stencil file.
diagnosed() {
	before=$(files) message=$1
	shift
	run "$@"
	check "1: $message" is_diagnosed "$message"
}

stencilrun() {
	"$bin/stencilrun" "$@"
}

stencilbench() {
	"$bin/stencilbench" "$@"
}

npy() {
	"$out/make_npy" "$data/$1.npy" "$2" "$3" "$4" ${5:+"$5"}
}

# --- Data: 24x20x8 cells --------------------------------------------------

for n in 1 2 3 4 5 6 7 8 9; do
	npy p$n '<f8' 8x20x24 $n
	npy odd$n '<f8' 8x20x24 $n odd
	npy f$n '<f4' 8x20x24 $n
done
npy column '<f8' 20x24 10
npy profile '<f8' 8 11
good 'a sample' stencilrun --sample 24x20x8 "$data/sample.npy"
cp "$data/p9.npy" "$data/dst.npy"
cp "$data/p9.npy" "$data/u.npy"
cp "$data/p9.npy" "$data/v.npy"

# inputs STENCIL PREFIX: options for its fields; f for float, else double.
inputs() {
	n=0 names=
	case $1 in
	copy|laplap) names=src ;;
	hdiff) names='src coeff' ;;
	fastwaves) names='u v utens vtens rho ppuv fx wgtfac hhl' ;;
	sponge) names='u v' ;;
	upwind) names='u v' ;;
	esac
	for name in $names; do
		n=$((n + 1))
		echo "--in $name=$data/$2$n.npy"
	done
	case $1 in
	sponge) echo "--in rate=$data/profile.npy --in roughness=$data/column.npy" ;;
	upwind) echo "--in tracer=$data/f1.npy" ;;
	esac
}

# outputs STENCIL DIRECTORY
outputs() {
	case $1 in
	fastwaves) echo "--out uout=$2/uout.npy --out vout=$2/vout.npy" ;;
	sponge) echo "--out u=$2/u.npy --out v=$2/v.npy" ;;
	upwind) echo "--out moved=$2/moved.npy" ;;
	*) echo "--out dst=$2/dst.npy" ;;
	esac
}

# variants STENCIL BACKEND: "--storage S --access A", a line each.
variants() {
	target=cuda
	[ "$2" != openmp ] || target=openmp
	"$bin/stencilgen" --list --target $target "stencils/$1.stencil" |
		sed -e 's/_tile_ordered$/_tile-ordered/' \
			-e "s/^$1_\(.*\)_\([a-z-]*\)\$/--storage \1 --access \2/" -e 's/tile-/tile_/'
}

# apply DIRECTORY STENCIL PREFIX OPTION...
apply() {
	folder=$1 stencil=$2 prefix=$3
	shift 3
	mkdir -p "$folder"
	# shellcheck disable=SC2046 # options are words
	stencilrun "stencils/$stencil.stencil" $(inputs "$stencil" "$prefix") \
		$(outputs "$stencil" "$folder") "$@"
}

# --- Every kernel -----------------------------------------------------------

# All kernels of a backend compile here, several at a time.
for backend in openmp host; do
	run stencilbench --backend $backend --size 24x20x12 --no-time stencils/*.stencil
	kernels=$(for file in stencils/*.stencil; do
		variants "$(basename "$file" .stencil)" \
		$backend
	done | wc -l)
	all_verified() {
		is_clean && [ "$(grep -c ' verified$' "$out/stdout")" = "$kernels" ]
	}
	check "stencilbench verifies all kernels on $backend" all_verified
done

# Every variant gives the same bytes, and the interpreter agrees.
same_results() {
	is_clean && grep -q 'equal to the interpreter' "$out/stdout" &&
	diff -r "$out/first/$stencil" "$out/other" && rm -r "$out/other"
}
for stencil in copy fastwaves hdiff laplap sponge upwind; do
	apply "$out/first/$stencil" $stencil p -q --backend openmp
	for backend in openmp host; do
		variants "$stencil" $backend >"$out/variants"
		while read -r options; do
			# shellcheck disable=SC2086
			run apply "$out/other" "$stencil" p --verify --backend $backend $options
			check "$stencil on $backend, $options" same_results
		done <"$out/variants"
		for order in row zcurve:4 hilbert random:3; do
			run apply "$out/other" "$stencil" p --verify --backend $backend --storage chasing \
				--order $order --block 5x3x2
			check "$stencil on $backend, --order $order" same_results
		done
		good "$stencil on $backend, NaN and the like" \
			apply "$out/odd" "$stencil" odd --verify --backend $backend
	done
done
for backend in openmp host; do
	good "a sample on $backend" stencilrun stencils/laplap.stencil --in src="$data/sample.npy" \
		--out dst="$out/dst.npy" --verify --backend $backend
	good "floats on $backend" apply "$out/float" hdiff f --verify --backend $backend
	good "floats on $backend, direct" apply "$out/float" laplap f --verify --backend $backend \
		--storage direct --access naive
done

# With its fields in structs, too.
for stencil in fastwaves hdiff sponge; do
	for backend in openmp host; do
		for fields in aos aosoa aos_in aosoa_in; do
			[ $stencil != sponge ] || [ "${fields%_in}" = "$fields" ] || continue
			for storage in regular chasing; do
				run apply "$out/other" $stencil p --verify --backend $backend --fields $fields \
					--storage $storage
				check "$stencil on $backend, --fields $fields, $storage" same_results
			done
		done
	done
done
good 'floats in structs' apply "$out/float" hdiff f --verify --fields aosoa --storage direct
says_fields() {
	grep -q '^hdiff_direct_idxvar_aosoa_float on ' "$out/stdout"
}
check 'the layout is in the name' says_fields

# --- What results are ------------------------------------------------------

# numbers FILE: the bits of each, in hexadecimal.
numbers() {
	od -An -v -tx8 -j128 "$1" | tr -s ' ' '\n' | grep .
}

# Whether B is KIND ("zero", "kept" or "changed") relative to A at all cells of
# 24x20x8 that are inside (IN=1) or outside (IN=0) of a halo of X,Y,Z cells.
cells() {
	numbers "$1" >"$out/a"
	numbers "$2" | paste "$out/a" - | awk -v kind="$3" -v inside="$4" -v hx="$5" -v hy="$6" -v \
		hz="$7" '
	{
		x = (NR - 1)%24; y = int((NR - 1)/24)%20; z = int((NR - 1)/480)
		is_in = x >= hx && x < 24 - hx && y >= hy && y < 20 - hy && z >= hz && z < 8 - hz
		if (is_in != inside)
			next
		count++
		if (kind == "zero" ? $2 !~ /^0*$/ : kind == "kept" ? $1 != $2 : $1 == $2)
			wrong++
	}
	END { exit wrong > 0 || !count || NR != 3840 }'
}

apply "$out/zero" laplap p -q
apply "$out/kept" laplap p -q --swap dst:src
check 'an out is 0 outside the domain' cells "$data/p1.npy" "$out/zero/dst.npy" zero 0 2 2 0
check 'it is all new inside' cells "$data/p1.npy" "$out/zero/dst.npy" changed 1 2 2 0
check 'with --swap it is the in outside' cells "$data/p1.npy" "$out/kept/dst.npy" kept 0 2 2 0
check 'and all new inside' cells "$data/p1.npy" "$out/kept/dst.npy" changed 1 2 2 0

cat >"$out/halo.stencil" <<'END'
stencil inner { in src; out dst; halo [3,2,1]; dst = src; }
END
for storage in regular chasing; do
	good "a declared halo, $storage" stencilrun "$out/halo.stencil" --in src="$data/p1.npy" \
		--out dst="$out/halo.npy" --verify --storage $storage
	check 'it stays 0' cells "$data/p1.npy" "$out/halo.npy" zero 0 3 2 1
	check 'the rest is copied' cells "$data/p1.npy" "$out/halo.npy" kept 1 3 2 1
done

# header FILE: its first line.
header() {
	dd if="$1" bs=128 count=1 2>/dev/null | tr -d '\0'
}

has_header() {
	header "$1" | grep -qF "'descr': '$2', 'fortran_order': False, 'shape': ($3), }"
}
apply "$out/float" hdiff f -q
check 'float in, float out' has_header "$out/float/dst.npy" '<f4' '8, 20, 24'
check 'double in, double out' has_header "$out/zero/dst.npy" '<f8' '8, 20, 24'
check 'a float field stays one' has_header "$out/first/upwind/moved.npy" '<f4' '8, 20, 24'
good 'precision that the data have' apply "$out/float" hdiff f -q --precision float
is_quiet() {
	is_clean && [ ! -s "$out/stdout" ]
}
check '-q prints nothing' is_quiet

# steps STENCIL PREFIX SWAPS OPTION...: three steps are a step three times.
steps() {
	stencil=$1 prefix=$2 swaps=$3
	shift 3
	options=
	for swap in $swaps; do
		options="$options --swap $swap"
	done
	# shellcheck disable=SC2086
	run apply "$out/three" "$stencil" "$prefix" --steps 3 $options --verify "$@"
	is_clean || return 1
	for step in 1 2 3; do
		inputs "$stencil" "$prefix" | tr ' ' '\n' | grep '=' >"$out/inputs"
		arguments=
		while read -r input; do
			field=${input%%=*}
			for pair in $swaps; do
				if [ "${pair#*:}" = "$field" ] && [ $step != 1 ]; then
					input=$field=$out/step$((step - 1))/${pair%:*}.npy
				fi
			done
			if [ "$stencil" = sponge ] && [ $step != 1 ]; then
				case $field in
				u|v) input=$field=$out/step$((step - 1))/$field.npy ;;
				esac
			fi
			arguments="$arguments --in $input"
		done <"$out/inputs"
		mkdir -p "$out/step$step"
		# shellcheck disable=SC2046,SC2086
		run stencilrun "stencils/$stencil.stencil" $arguments $(outputs "$stencil" \
			"$out/step$step") \
			$options -q
		is_clean || return 1
	done
	diff -r "$out/three" "$out/step3" && rm -r "$out/three" "$out"/step?
}
# An even number of steps leaves each result in the array that was its partner's.
for steps in 2 4; do
	for backend in openmp host; do
		good "$steps steps on $backend, verified" stencilrun stencils/laplap.stencil \
			--in src="$data/p1.npy" --out dst="$out/swapped.npy" --steps $steps --swap dst:src \
			--backend $backend --verify
	done
done
check 'three steps of laplap' steps laplap p dst:src
check 'three steps of laplap, chasing' steps laplap p dst:src --storage chasing --order random:1
check 'three steps of laplap on host' steps laplap p dst:src --backend host --storage \
	direct_compressed
check 'three steps of hdiff with floats' steps hdiff f dst:src
check 'three steps of upwind' steps upwind p moved:tracer
check 'three steps of fastwaves, two swaps' steps fastwaves p 'uout:u vout:v'
check 'three steps of sponge, in place' steps sponge p ''

# --- What stencilrun refuses ------------------------------------------------

laplap() {
	stencilrun stencils/laplap.stencil --out dst="$data/dst.npy" "$@"
}
in=src=$data/p1.npy

npy big_endian '>f8' 8x20x24 1
npy fortran '<f8' 8x20x24 1 fortran
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

refused 1 'big_endian.npy: its elements are' laplap --in src="$data/big_endian.npy"
refused 1 'fortran.npy: the array is in Fortran order' laplap --in src="$data/fortran.npy"
refused 1 "ints.npy: its elements are of type '<i4'" laplap --in src="$data/ints.npy"
refused 1 'truncated.npy: the file is truncated' laplap --in src="$data/truncated.npy"
refused 1 'trailing.npy: more data than the shape says' laplap --in src="$data/trailing.npy"
refused 1 'magic.npy: not an .npy file' laplap --in src="$data/magic.npy"
refused 1 "plane.npy has shape (20,24), but field 'src' needs (z,y,x)" laplap --in \
	src="$data/plane.npy"
refused 1 "zero.npy: the array's size in dimension 1 is 0" laplap --in src="$data/zero.npy"
refused 1 'missing.npy: No such file' laplap --in src="$data/missing.npy"
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

refused 2 "field 'coeff' is missing: give --in coeff=FILE" hdiff --in "$in"
refused 2 "'laplap' has no field 'sorc'; did you mean 'src'?" laplap --in sorc="$data/p1.npy"
refused 2 "'laplap' has no field 'wind'" laplap --in "$in" --in wind="$data/p1.npy"
refused 2 "--in: 'src' is given twice" laplap --in "$in" --in src="$data/p2.npy"
refused 2 "--out: 'dst' is given twice" laplap --in "$in" --out dst="$data/u.npy"
refused 2 "--in: 'dst' is an out field" laplap --in "$in" --in dst="$data/dst.npy"
refused 2 "--out: 'src' is an in field" laplap --in "$in" --out src="$data/u.npy"
refused 2 '--in src: it takes FIELD=FILE' laplap --in src
refused 2 '--in src=: it takes FIELD=FILE' laplap --in src=
refused 2 'nothing to write: give --out FIELD=FILE' stencilrun stencils/laplap.stencil --in "$in"
echo 'stencil s { out dst; dst = level; }' >"$out/only_out.stencil"
refused 2 'no field tells the size of the grid' stencilrun "$out/only_out.stencil" --out \
	dst="$data/dst.npy"

refused 2 "'sparse' is no order; there are row, zcurve" laplap --in "$in" --order sparse
refused 1 "the z-curve's width is 3" laplap --in "$in" --storage chasing --order zcurve:3
refused 2 "unknown backend 'gpu' (there are: auto cuda openmp host)" laplap --in "$in" --backend gpu
refused 2 "'64x2' is no block" laplap --in "$in" --block 64x2
refused 2 "'64x0x1' is no block" laplap --in "$in" --block 64x0x1
refused 3 'refused the block' laplap --in "$in" --backend host --block 2048x1x1
refused 2 "unknown storage 'chaising'; did you mean 'chasing'?" laplap --in "$in" --storage chaising
refused 2 "unknown access 'naiv'; did you mean 'naive'?" laplap --in "$in" --access naiv
refused 2 'choose one storage and one access' laplap --in "$in" --storage all
refused 2 '(legal for' stencilrun stencils/copy.stencil --in "$in" --out dst="$data/dst.npy" \
	--storage direct
refused 2 "--precision takes double or float, not 'half'" laplap --in "$in" --precision half
for steps in 0 -1 2.5 two '' 4294967297 99999999999999999999; do
	refused 2 "--steps takes a number of at least 1, not '$steps'" laplap --in "$in" --steps \
		"$steps"
done
refused 2 '--steps 2 needs --swap' laplap --in "$in" --steps 2
refused 2 '--swap src:dst: it takes OUT:IN' laplap --in "$in" --steps 2 --swap src:dst
refused 2 '--swap dst: it takes OUT:IN' laplap --in "$in" --steps 2 --swap dst
refused 2 '--swap dst:src: a field is exchanged twice' laplap --in "$in" --swap dst:src --swap \
	dst:src
refused 2 '--swap exchanges arrays of one field: it needs --fields soa, not aos' hdiff --in "$in" \
	--in coeff="$data/p2.npy" --swap dst:src --fields aos
refused 2 "--fields takes one of soa, aos, aosoa, aos_in, aosoa_in, not 'sao'" hdiff --in "$in" --in \
	coeff="$data/p2.npy" --fields sao
refused 2 'so fields aosoa would repeat soa' laplap --in "$in" --fields aosoa
refused 2 'no input file' stencilrun
refused 2 'more than one file' laplap --in "$in" stencils/copy.stencil
refused 2 "unrecognized option '--inn'" laplap --inn "$in"
refused 2 "option '--in' requires an argument" laplap --in
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
refused 2 "param depth needs a whole number, not '3000000000'" sponge $uv --param depth=3000000000
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
refused 2 'two.stencil has 2 stencils: choose one with --stencil' \
	stencilrun "$out/two.stencil" --in "$in" --out dst="$data/dst.npy"
refused 2 "two.stencil has no stencil 'lap'" \
	stencilrun "$out/two.stencil" --in "$in" --out dst="$data/dst.npy" --stencil lap
good 'one of two stencils' stencilrun "$out/two.stencil" --in "$in" --out dst="$out/dst.npy" \
	--stencil copy
check 'it is the one' cmp "$data/p1.npy" "$out/dst.npy"

: >"$out/empty.stencil"
echo 'stencil s { in src; out dst; dst = scr; }' >"$out/wrong.stencil"
diagnosed 'no stencil in this file' stencilrun "$out/empty.stencil" --in "$in" --out \
	dst="$data/dst.npy"
diagnosed 'Is a directory' stencilrun stencils --in "$in" --out dst="$data/dst.npy"
diagnosed 'No such file or directory' stencilrun "$out/no.stencil" --in "$in" --out \
	dst="$data/dst.npy"
diagnosed "unknown name 'scr'" stencilrun "$out/wrong.stencil" --in "$in" --out dst="$data/dst.npy"

# --- Where results go ------------------------------------------------------

to() {
	path=$1
	shift
	stencilrun stencils/laplap.stencil --in "$in" --out dst="$path" "$@"
}
refused 3 'p1.npy/dst.npy: cannot write: Not a directory' to "$data/p1.npy/dst.npy"
refused 3 'none/dst.npy: cannot write: No such file' to "$data/none/dst.npy"
refused 3 'data: cannot write: is a directory' to "$data"
mkfifo "$out/fifo"
refused 3 'fifo: cannot write: not an ordinary file' to "$out/fifo"
is_full() (
	trap '' XFSZ
	ulimit -f 4
	stencilrun "$@"
)
refused 3 'dst.npy: cannot write: File too large' is_full stencils/laplap.stencil \
	--in "$in" --out dst="$data/dst.npy"
refused 3 'cannot write: File too large' is_full --sample 24x20x8 "$data/dst.npy"

# Two outputs: both or none.
refused 3 'none/v.npy: cannot write' sponge --out u="$data/u.npy" --out v="$data/none/v.npy"
refused 3 'none/u.npy: cannot write' sponge --out u="$data/none/u.npy" --out v="$data/v.npy"
refused 3 'data: cannot write: is a directory' sponge --out u="$data/u.npy" --out v="$data"
refused 3 'fifo: cannot write: not an ordinary file' sponge --out u="$data/u.npy" --out \
	v="$out/fifo"
check 'it is what it was' test -p "$out/fifo"
refused 3 'u.npy: two fields cannot go there' sponge --out u="$data/u.npy" --out v="$data/u.npy"
refused 3 'new.npy: two fields cannot go there' sponge --out u="$data/new.npy" --out \
	v="$data/../data/new.npy"
refused 3 'u.npy: cannot write: File too large' is_full stencils/sponge.stencil \
	--in u="$data/p1.npy" --in v="$data/p2.npy" --in rate="$data/profile.npy" \
	--in roughness="$data/column.npy" --out u="$data/u.npy" --out v="$data/v.npy"

mkdir "$out/place"
cp "$data/p1.npy" "$out/place/src.npy"
echo mine >"$out/place/u.npy.part"
ln -s target.npy "$out/place/link.npy"
cp "$data/p2.npy" "$out/place/target.npy"
good 'two outputs' sponge --out u="$out/place/u.npy" --out v="$out/place/link.npy"
check 'a link stays' test -h "$out/place/link.npy"
check 'what it leads to is written' cmp "$out/first/sponge/v.npy" "$out/place/target.npy"
check 'the other one too' cmp "$out/first/sponge/u.npy" "$out/place/u.npy"
good 'one output of two' sponge --out v="$out/place/v.npy"
check 'as with both' cmp "$out/first/sponge/v.npy" "$out/place/v.npy"
good 'in place' stencilrun stencils/laplap.stencil --in src="$out/place/src.npy" --out \
	dst="$out/place/src.npy"
check 'as elsewhere' cmp "$out/zero/dst.npy" "$out/place/src.npy"
place() {
	[ "$(cd "$out/place" && echo *)" = 'link.npy src.npy target.npy u.npy u.npy.part v.npy' ] &&
	[ "$(cat "$out/place/u.npy.part")" = mine ]
}
check 'nothing else appears or goes' place

if [ -c /dev/full ]; then
	full() {
		"$@" >/dev/full
	}
	refused 3 'stencilrun: cannot write to standard output' full to "$out/dst.npy"
	refused 3 'stencilbench: cannot write to standard output' full stencilbench --size 8x8x2 \
		--no-time \
		--storage regular --access naive stencils/copy.stencil
fi
help() {
	is_clean && grep -q "^$1" "$out/stdout"
}
run stencilrun --help
check 'stencilrun --help' help 'Usage: stencilrun'
run stencilbench --help
check 'stencilbench --help' help 'Usage: stencilbench'
run stencilbench --version
check 'stencilbench --version' help 'stencilbench [0-9]'

# --- Compilers and their cache ---------------------------------------------

refused 3 'no C compiler: cc is not in PATH' env PATH="$out/empty" "$bin/stencilrun" \
	stencils/laplap.stencil \
	--in "$in" --out dst="$data/dst.npy"
refused 3 'no C and C++ compiler: cc and c++ are needed' env PATH="$out/empty" "$bin/stencilrun" \
	stencils/laplap.stencil --in "$in" --out dst="$data/dst.npy" --backend host
refused 3 'no C compiler: no-such-cc is not in PATH' env CC=no-such-cc "$bin/stencilrun" \
	stencils/laplap.stencil --in "$in" --out dst="$data/dst.npy"
refused 3 'cannot make a folder in' env STENCILGEN_CACHE="$data/p1.npy" "$bin/stencilrun" \
	stencils/laplap.stencil --in "$in" --out dst="$data/dst.npy"
if [ -e /dev/nvidiactl ]; then
	echo 'skipped: a machine without a GPU'
else
	refused 3 'no GPU: the NVIDIA driver is missing' laplap --in "$in" --backend cuda
fi

# fresh CC: an empty cache, and a compiler for it.
fresh() {
	STENCILGEN_CACHE=$out/cache.fresh
	rm -rf "$STENCILGEN_CACHE" "$out/compilations"
	: >"$out/compilations"
	CC=$1
	export CC
}
no_leftovers() {
	set -- "$STENCILGEN_CACHE"/*.*
	[ ! -e "$1" ]
}
compiled() {
	[ "$(wc -l <"$out/compilations")" = "$1" ]
}
cat >"$out/counting" <<END
#!/bin/sh
case " \$* " in
*' -o '*) echo >>"$PWD/$out/compilations" ;;
esac
exec $cc "\$@"
END
cat >"$out/failing" <<'END'
#!/bin/sh
[ "$1" != --version ] || exit 0
echo 'fuse.c:1: error: the fuse is blown' >&2
touch kernel.so
exit 1
END
chmod +x "$out/counting" "$out/failing"

fresh "$out/counting"
good 'a compiler by its path' to "$out/dst.npy"
check 'the kernel and what empties caches are compiled' compiled 2
good 'once more' to "$out/dst.npy"
check 'nothing is compiled' compiled 2
sed 's/4/5/' stencils/laplap.stencil >"$out/laplap.stencil"
good 'another stencil of that name' stencilrun "$out/laplap.stencil" --in "$in" --out \
	dst="$out/five.npy"
check 'its kernel is compiled' compiled 3
differ() {
	! cmp "$out/dst.npy" "$out/five.npy"
}
check 'it computes something else' differ
good 'another storage' to "$out/dst.npy" --storage direct
check 'its kernel is compiled' compiled 4
rm "$STENCILGEN_CACHE"/*/kernel.so
good 'after objects have gone' to "$out/dst.npy"
check 'they are compiled again' compiled 6
good 'and again' to "$out/dst.npy"
check 'they are there' compiled 6
check 'no temporary folders are left' no_leftovers

# A kernel that is wrong: nothing is written.
for file in "$STENCILGEN_CACHE"/*/regular_idxvar.c; do
	if grep -q 'const double lap_c = 4\*' "$file"; then
		sed 's/const double lap_c = 4/const double lap_c = 3/' "$file" >"$out/wrong.c"
		"$cc" -shared -fPIC -w -I "${file%/*}" "$out/wrong.c" -o "${file%/*}/kernel.so"
	fi
done
refused 1 'wrong result, nothing is written: 2560 of 2560 points differ; dst at' \
	to "$data/dst.npy" --verify

for compiler in false true; do
	fresh $compiler
	refused 3 "$compiler cannot compile flush.c" laplap --in "$in"
	check 'no temporary folders are left' no_leftovers
done
fresh "$out/failing"
says_why() {
	[ "$status" = 3 ] && grep -q "stencil.*failing cannot compile $1" "$out/stderr" &&
	grep -q 'the fuse is blown' "$out/stderr" && [ "$before" = "$(files)" ]
}
before=$(files)
run laplap --in "$in"
check 'what the compiler says' says_why flush.c
check 'no temporary folders are left' no_leftovers
fresh "$cc"
CXX=$out/failing
export CXX
run stencilbench --backend host --size 8x8x2 --no-time --access naive stencils/copy.stencil
check 'one of several that fail' says_why '[a-z]*_naive.cu'
check 'no temporary folders are left' no_leftovers
unset CXX

fresh "$cc"
both() {
	to "$out/one.npy" -q --storage chasing --backend host &
	to "$out/two.npy" -q --storage chasing --backend host && wait $!
}
good 'two at a time with an empty cache' both
check 'their results are the same' cmp "$out/one.npy" "$out/two.npy"
check 'no temporary folders are left' no_leftovers
unset CC
STENCILGEN_CACHE=$out/cache

# --- stencilbench ------------------------------------------------------------

# rows BACKEND BLOCK ENDING: all kernels of laplap have their rows, no others.
rows() {
	is_clean || return 1
	variants laplap "$1" >"$out/variants"
	while read -r _ storage _ access; do
		order=zcurve:16
		[ "$storage" != regular ] || order=-
		grep -Eq "^$storage +$access +$order +$2 +$3\$" "$out/stdout" || return 1
	done <"$out/variants"
	[ "$(grep -Ec "^[a-z_]+ +[a-z_]+ .* $3\$" "$out/stdout")" = "$(wc -l <"$out/variants")" ]
}
time='[0-9.]+ +[0-9]+% +[0-9]+ +[0-9]+% +[0-9]+%'
run stencilbench --size 24x20x8 --runs 2 stencils/laplap.stencil
check 'a table with times' rows openmp - "$time"
check 'and what they are compared with' \
	grep -Eq '^laplap, 24x20x8 double: 0.0 MB at least; copy [0-9.]+ us, stream .*, memcpy [0-9.]+' \
		"$out/stdout"
run stencilbench --size 24x20x8 --no-time --backend host stencils/laplap.stencil
check '--no-time' rows host 64x2x1 verified

# cells_of FILE COLUMN...: of each row of a CSV file; what is in quotes stands at the end.
cells_of() {
	file=$1
	shift
	awk -F, -v names="$*" '
		NR == 1 { for (i = 1; i <= NF; i++) place[$i] = i; count = split(names, name, " "); next }
		{
			for (i = 1; i <= count; i++)
				printf "%s%s", $place[name[i]], i < count ? " " : "\n"
		}' "$file"
}
odd_name="$out/a\"b,c.csv"
run stencilbench --size 24x20x8 --runs 3 --backend host --storage regular,chasing --access naive \
	--order row,hilbert,random --block 8x4x1,5x3x2 --precision float --csv "$odd_name" \
	stencils/hdiff.stencil stencils/sponge.stencil
# A row for each block of regular, and for each order and block of chasing. Of
# these the table shows the best block.
two='stencils/hdiff.stencil stencils/sponge.stencil'
csv() {
	is_clean && [ "$(wc -l <"$odd_name")" = 17 ] &&
	[ "$(sed -n '1s/,.*//p' "$odd_name")" = stencil ] &&
	[ "$(cells_of "$odd_name" stencil storage access fields precision order block outcome |
		grep -Ec '^(hdiff|sponge) (regular|chasing) naive soa float (-|row|hilbert|random:[0-9]+) (8x4x1|5x3x2) measured$')" = 16 ] &&
	[ "$(cells_of "$odd_name" size_x size_y size_z points | grep -c '^24 20 8 [1-9]')" = 16 ] &&
	[ "$(cells_of "$odd_name" hot_samples | grep -Ec '^([3-9]|[12].|3[0-4])$')" = 16 ] &&
	[ "$(grep -cF "/a\"\"b,c.csv $two\"" "$odd_name")" = 16 ] &&
	[ "$(grep -Ec '^(regular|chasing) ' "$out/stdout")" = 8 ]
}
check '--csv, lists of orders and blocks, float' csv
run stencilbench --size 24x20x8 --no-time --access naive,idxvar --csv "$out/untimed.csv" \
	stencils/copy.stencil
untimed() {
	is_clean && [ "$(wc -l <"$out/untimed.csv")" = 5 ] &&
	[ "$(cells_of "$out/untimed.csv" points bytes outcome hot_samples hot_median_us |
		grep -c '^3840 61440 verified 0 $')" = 4 ]
}
check '--csv without times' untimed

# Structs of fields: as wide as a page, at most.
run stencilbench --size 24x20x8 --runs 2 --backend host --fields aosoa --storage \
	chasing,chasing_constant --access shared,naive --csv "$out/fields.csv" stencils/fastwaves.stencil
fields() {
	is_clean && [ "$(grep -Ec '^chasing(_constant)? +(shared|naive)_aosoa +zcurve:16 +64x2x1 ' \
		"$out/stdout")" = 4 ] && ! grep -q '.\{101\}' "$out/stdout" &&
	[ "$(cells_of "$out/fields.csv" stencil storage fields order outcome |
		grep -Ec '^fastwaves chasing(_constant)? aosoa zcurve:16 measured$')" = 4 ]
}
check '--fields in table and --csv' fields

small="--size 24x20x8 --no-time"
# shellcheck disable=SC2086
{
for storage in regular chasing; do
	good "$storage, all of its accesses" stencilbench $small --storage $storage \
		stencils/copy.stencil
done
good 'a param' stencilbench $small --param depth=3 --param dt=0.25 stencils/sponge.stencil
refused 2 "'sponge' has no param 'dept'; did you mean 'depth'?" \
	stencilbench $small --param dept=3 stencils/sponge.stencil
refused 2 "unknown storage 'direkt'; did you mean 'direct'?" stencilbench $small --storage \
	direkt stencils/copy.stencil
refused 2 "unknown access 'fast'" stencilbench $small --access fast stencils/copy.stencil
refused 2 '(legal for' stencilbench $small --storage direct stencils/copy.stencil
refused 2 "unknown backend 'openmpi'" stencilbench $small --backend openmpi stencils/copy.stencil
refused 2 "'spiral' is no order" stencilbench $small --order row,spiral stencils/copy.stencil
refused 2 "'' is no order" stencilbench $small --order row, stencils/copy.stencil
refused 2 "'64' is no block" stencilbench $small --block 64x2x1,64 stencils/copy.stencil
refused 2 "'24x20' is no size" stencilbench --size 24x20 stencils/copy.stencil
refused 2 "--precision takes double or float, not 'quad'" stencilbench --precision quad \
	stencils/copy.stencil
run env STENCILGEN_CACHE="$out/levels" "$bin/stencilbench" $small --backend host --storage regular \
	--access zslice --levels-per-thread 3 stencils/copy.stencil
levels() {
	is_clean && grep -q 'lowest + 3 < depth' "$out"/levels/*/regular_zslice.cu
}
check '--levels-per-thread' levels
refused 2 "--levels-per-thread takes numbers from 1 to 1024 and ranges, as 1,4..6,8..64x2, not '0'" stencilbench \
	--levels-per-thread 0 stencils/copy.stencil
for runs in 0 -1 20x '' 100001; do
	refused 2 "--runs takes a number from 1 to 100000, not '$runs'" stencilbench --runs \
		"$runs" stencils/copy.stencil
done
refused 2 'no input file' stencilbench $small
refused 2 "unrecognized option '--speed'" stencilbench --speed stencils/copy.stencil
diagnosed 'no stencil in this file' stencilbench $small "$out/empty.stencil" stencils/copy.stencil
}
bench_fails() {
	[ "$status" = "$1" ] && is_one_message "$1" "$2"
}
# shellcheck disable=SC2086
run stencilbench $small --csv "$out/empty.stencil/a.csv" --storage regular --access naive \
	stencils/copy.stencil
check '3: cannot write' bench_fails 3 'empty.stencil/a.csv: '
run stencilbench --size 4x20x8 --no-time stencils/laplap.stencil
check '1: nothing to compute' bench_fails 1 \
	"nothing to compute: 4x20x8 cells are all within the halo of 'laplap'"

# --- Wrong kernels -----------------------------------------------------------

# fault NAME FILE SED-COMMAND BACKEND STENCIL STORAGE ACCESS BLOCK: a template
# with this mistake is caught. Blocks overhang the domain by one thread at most,
# so that a wrong kernel stays in its fields.
is_caught() {
	[ "$status" = 1 ] &&
	grep -q "^stencilbench: ${stencil}_${storage}_$access is wrong: [1-9]" "$out/stderr" &&
	grep -Eq "^$storage +$access .* wrong\$" "$out/stdout" &&
	cells_of "$out/fault.csv" stencil storage access outcome hot_samples |
		grep -q "^$stencil $storage $access wrong 0\$" &&
	{ [ "$mode" = --no-time ] || grep -Eq "^$other .*%\$" "$out/stdout"; }
}
fault() {
	name=$1 file=$2 mistake=$3 backend=$4 stencil=$5 storage=$6 access=$7 mode=${9:---no-time}
	other=${10:-}
	rm -rf "$out/templates"
	cp -r templates "$out/templates"
	sed "$mistake" "templates/$file" >"$out/templates/$file"
	# shellcheck disable=SC2086
	run stencilbench --templates "$out/templates" --backend "$backend" --size 24x20x8 $mode \
		--storage "$storage" --access "$access${other:+,$other}" --block "$8" --csv \
			"$out/fault.csv" \
		"stencils/$stencil.stencil"
	[ -z "$other" ] || other="$storage +$other"
	if cmp -s "templates/$file" "$out/templates/$file"; then
		fail "$name: $file has nothing like that"
		return
	fi
	check "$name is caught on $backend" is_caught
}
# shellcheck disable=SC2016
{
regular=storage/regular.tmpl
fault 'a neighbour on the wrong side' $regular 's/^c\$shift/2*c - (c$shift)/' host hdiff \
	regular idxvar 10x2x1
fault 'a missing check of the width' $regular 's/i >= width || //' host laplap regular naive 7x2x1
fault 'a missing check of the height' $regular 's/ || j >= height//' host laplap regular naive \
	4x17x1
fault 'a missing check of the levels' cuda/naive.tmpl 's/ || k >= depth//' host fastwaves \
	regular naive 4x2x5
fault 'a skipped first column' cuda/idxvar.tmpl 's/if (\$outside/if (!i || $outside/' host \
	copy regular idxvar 8x2x1
fault 'a skipped last row' $regular 's/j >= height/j >= height - 1/' host upwind regular naive 8x2x1
fault 'fields a level too high' cuda/idxvar.tmpl 's/= k\*stride/= (k + 1)*stride/' host \
	fastwaves chasing idxvar 8x2x1
fault 'a skipped first level' cuda/naive.tmpl 's/|| k >=/|| !k || k >=/' host sponge chasing \
	naive 8x2x1
fault 'a neighbour on the wrong side' storage/chasing.tmpl 's/^\$from + /$from - /' host \
	fastwaves chasing idxvar 8x2x1
fault 'the wrong slot' storage/direct.tmpl 's/\[\$slot/[0/' host hdiff direct idxvar 8x2x1
fault 'a skipped last column' storage/direct.tmpl 's/c >= end/c >= end - 1/' host hdiff direct \
	naive 8x2x1
fault 'a wrong pattern' storage/direct_compressed.tmpl 's/pattern\[\$column\]/pattern[first]/' \
	host hdiff direct_compressed idxvar 8x2x1
fault 'a skipped last level' cuda/zloop.tmpl 's/k < depth/k < depth - 1/' host laplap regular \
	zloop 8x2x1
fault 'a skipped level of a slice' cuda/zslice.tmpl 's/k = lowest/k = lowest + 1/' \
	host fastwaves regular zslice 4x2x1
fault 'a skipped last level' cuda/shared.tmpl 's/k >= depth/k >= depth - 1/' \
	host hdiff chasing shared 8x2x2
fault 'the wrong lane' cuda/warp.tmpl 's/lane % columns;/0;/' host hdiff direct warp 8x2x2
fault 'a skipped first row' $regular 's/int j = 0/int j = 1/' openmp hdiff regular naive 1x1x1
fault 'a skipped last level' storage/chasing_compressed.tmpl 's/k < grid->top/k < grid->top - 1/' \
	openmp laplap chasing_compressed naive 1x1x1
fault 'only what is wrong' cuda/naive.tmpl 's/|| k >=/|| !k || k >=/' \
	host laplap regular naive 8x2x1 '--runs 1' idxvar
}

# Without the barrier, threads that run before the one that finds the columns
# read what is no column: a wrong result, or no result at all.
unordered() {
	run env STENCIL_HOST_ORDER=reverse "$bin/stencilbench" --templates "$1" --backend host \
		--size 24x20x8 --no-time --storage chasing --access shared --block 8x2x2 \
		stencils/laplap.stencil
}
rm -rf "$out/templates"
cp -r templates "$out/templates"
unordered "$out/templates"
check 'threads in reverse order' is_clean
sed '/__syncthreads/d' templates/cuda/shared.tmpl >"$out/templates/cuda/shared.tmpl"
unordered "$out/templates"
check 'a removed barrier is caught on host' test "$status" != 0

templates_fail() {
	[ "$status" = 3 ] && grep -q "$1" "$out/stderr" && grep -q \
		'^stencilbench: the templates have errors' "$out/stderr"
}
# shellcheck disable=SC2086
run stencilbench $small --templates "$out/empty" stencils/copy.stencil
check 'a folder without templates' templates_fail 'No such file or directory'
# shellcheck disable=SC2016
sed 's/^    \$lookup/    $lockup/' templates/cuda/naive.tmpl >"$out/templates/cuda/naive.tmpl"
# shellcheck disable=SC2086
run stencilbench $small --backend host --templates "$out/templates" stencils/copy.stencil
check 'a template with an error' templates_fail 'naive.tmpl:.*lockup'

# --- Sparse grids: 3 dimensions, 5 levels, 351 points ----------------------

sparse=stencils/sparse grid='--dim 3 --level 5'
npy probes '<f8' 37x3 12
npy wrong '<f8' 350 13
for access in basic ichg1 fused; do
	# shellcheck disable=SC2086
	good "hierarchized, $access" stencilrun $sparse/hierarchize.stencil $grid --access $access --backend host \
		--formula 'u=4*x1*(1 - x1)*x2*sin(3*x3)' --out u="$data/a_$access.npy" --verify
done
check 'the same bits' cmp "$data/a_basic.npy" "$data/a_ichg1.npy"
check 'the same bits, several dimensions at once' cmp "$data/a_basic.npy" "$data/a_fused.npy"
# shellcheck disable=SC2086
good 'and back' stencilrun $sparse/dehierarchize.stencil $grid --backend host --in u="$data/a_basic.npy" \
	--out u="$data/back.npy" --verify
for access in basic tree; do
	# Some of the probes lie outside.
	# shellcheck disable=SC2086
	good "evaluated, $access" stencilrun $sparse/evaluate.stencil $grid --access $access --backend host \
		--in u="$data/a_basic.npy" --in x="$data/probes.npy" --out v="$data/v_$access.npy" --verify
done
for access in ichg1 edges; do
	# shellcheck disable=SC2086
	good "hierarchized in C, $access" stencilrun $sparse/hierarchize.stencil $grid --access $access \
		--backend openmp --formula 'u=4*x1*(1 - x1)*x2*sin(3*x3)' --out u="$data/c_$access.npy" --verify
	check 'the same bits in C' cmp "$data/a_basic.npy" "$data/c_$access.npy"
done
# shellcheck disable=SC2086
good 'and back in C' stencilrun $sparse/dehierarchize.stencil $grid --backend openmp \
	--in u="$data/a_basic.npy" --out u="$data/c_back.npy" --verify
check 'the same bits back in C' cmp "$data/back.npy" "$data/c_back.npy"
for access in basic tree; do
	# shellcheck disable=SC2086
	good "evaluated in C, $access" stencilrun $sparse/evaluate.stencil $grid --access $access \
		--backend openmp --in u="$data/a_basic.npy" --in x="$data/probes.npy" \
		--out v="$data/w_$access.npy" --verify
	check 'the same values in C' cmp "$data/v_$access.npy" "$data/w_$access.npy"
done
good 'many levels in C' stencilrun $sparse/hierarchize.stencil --dim 1 --level 17 --backend openmp \
	--formula 'u=x1*x1' --out u="$data/long.npy" --verify
refused 2 'there must be 16 levels at most' stencilrun $sparse/hierarchize.stencil --dim 1 --level 17 \
	--access edges --backend openmp --formula 'u=x1' --out u="$data/none.npy"
# shellcheck disable=SC2086
refused 1 '350 values; a sparse grid of 3 dimensions and 5 levels has 351' stencilrun \
	$sparse/hierarchize.stencil $grid --in u="$data/wrong.npy" --out u="$data/none.npy" --backend host
# shellcheck disable=SC2086
refused 2 "field 'x' is missing" stencilrun $sparse/evaluate.stencil $grid --in u="$data/a_basic.npy" \
	--out v="$data/none.npy" --backend host
# shellcheck disable=SC2086
diagnosed "unknown name 'x9'" stencilrun $sparse/hierarchize.stencil $grid --formula 'u=x9' \
	--out u="$data/none.npy" --backend host
refused 2 'how many dimensions and levels' stencilrun $sparse/hierarchize.stencil --formula 'u=x1' \
	--out u="$data/none.npy" --backend host

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
