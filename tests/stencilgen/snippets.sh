#!/bin/sh
# All stencils on the pages of the language and of kernels are accepted, without a warning unless the page says so; the
# commands there run and print what is shown below them.
. "$(dirname "$0")/../lib/programs.sh"

pages='generator/language/README.md generator/split/README.md templates/README.md templates/calling.md generator/explained/*.md'
# Blocks of code become files, NUMBER.stencil, .warns and .sh.
# shellcheck disable=SC2086 # words
awk -v to="$out/" '
	/^```stencil$/ { file = to (++n) ".stencil"; next }
	/^```stencil warns$/ { file = to (++n) ".warns"; next }
	/^```sh$/ { file = to (++n) ".sh"; next }
	/^```output$/ { file = to n ".output"; next }
	/^```/ { file = ""; next }
	file { print >file }' $pages
check 'there are stencils' test "$(find "$out" -name '*.stencil' | wc -l)" -gt 15
for file in "$out"/*.stencil; do
	good "$(grep -h '^stencil' "$file" | head -n 1)" "$bin/stencilgen" --dim 3 --level 4 -o "$out/kernels" "$file"
done
warns() {
	"$bin/stencilgen" --list - <"$1" 2>&1 | grep -q ': warning: '
}
for file in "$out"/*.warns; do
	check "$(grep '^stencil' "$file") has a warning" warns "$file"
done
# Commands run where they cannot write into the tree.
mkdir "$out/tree"
cp -R stencils templates "$out/tree"
ln -s "$(cd "$bin" && pwd)" "$out/tree/build"
prints() {
	printed=$(cd "$out/tree" && sh -e "../$1") || return 1
	shown=$out/${1%.sh}.output
	[ ! -e "$shown" ] || case $printed in *"$(cat "$shown")"*) ;; *) return 1 ;; esac
}
for file in "$out"/*.sh; do
	check "$(tail -n 1 "$file")" prints "${file##*/}"
done
finish
