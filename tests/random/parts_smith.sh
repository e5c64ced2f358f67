#!/bin/sh
# parts_smith.sh [COUNT] [FIRST] : programs of several steps in parts, with all shapes of fields, periodic or not, with halos for one step and
# for several, against one part, whose results are the interpreter's. Those that are shipped come with the first seed, and those of
# tests/data/programs; then random ones. What parts cannot do they say; that does not count. Kernels report their launches, so that
# interiors are counted. TIME=SECONDS: no program is begun later.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/seeds.sh

count=${1:-4} first=${2:-1}
height=37 levels=7
CC="sh $PWD/tests/lib/trace_launches.sh" TRACED_CC=$cc LAUNCHES=$out/launches STENCILGEN_CACHE=$PWD/$out/cache
case $out in
/*) STENCILGEN_CACHE=$out/cache ;;
esac
export CC TRACED_CC LAUNCHES

# array FIELD TYPE SHAPE RANGE SEED
array() {
	case $2 in
	float) type='<f4' ;;
	int)   type='<i4' ;;
	bool)  type='|b1' ;;
	*)     type='<f8' ;;
	esac
	case $3 in
	column)  shape=${height}x$width ;;
	profile) shape=$levels ;;
	scalar)  shape=1 ;;
	*)       shape=${levels}x${height}x$width ;;
	esac
	npy "$1" "$type" "$shape" "$5" "$4"
}

# steps FOLDER OPTION...
steps() {
	folder=$out/$1
	shift
	rm -rf "$folder"
	mkdir "$folder"
	for name in $outs; do
		set -- "$@" --out "$name=$folder/$name.npy"
	done
	: >"$LAUNCHES"
	# shellcheck disable=SC2086 # options are words
	stencilrun -q "$out/smith.stencil" $ins --steps $count_steps "$@" 2>"$out/said"
}
# read_fields STENCIL : makes what it reads; `ins` and `outs` name that and what it writes.
read_fields() {
	ins='' outs='' seed_of_field=0
	rm -f "$data"/*.npy
	build/stencilgen --dump ast "$1" -o - 2>/dev/null | awk '
		/^  (in|inout|out) / {
			shape = $3 ~ /^(column|profile|scalar)$/ ? $3 : "point"
			name = shape == "point" ? $3 : $4
			range = $0 ~ / = .*\.\./ ? $NF : "-1..1"
			print $1, $2, shape, name, range
		}' >"$out/fields"
	# Outs are carried to ins like them, where steps need that; if there are none, a step is all. Of two such ins and inouts they
	# go to the first, and that to the second. Outs whose halos a step fills are not carried: several parts refuse that.
	swaps=$(awk -v filled=" $(sed -n 's/^ *boundary \(.*\) =.*/\1/p' "$1" | tr ',\n' '  ') " '
		$1 != "out" { free[$2 " " $3] = free[$2 " " $3] " " $4 }
		$1 == "out" && !index(filled, " " $4 " ") {
			among = split(free[$2 " " $3], names, " ")
			if (among > 0)
				print "--swap " $4 ":" names[1] (among > 1 ? ":" names[2] : "")
			for (i = 1; i <= among && i <= 2; i++)
				sub(" " names[i], "", free[$2 " " $3])
		}' "$out/fields")
	while read -r role type shape name range; do
		seed_of_field=$((seed_of_field + 1))
		if [ "$role" != out ]; then
			array "$name" "$type" "$shape" "$range" $seed_of_field
			ins="$ins --in $name=$data/$name.npy"
		fi
		[ "$role" = in ] || outs="$outs $name"
	done <"$out/fields"
	count_steps=3
	steps one --backend openmp && return
	if grep -q 'needs --swap' "$out/said" && [ -n "$swaps" ]; then
		ins="$ins $swaps"
	else
		count_steps=1
	fi
}

is_refused() {
	grep -q 'narrower than\|runs in one subdomain\|goes without --periodic\|leave out --periodic\|halos are exchanged after each step\|has reductions: --ranks\|in one subdomain, and exchanges\|which only storage regular has' "$out/said"
}

# has_interiors PARTS: some kernel was launched more often than each step has it in all subdomains.
has_interiors() {
	awk -v all=$(($1*count_steps)) '{ launches[$1]++ } END { for (k in launches) many += launches[k] > all; exit !many }' "$LAUNCHES"
}

# compared CUT OPTION... : parts have the bits of one, or say why there are none.
compared() {
	runs=$((runs + 1))
	steps parts --ranks "$@" || { is_refused && return 0; echo "--ranks $*"; cat "$out/said"; return 1; }
	done=$((done + 1))
	if has_interiors $((${1%x*}*${1#*x})); then
		interiors=$((interiors + 1))
		! grep -q '^ *inout .*scalar' "$out/smith.stencil" || clocks=$((clocks + 1))
	fi
	for name in $outs; do
		cmp "$out/one/$name.npy" "$out/parts/$name.npy" || { echo "--ranks $*"; return 1; }
	done
}

try() {
	case $1 in
	*.stencil) cp "$1" "$out/smith.stencil" ;;
	*)
		kind=$(echo --program --walls --sweeps --coupled --clocks | cut -d ' ' -f $(($1 % 5 + 1)))
		build/tests/stencilsmith "$kind" "$1" >"$out/smith.stencil" || return 1 ;;
	esac
	width=41 # with updated scalars subdomains are wide enough for interiors
	! grep -q '^ *inout .*scalar' "$out/smith.stencil" || width=83
	read_fields "$out/smith.stencil"
	for period in '' x y xy; do
		# shellcheck disable=SC2086 # options are words
		steps one --backend openmp --verify ${period:+--periodic $period} || {
			# What no kernel can be is refused: smith.sh judges that.
			grep -q '; write two of them\|[0-9] errors* generated' "$out/said" && return
			echo "one part, $period"
			cat "$out/said"
			return 1
		}
		for cut in 1x2 2x1 2x2 3x1; do
			for every in 1 2; do
				# shellcheck disable=SC2086
				compared $cut --backend openmp --exchange-every $every ${period:+--periodic $period} || return 1
			done
		done
		# shellcheck disable=SC2086
		compared 3x2 --backend openmp --exchange-every 3 --storage chasing ${period:+--periodic $period} || return 1
	done
	steps one --backend openmp || return 1
	STENCIL_HOST_STREAMS=$((runs + 1))
	export STENCIL_HOST_STREAMS
	compared 2x2 --backend host && compared 1x3 --backend host --exchange-every 2
	status_of_host=$?
	unset STENCIL_HOST_STREAMS
	return $status_of_host
}

done=0 runs=0 interiors=0 clocks=0
if [ "$first" = 1 ]; then
	for file in stencils/programs/*.stencil tests/data/programs/*.stencil; do
		run try "$file"
		check "$file" is_clean
	done
fi
try_seeds stencilsmith, "$first" "$count"
check "parts can do $done of $runs" test $((3*done)) -ge $runs
check "interiors in $interiors of these" test $((20*interiors)) -ge $done
[ "$tried" -lt 5 ] || check "updated scalars in $clocks of these" test $clocks -gt 0
finish
