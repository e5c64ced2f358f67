#!/bin/sh
# Scalars that each step updates, in subdomains with interiors: each subdomain computes them once a step, after the kernels that read
# the old value and before those that read the new one. Results have the bits of one part and expected numbers. Kernels report
# their launches, so that this fails if no interior was launched.
# Long: only in `make check-all`; random stencils have scalars, and ranks.sh subdomains.

. "$(dirname "$0")/../lib/programs.sh"

STENCILGEN_CACHE=$PWD/$out/cache
case $out in
/*) STENCILGEN_CACHE=$out/cache ;;
esac
CC="sh $PWD/tests/lib/trace_launches.sh" TRACED_CC=$cc LAUNCHES=$out/launches
export CC TRACED_CC LAUNCHES

sizes='5x37x41 3x23x140'
for size in $sizes; do
	seed=0
	for name in u v a b eta t; do
		seed=$((seed + 1))
		npy "$name-$size" '<f8' "$size" $seed
	done
	npy "heat-$size" '<f8' "${size#*x}" 7
	npy "time-$size" '<f8' 1 8 3..3
	npy "half-$size" '<f8' 1 9 0.5..0.5
	npy "total-$size" '<f8' 1 10 3..3
done

# steps STENCIL SIZE FOLDER COUNT OPTION...
steps() {
	file=tests/data/programs/$1.stencil size=$2 folder=$3 count=$4
	shift 4
	rm -rf "$folder"
	mkdir -p "$folder"
	while read -r role field; do
		[ "$role" = out ] || set -- "$@" --in "$field=$data/$field-$size.npy"
		[ "$role" = in ] || set -- "$@" --out "$field=$folder/$field.npy"
	done <<END
$("$bin/stencilgen" --dump ast "$file" -o - | awk '/^  (in|inout|out) / { print $1, $3 ~ /^(column|scalar)$/ ? $4 : $3 }')
END
	grep -q '^ *out ' "$file" && set -- "$@" --swap d:u
	: >"$LAUNCHES"
	stencilrun -q "$file" --steps "$count" "$@"
}

# The numbers of an array, one a line.
numbers() {
	od -A n -v -t f8 -w8 -j128 "$1"
}
is_number() {
	[ "$(numbers "$1" | awk '{ print $1 + 0 }')" = "$2" ]
}

same_files() {
	is_clean && for file in "$one"/*.npy; do
		cmp "$file" "$out/parts/${file##*/}" || return 1
	done
}

# launched STENCIL TIMES LEAST: scalars at the end of the program were, by each subdomain in each step with an exchange; and the kernel
# before them in more regions than there are subdomains, by LEAST at least: boundary regions and interiors.
launched() {
	"$bin/stencilgen" --dump split "tests/data/programs/$1.stencil" -o - 2>/dev/null | awk '/^  (points|plane|columns|scalar) / { print $1 }' |
	awk -v times="$2" -v least="$3" '
		FILENAME == "-" { kind[count++] = $1; next }
		$1 != "all"     { launches[$1]++ }
		END {
			for (last = count - 1; kind[last] == "scalar"; last--)
				if (launches[last] != times) {
					print "kernel " last " was launched " launches[last] + 0 " times, not " times
					exit 1
				}
			if (last == count - 1) {
				print "the program does not end with a scalar"
				exit 1
			}
			for (number in launches)
				if (launches[number] > most)
					most = launches[number]
			if (most < times + least) {
				print "no interior was launched"
				exit 1
			}
		}' - "$LAUNCHES"
}

stencils='clock clock_ahead clock_columns clock_early clock_filled clock_kept clock_pair clock_stored clock_waves clock_wraps'
for size in $sizes; do
	for stencil in $stencils clock_most; do
		for count in 4 7; do
			[ $count = 7 ] || [ $size = 5x37x41 ] || continue
			one=$out/one-$stencil-$size-$count
			good "$stencil in one part, $size, $count steps" steps $stencil $size "$one" $count --backend openmp --verify
			case $stencil in
			clock_most) ;;
			clock_early) check 'half of the next time in each step' is_number "$one/time.npy" \
				"$(awk -v n=$count 'BEGIN { for (t = 3; n-- > 0; t = 0.5*(t + 1)); print t }')" ;;
			clock_wraps) check 'the clock begins again after 5' is_number "$one/time.npy" $((count == 4 ? 1 : 4)) ;;
			*) check 'the clock counts steps' is_number "$one/time.npy" $((3 + count)) ;;
			esac
			for cut in 2x1 1x2 2x2 4x1; do
				[ $cut != 4x1 ] || [ $size != 5x37x41 ] || continue
				for options in '' '--exchange-every 2' '--exchange-every 3' '--overlap off' '--verify'; do
					[ $size$count = 5x37x417 ] || [ -z "$options" ] || [ "$options" = '--exchange-every 2' ] || continue
					# shellcheck disable=SC2086 # options are words
					run steps $stencil $size "$out/parts" $count --ranks $cut --backend openmp $options
					check "$stencil, $size, $count steps, $cut $options" same_files
					[ -z "$options" ] && [ $stencil != clock_most ] || continue
					# Not all of these read to the north and south, or are wide enough for four.
					case $cut in
					2x*) least=$((count - 1)) ;;
					*)   least=0 ;;
					esac
					check 'once a step and subdomain' launched $stencil $(((count - 1)*${cut%x*}*${cut#*x})) $least
				done
			done
		done
	done
done

# What the clock alone makes of a field.
is_sum_of_times() {
	numbers "$data/u-5x37x41.npy" | awk '{ print $1 + 3 + 4 + 5 + 6 }' >"$out/expected"
	numbers "$out/parts/u.npy" | awk '{ print $1 + 0 }' >"$out/got"
	[ -s "$out/got" ] && cmp "$out/expected" "$out/got"
}
good 'one step after the other' steps clock 5x37x41 "$out/parts" 4 --ranks 2x2 --backend openmp
check 'u grows by the time of each step' is_sum_of_times

# A period, of one part, too.
for stencil in $stencils clock_most; do
	size=3x23x140 one=$out/one-$stencil-3x23x140
	for along in x xy; do
		good "$stencil, periodic $along" steps $stencil $size "$one" 7 --periodic $along --overlap off --backend openmp
		for options in '' '--ranks 2x1' '--ranks 2x2'; do
			# shellcheck disable=SC2086
			run steps $stencil $size "$out/parts" 7 --periodic $along $options --backend openmp
			fails 2 'goes without --periodic' || check "$stencil, periodic $along $options" same_files
		done
	done
done
finish
