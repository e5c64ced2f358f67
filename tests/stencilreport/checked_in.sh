#!/bin/sh
# Every page in runtime/results is what its data give: fills it again and compares
# all files, but for the data. And its tables fit into the width of a page.

. "$(dirname "$0")/../lib/programs.sh"

fill() { # FOLDER
	page=runtime/results/$(basename "$1").page
	mkdir -p "$out/$1"
	run "$bin/stencilreport" --data "$1/data" -o "$out/$1" "$page"
	cp -R "$1/data" "$out/$1/data"
	is_clean && diff -r "$1" "$out/$1"
}

count=0
for folder in runtime/results/*/*/; do
	[ -d "$folder/data" ] || continue
	count=$((count + 1))
	check "${folder%/}" fill "${folder%/}"
	check "tables of ${folder%/}" awk -f tests/lib/table_widths.awk "${folder}README.md"
done
printf '|%s' a b c d e f g h i j k l m n '|' | sed 's/[a-n]/ wide_heading /g' >"$out/wide.md"
check 'a wide table' sh -c '! "$@"' sh awk -f tests/lib/table_widths.awk "$out/wide.md"
check 'there are pages' test $count -gt 0
finish
