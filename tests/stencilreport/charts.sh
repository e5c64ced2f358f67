#!/bin/sh
# Every chart of the pages that are checked in shows the rows beside it, one mark each, where its
# number says, and can be read; tests/lib/chart.awk says what that is.

. "$(dirname "$0")/../lib/programs.sh"

is_chart() { # SVG [ROWS]
	awk -v expected="${2-}" -f tests/lib/chart.awk "$1" && { [ ! "$xmllint" ] || xmllint --noout "$1"; }
}

if xmllint --version >/dev/null 2>&1; then xmllint=1; else
	xmllint=
	echo 'not checked: xmllint is not here (apt-get install libxml2-utils)'
fi

# charts FOLDER PAGE: all of a page's charts are there, and no others.
charts() {
	rows=$out/$1
	mkdir -p "$rows"
	awk -v folder="$1" -v to="$rows" -f tests/lib/chart_rows.awk "$2"
	for svg in "$1"/*.svg; do
		[ -f "$svg" ] || continue
		check "$svg" is_chart "$svg" "$rows/$(basename "$svg" .svg).rows"
	done
}

for folder in runtime/results/*/*/; do
	folder=${folder%/}
	[ ! -d "$folder/data" ] || charts "$folder" "runtime/results/$(basename "$folder").page"
done
for page in tests/data/pages/*.page; do charts "${page%.page}" "$page"; done

# What is wrong is seen: spoilt NAME FAULT SED CHART
spoilt() {
	sed "$3" "runtime/results/h200/$4.svg" >"$out/spoilt.svg"
	awk -v expected="$out/runtime/results/h200/$4.rows" -f tests/lib/chart.awk "$out/spoilt.svg" >"$out/faults" 2>&1
	check "$1" grep -q "$2" "$out/faults"
}

# Bars are as long as their numbers, of either sign.
sed '/<title>/s/: \([0-9]\)/: -\1/; s/\(class="small"[^>]*>\)\([0-9]\)/\1-\2/' runtime/results/h200/thesis/table-4.1.svg >"$out/negative.svg"
check 'negative numbers' is_chart "$out/negative.svg"

bars=thesis/table-4.1 labels=unstructured/steps lines=thesis/figure-6.4 heat=thesis/heat-blocks
spoilt 'a bar less' '11 marks for 12 rows' '1,/<title>/{/<title>/d;}' $bars
spoilt 'no bar' 'has no mark' '/<title>/d' $bars
spoilt 'a longer bar' 'pixels long' '/150.* µs<\/title>/s/ width="/&2/' $bars
spoilt 'another number of a bar' 'a mark has' '/<title>/s/: 814 /: 815 /' $bars
spoilt 'another number written' "'2000' is written at" 's/>814</>2000</' $bars
spoilt 'no number written' 'has no number' '/>814</d' $bars
spoilt 'too wide' 'is 1000 pixels wide' '1s/ width="[0-9]*"/ width="1000"/' $bars
spoilt 'a text outside' 'is outside' 's/ x="[0-9.]*"\(.*>chasing row<\)/ x="1"\1/' $bars
spoilt 'texts on each other' 'lies on' 's/ y="[0-9.]*"\(.*small\)/ y="99"\1/' $bars
spoilt 'a series without a name' "series 'idxvar' is not named" '/<text.*>idxvar</d' $lines
spoilt 'a group without a name' "group '512' is not named" '/<text.*>512</d' $heat
spoilt 'a label that is cut' "group 'levelsinnermost,onecolumn' is not named" 's/>levels innermost, one column</>levels innermost, one</' $labels
spoilt 'another step' "no row is 'clusters of 4x4, laplap" '/<title>clusters of 4x4, laplap/s/4x4, laplap: 0.8/4x4, laplap: 0.9/' $labels
spoilt 'a point elsewhere' 'points are not where\|is not above' '/<title>128, naive/s/\( d="M[0-9.]* \)[0-9.]*/\1150/' $lines
spoilt 'a lighter cell' 'is lighter than' '/: 31[0-9.]* µs<\/title>/s/heat9/heat3/' $heat
spoilt 'an open tag' 'is no whole SVG' 's/<\/title><\/rect>/<\/title>/' $bars
spoilt 'an entity' 'unknown entity' 's/>V100</>\&nbsp;</' $bars
finish
