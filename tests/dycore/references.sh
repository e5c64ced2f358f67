#!/bin/sh
# The stencils of stencils/dycore: within 1e-12, relative, of 64 values of each output in data/, which reference.py
# computed from their formulas. LEVELS: one order of levels, not both. AGAIN=1: the values are also computed again, where
# Python is installed.

. "$(dirname "$0")/../lib/programs.sh"

# near DATA OUTPUT: OUTPUT.npy has the values of DATA.
near() {
	od -An -v -tf8 -w8 -j128 "$out/$2.npy" | awk -v output="$2" '
		NR == FNR { if ($1 == "value" && $2 == output) { want[$3] = $5; count++ } next }
		FNR - 1 in want {
			off = $1 - want[FNR - 1]; size = want[FNR - 1]
			if (size < 0) size = -size
			if (!(off <= 1e-12*size && -off <= 1e-12*size)) { print "value", FNR - 1, "is", $1, "not", want[FNR - 1]; wrong++ }
			seen++
		}
		END { if (count != 64 || seen != 64) print seen + 0, "of", count + 0, "values"; exit wrong || count != 64 || seen != 64 }' \
		CONVFMT=%.17g "$1" -
}

for stencil in stencils/dycore/*.stencil; do
	operator=$(basename "$stencil" .stencil) file=tests/dycore/data/$(basename "$stencil" .stencil).txt
	check "$operator has reference values" test -s "$file"
	outputs=$(awk '$1 == "value" { print $2 }' "$file" | uniq)
	for levels in ${LEVELS:-outermost innermost}; do
		set --
		for output in $outputs; do
			set -- "$@" --out "$output=$out/$output.npy"
		done
		while read -r key value; do
			[ "$key" != formula ] || set -- "$@" --formula "$value"
		done <"$file"
		good "$operator, levels $levels" stencilrun "$stencil" -q --backend openmp --levels $levels --verify \
			--mesh "$(awk '$1 == "mesh" { print $2 }' "$file")" --size-levels "$(awk '$1 == "levels" { print $2 }' "$file")" "$@"
		for output in $outputs; do
			check "$operator, levels $levels: $output" near "$file" "$output"
		done
	done
done
# A wrong value of the data is found.
sed '0,/^value [^ ]* [0-9]* [0-9]* -*/s//&1/' "$file" >"$data/wrong.txt"
check 'another value is found' test "$(near "$data/wrong.txt" "$(echo "$outputs" | head -n 1)" | grep -c '^value')" = 1

# Functions of the system's library may differ in the last digit, so the values are compared as numbers.
if [ -n "${AGAIN-}" ] && python3 -c '' 2>"$out/none"; then
	mkdir "$data/again"
	check 'reference.py runs' python3 tests/dycore/reference.py "$bin/stencilrun" "$data/again"
	for file in tests/dycore/data/*.txt; do
		check "and writes $(basename "$file")" awk '
			NR == FNR { line[FNR] = $0; last[FNR] = $NF; next }
			{ if ($NF != last[FNR] && !($1 == "value" && ($NF - last[FNR])^2 <= 1e-24*$NF^2)) bad = 1; count++
			  a = line[FNR]; b = $0; sub(/[^ ]*$/, "", a); sub(/[^ ]*$/, "", b); if (a != b) bad = 1 }
			END { exit bad || count != length(line) }' "$file" "$data/again/$(basename "$file")"
	done
fi

finish
