#!/bin/sh
# Ranks of MPI: the bits of one process, on small grids of many cuts and in stencilrun; and what goes wrong between processes:
# it is told once, nothing hangs, and what would have been written is as it was.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/mpi.sh

mpicc=${MPICC:-mpicc}

build_sweep() {
	"$mpicc" -std=gnu11 -O1 -g -Wall -Wextra -Wshadow -iquote . -iquote runtime/exchange -iquote templates \
		tests/ranks/mpi_sweep.c tests/unit/runtime/exchange/cut_grid.c runtime/kernels/exchange_mpi*.c \
		runtime/exchange/*.c -o "$out/mpi_sweep"
}
check 'the engine compiles without warnings' build_sweep
check 'no warnings' test ! -s "$out/check"
run ranks 4 "$out/mpi_sweep"
check 'many cuts' is_clean

npy a '<f8' 9x31x41 1
npy b '<f8' 9x31x41 2
npy f '<f4' 9x31x41 3
npy other '<f8' 9x31x40 1

# laplap FILE OPTION...
laplap() {
	file=$1
	shift
	"$bin/stencilrun" -q stencils/laplap.stencil --in src="$data/a.npy" --out dst="$file" --steps 7 --swap dst:src \
		--backend openmp "$@"
}
# four TITLE COMMAND OPTION...: several ranks give what one process gives.
four() {
	title=$1 function=$2
	shift 2
	run "$function" "$out/one.npy" --ranks 1 "$@"
	check "$title, one process" is_clean
	launch=ranks
	run "$function" "$out/four.npy" --verify "$@"
	launch=
	check "$title, $count ranks" is_clean
	check "$title, the same bits" cmp "$out/one.npy" "$out/four.npy"
}
# stencil FILE OPTION...: launched, if there is a launcher.
launch='' count=4
stencil() {
	if [ "$launch" ]; then
		ranks $count "$bin/stencilrun" -q --backend openmp "$@"
	else
		"$bin/stencilrun" -q --backend openmp "$@"
	fi
}
laplap_on() {
	file=$1
	shift
	stencil stencils/laplap.stencil --in src="$data/a.npy" --out dst="$file" --steps 7 --swap dst:src "$@"
}
upwind_on() {
	file=$1
	shift
	stencil stencils/upwind.stencil --in tracer="$data/f.npy" --in u="$data/a.npy" --in v="$data/b.npy" --out moved="$file" \
		--steps 5 --swap moved:tracer "$@"
}
hdiff_on() {
	file=$1
	shift
	stencil stencils/hdiff.stencil --in src="$data/a.npy" --in coeff="$data/b.npy" --out dst="$file" --steps 4 \
		--swap dst:src "$@"
}
four 'halos for two steps, periodic' laplap_on --periodic xy --exchange-every 2
four 'no overlap' hdiff_on --overlap off
four 'floats' upwind_on --periodic x
count=2
four 'a neighbor on both sides' laplap_on --periodic xy
count=3
four 'unequal parts' laplap_on --exchange-every 3
count=4
# Each rank verifies what it computed by what that follows from, in few steps less than the whole grid.
sponge_on() {
	file=$1
	shift
	stencil stencils/sponge.stencil --in u="$data/a.npy" --in v="$data/b.npy" --in rate="$data/rate.npy" \
		--in roughness="$data/rough.npy" --out u="$file" --out v="${file%.npy}-v.npy" "$@"
}
drain_on() {
	file=$1
	shift
	stencil "$out/drain.stencil" --in h="$data/rough.npy" --out h="$file" --steps 3 "$@"
}
npy rate '<f8' 9 1
npy rough '<f8' 31x41 2
echo 'stencil drain { inout column h; old = h; h = old[west] + 0.5*old[south]; }' >"$out/drain.stencil"
four 'two files' sponge_on
check 'the second one, too' cmp "$out/one-v.npy" "$out/four-v.npy"
four 'columns' drain_on
few() {
	file=$1
	shift
	stencil stencils/laplap.stencil --in src="$data/a.npy" --out dst="$file" --steps 2 --swap dst:src "$@"
}
four 'two steps' few
four 'two steps, periodic' few --periodic xy
npy u '<f8' 31x41 4
npy v '<f8' 31x41 5
npy p '<f8' 31x41 6
shallow_on() {
	file=$1
	shift
	stencil stencils/programs/shallow.stencil --in u="$data/u.npy" --in v="$data/v.npy" --in p="$data/p.npy" \
		--in uold="$data/u.npy" --in vold="$data/v.npy" --in pold="$data/p.npy" --param tdt=0.1 --param dx=1 --param dy=1 \
		--out p="$file" --steps 5 "$@"
}
heat_on() {
	file=$1
	shift
	stencil stencils/programs/heat_3d.stencil --in a="$data/a.npy" --in b="$data/b.npy" --out a="$file" --steps 3 "$@"
}
fdtd_on() {
	file=$1
	shift
	stencil stencils/programs/fdtd_2d.stencil --in ex="$data/u.npy" --in ey="$data/v.npy" --in hz="$data/p.npy" \
		--out ex="${file%.npy}-ex.npy" --out hz="$file" --steps 3 "$@"
}
# Sums are taken together by rank 0, in the order of one process.
cg_on() {
	file=$1
	shift
	stencil stencils/programs/cg.stencil --in x="$data/a.npy" --in r="$data/b.npy" --in p="$data/b.npy" --out x="$file" \
		--out rest="${file%.npy}-rest.npy" --steps 4 "$@"
}
floats_on() {
	file=$1
	shift
	stencil "$out/floats.stencil" --in u="$data/f.npy" --out u="$file" --steps 3 "$@"
}
cat >"$out/floats.stencil" <<'END'
stencil floats {
	inout float u;

	t = u[west] + u[south];
	most = max(abs(t));
	mean = sum(u)/1000;
	least = min(u[north]);
	u = (u - t)/most + mean - least;
}
END
# Scalars that each step updates: once in each subdomain, also where it has an interior, which the launches of kernels show.
npy time '<f8' 1 8 3..3
npy half '<f8' 1 9 0.5..0.5
clock_on() {
	file=$1 stencilgen_cache=$STENCILGEN_CACHE
	shift
	CC="sh $PWD/tests/lib/trace_launches.sh" TRACED_CC=$cc LAUNCHES=$out/launches STENCILGEN_CACHE=$PWD/$out/traced
	case $out in
	/*) STENCILGEN_CACHE=$out/traced ;;
	esac
	export CC TRACED_CC LAUNCHES
	: >"$LAUNCHES"
	stencil tests/data/programs/clock_filled.stencil --in u="$data/a.npy" --in v="$data/b.npy" --in time="$data/time.npy" \
		--in half="$data/half.npy" --out u="${file%.npy}-u.npy" --out v="$file" --out time="${file%.npy}-time.npy" \
		--out half="${file%.npy}-half.npy" --steps 7 "$@"
	clock_status=$? STENCILGEN_CACHE=$stencilgen_cache
	unset CC
	return $clock_status
}
# Kernel 2 computes the scalars, 4 is kernel 1 without its halos: in 6 steps that an exchange follows, by 4 subdomains.
is_once_a_step() {
	awk '{ launches[$1]++ } END { exit !(launches[2] == 24 && launches[4] > 24 + 5) }' "$LAUNCHES"
}
is_ten() {
	[ "$(od -A n -t f8 -j128 "$1" | awk '{ print $1 + 0 }')" = 10 ]
}
# A part's own columns are all that it verifies, so it must know where the sides of the domain are.
sides_on() {
	file=$1
	shift
	stencil "$out/sides.stencil" --in u="$data/u.npy" --out v="$file" --steps 2 --swap v:u "$@"
}
cat >"$out/sides.stencil" <<'END'
stencil sides {
	in u;
	out v;

	v = (west > 0 ? u[west] : 2*u) + (east > 3 ? 0 : u) - (south == 0 ? u[0,-7] : u*north);
}
END
npy cells '<f8' 4x336 7
nabla2_on() {
	file=$1
	shift
	stencil stencils/mesh/nabla2.stencil --mesh torus:12x14 --in w="$data/cells.npy" --in geofac_n2s=@geofac_n2s \
		--swap z:w --steps 5 --out z="$file" "$@"
}
four 'columns by a curve' laplap_on --storage chasing --ranks 4
four 'columns at random, periodic, halos for three steps' laplap_on --storage direct --ranks 4 --partition random:5 --periodic xy \
	--exchange-every 3 --levels outermost
awk 'BEGIN { for (i = 0; i < 37*27; i++) print int(i*i/13) % 4 }' >"$out/owners"
four 'columns by a file' laplap_on --storage direct_compressed --ranks 4 --partition "$out/owners" --exchange-every 2
four 'several kernels, periodic' shallow_on
four 'several kernels, with tables' heat_on --storage chasing --order hilbert
count=3
four 'a mesh' nabla2_on
count=4
four 'several kernels, halos for two steps' heat_on --exchange-every 2
four 'several kernels that ask for sides' fdtd_on
four 'and a period' fdtd_on --periodic xy
four 'a period of several kernels' heat_on --periodic y --ranks 2x2
four 'sides and a period' sides_on --periodic x --ranks 4x1
four 'scalars that are updated' clock_on --ranks 2x2
check 'in interiors, too' is_once_a_step
for name in u time half; do
	check "the same $name" cmp "$out/one-$name.npy" "$out/four-$name.npy"
done
check 'the clock counts steps' is_ten "$out/four-time.npy"
four 'scalars, halos for three steps' clock_on --ranks 1x4 --exchange-every 3
check 'the clock counts steps' is_ten "$out/four-time.npy"
four 'scalars and a period' clock_on --ranks 4x1 --periodic x
check 'the clock counts steps' is_ten "$out/four-time.npy"
four 'sums' cg_on
check 'a scalar, too' cmp "$out/one-rest.npy" "$out/four-rest.npy"
count=3
four 'sums of floats' floats_on --exchange-every 2
count=4
four 'distances to sides' sides_on --exchange-every 2 --ranks 4x1
cp -r templates "$out/templates"
sed 's|plane\*box->levels|plane*(box->levels - 1)|' templates/cuda/pack.tmpl >"$out/templates/cuda/pack.tmpl"
run ranks 4 "$bin/stencilrun" -q stencils/laplap.stencil --in src="$data/a.npy" --out dst="$out/dst.npy" --steps 2 \
	--swap dst:src --backend host --templates "$out/templates" --verify --ranks 2x2
check 'messages that lack a level are caught' fails 1 'wrong result'
# Processes say what one says of wrong results, and of elements that are no numbers, and write the same differences.
# alike NAME STATUS OPTION...
alike() {
	called=$1 want=$2
	shift 2
	rm -f "$out/off.npy" "$out/new.npy"
	run "$bin/stencilrun" "$@" --out "$result=$out/new.npy" --difference "$result=$out/off.npy"
	cp "$out/stderr" "$out/one.err"
	for file in new off; do
		[ ! -f "$out/$file.npy" ] || mv "$out/$file.npy" "$out/one-$file.npy"
	done
	check "$called, one process" test "$status:$(test -s "$out/one.err" && echo told)" = "$want:told"
	run ranks 4 "$bin/stencilrun" "$@" --out "$result=$out/new.npy" --difference "$result=$out/off.npy"
	grep '^stencilrun: ' "$out/stderr" >"$out/four.err"
	check "$called, 4 processes" test "$status" = "$want"
	check "$called, they say the same" cmp "$out/one.err" "$out/four.err"
}
sed 's|if (unpack)|if (false)|' templates/cuda/pack.tmpl >"$out/templates/cuda/pack.tmpl"
cat >"$out/odd.stencil" <<'END'
stencil odd {
	in u;
	out v;

	v = u > 0.9 ? sqrt(0.9 - u) : u < -0.95 ? log(u - u) : u;
}
END
cat >"$out/kernels.stencil" <<'END'
stencil kernels {
	in profile p;
	in column c;
	inout u, v;
	out scalar total;

	t = u[west] - u[0,2]*c;
	total = sum(v*t);
	u = t[east] + 0.1*v[south.west] - p/(1 + total*total);
	v = u[west] + v;
}
END
"$bin/stencilrun" -q "$out/odd.stencil" --in u="$data/a.npy" --out v="$data/odd.npy" --backend openmp
npy column '<f8' 31x41 5
npy profile '<f8' 9 6
for period in '' '--periodic x' '--periodic xy'; do
	result=dst
	# shellcheck disable=SC2086 # options are words
	alike "wrong results $period" 1 stencils/laplap.stencil --in src="$data/a.npy" --swap dst:src --steps 3 --backend host \
		--templates "$out/templates" --verify --ranks 2x2 $period
	check 'the same differences' cmp "$out/one-off.npy" "$out/off.npy"
	result=u
	# shellcheck disable=SC2086
	alike "of several kernels $period" 1 "$out/kernels.stencil" --in u="$data/a.npy" --in v="$data/b.npy" --in c="$data/column.npy" \
		--in p="$data/profile.npy" --steps 3 --backend host --templates "$out/templates" --verify --ranks 2x2 $period
	check 'the same differences' cmp "$out/one-off.npy" "$out/off.npy"
	result=dst
	# shellcheck disable=SC2086
	alike "no numbers $period" 0 stencils/laplap.stencil --in src="$data/odd.npy" --swap dst:src --steps 2 --backend openmp \
		--verify --ranks 2x2 $period
	check 'the same results' cmp "$out/one-new.npy" "$out/new.npy"
done
result=dst
alike 'wrong results of columns' 1 stencils/laplap.stencil --in src="$data/a.npy" --swap dst:src --steps 3 --backend host \
	--templates "$out/templates" --verify --ranks 4 --storage direct --partition curve
check 'the same differences' cmp "$out/one-off.npy" "$out/off.npy"
alike 'no numbers among columns' 0 stencils/laplap.stencil --in src="$data/odd.npy" --swap dst:src --steps 2 --backend openmp \
	--verify --ranks 4 --storage direct --partition random:3 --periodic x
check 'the same results' cmp "$out/one-new.npy" "$out/new.npy"
result=z
for levels in outermost innermost; do
	alike "wrong results on a mesh, levels $levels" 1 stencils/mesh/nabla2.stencil --mesh torus:12x14 --in w="$data/cells.npy" \
		--in geofac_n2s=@geofac_n2s --swap z:w --steps 3 --backend host --templates "$out/templates" --verify --ranks 4 --levels $levels
	check 'the same differences' cmp "$out/one-off.npy" "$out/off.npy"
done

run ranks 4 "$bin/stencilrun" stencils/laplap.stencil --in src="$data/a.npy" --out dst="$out/dst.npy" --backend openmp \
	--ranks 4x1
check 'one rank reports' test "$(grep -c ', 4x1 subdomains, mpi, overlap): ' "$out/stdout")" = 1
run ranks 4 "$bin/stencilrun" stencils/laplap.stencil --in src="$data/a.npy" --out dst="$out/dst.npy" --backend openmp \
	--swap dst:src --steps 9 --ranks 4x1
check 'also what it spends in exchanges' test "$(grep -Ec ' ms \(exchange [0-9.]+ % of it\)$' "$out/stdout")" = 1

# says STATUS TEXT: the last program ended so, said that once, and left the files as they were.
says() {
	[ "$status" = "$1" ] && [ "$(grep -cF -e "$2" "$out/stderr")" = 1 ] && [ "$before" = "$(files)" ]
}
# wrong STATUS TEXT COMMAND...
wrong() {
	expected=$1 text=$2
	shift 2
	before=$(files)
	run "$@"
	check "$expected: $text" says "$expected" "$text"
}
cp "$data/b.npy" "$data/dst.npy"
launched() {
	ranks 3 "$bin/stencilrun" -q stencils/laplap.stencil --in src="$data/a.npy" --out dst="$data/dst.npy" --steps 7 \
		--swap dst:src --backend openmp "$@"
}
wrong 2 'stencilrun: --ranks 2x2 is 4 subdomains, but 3 ranks run' launched --ranks 2x2
wrong 2 'stencilrun: --engine peer has all subdomains in one process, but 3 ranks run' launched --engine peer
wrong 1 'stencilrun: subdomains 9 rows high are narrower than the halo of 14' launched --ranks 1x3 --exchange-every 7
wrong 2 'stencilrun: 3 ranks run, but sparse grids are not decomposed: start one process' ranks 3 "$bin/stencilrun" \
	-q stencils/sparse/hierarchize.stencil --dim 2 --level 3 --formula u=x1 --out u="$data/u2.npy"
refused 2 "--engine mpi is for several ranks: start them by mpirun" laplap "$data/dst.npy" --ranks 2 --engine mpi
refused 2 '--engine nccl is for GPUs, not backend openmp' laplap "$data/dst.npy" --ranks 2 --engine nccl

# What is wrong on one rank only, it tells itself.
cat >"$out/differs.sh" <<'END'
#!/bin/sh
# differs.sh FOLDER COMMAND...: rank 2 runs it in another folder.
[ "$OMPI_COMM_WORLD_RANK" != 2 ] || cd "$1" || exit
shift
exec "$@"
END
chmod +x "$out/differs.sh"
mkdir -p "$out/other"
here() {
	(cd "$data" && ranks 3 "$root/$out/differs.sh" "$1" "$program" -q "$root/stencils/laplap.stencil" --in src=a.npy \
		--out dst=dst.npy --steps 7 --swap dst:src --backend openmp)
}
root=$PWD
case $bin in
/*) program=$bin/stencilrun ;;
*) program=$root/$bin/stencilrun ;;
esac
wrong 3 'rank 2: stencilrun: a.npy: No such file or directory' here ../empty
# Each writes its part of a .npy file, but where rank 0 has made it.
mkdir -p "$out/alike"
cp "$data/a.npy" "$out/alike/a.npy"
wrong 3 'rank 2: stencilrun: dst.npy: cannot write: No such file or directory' here ../alike
wrong 3 'cannot write: No such file or directory' ranks 3 "$bin/stencilrun" -q stencils/laplap.stencil --in src="$data/a.npy" \
	--out dst="$data/none/dst.npy" --backend openmp
wrong 3 'cannot write: is a directory' ranks 3 "$bin/stencilrun" -q stencils/laplap.stencil --in src="$data/a.npy" \
	--out dst="$data" --backend openmp
cp "$data/other.npy" "$out/other/a.npy"
wrong 1 'rank 2: stencilrun: input differs from rank 0: the shape or type of a.npy; start all ranks with the same input' here ../other

# A launcher of which MPI knows nothing, and no MPI.
wrong 2 'the launcher started 3 ranks, but this MPI (mpicc) sees 1: it is another MPI; set MPICC' \
	env PMI_SIZE=3 PMI_RANK=0 "$bin/stencilrun" -q stencils/laplap.stencil --in src="$data/a.npy" \
	--out dst="$data/dst.npy" --backend openmp
no_mpi() {
	(export MPICC=/nowhere/mpicc; launched)
}
wrong 3 'stencilrun: no MPI: /nowhere/mpicc is not in PATH; set MPICC' no_mpi

# Ranks that fail, die or hang in step 3.
export STENCILGEN_FAULT
STENCILGEN_FAULT=1:3:error
wrong 3 'rank 1: stencilrun: a fault was requested, in step 3' launched
for fault in kill exit; do
	STENCILGEN_FAULT=1:3:$fault
	before=$(files)
	run launched
	check "a rank ends by $fault: status $status" test "$status" != 0 -a "$status" != 124 -a "$before" = "$(files)"
done
STENCILGEN_FAULT=1:3:hang
before=$(files)
run launched --timeout 5
# On a slow machine it may be earlier that some rank is not heard of.
check 'a rank hangs' fails 3 'no progress for 5 s'
check 'and nothing is written' test "$before" = "$(files)"
finish
