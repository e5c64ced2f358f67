#!/bin/sh
# Templates from a folder, and what is said of broken ones.
# shellcheck disable=SC2016 # a dollar is a dollar

. "$(dirname "$0")/../lib/compiler.sh"

templates=$out/templates
cp -r "$root/templates" "$templates"
ends 0 --templates "$templates" -o "$out/gen4" laplap.stencil hdiff.stencil
"$compiler" -q -o "$out/gen5" laplap.stencil hdiff.stencil
expect 'the same templates make the same kernels' diff -r "$out/gen4" "$out/gen5"

# A template has variables of its own: params of a stencil are renamed.
sed '/^%kernel/,$s/^    \$statements$/    const int whirl = 1;\n&/' "$root/templates/cuda/idxvar.tmpl" >"$templates/cuda/idxvar.tmpl"
printf 'stencil t {\n    in u;\n    out d;\n    param whirl;\n    d = whirl*u;\n}\n' >whirl.stencil
for words in "whirl=" "whirl_=--templates $templates"; do
	# shellcheck disable=SC2086 # words
	ends 0 ${words#*=} -o - --storage regular --access idxvar whirl.stencil
	expect "a param called ${words%%=*} with ${words#*=}" grep -q " = ${words%%=*}\*u" "$out/text"
done
cp "$root/templates/cuda/idxvar.tmpl" "$templates/cuda/idxvar.tmpl"

# extended FILE LINES TEXT WORD... : with more sections at its end an access writes that.
extended() {
	file=$1 wanted=$3
	{ cat "$root/templates/$file"; printf "\\n$2"; } >"$templates/$file"
	shift 3
	ends 0 --templates "$templates" -o - "$@"
	expect "$file: $wanted" grep -qF -e "$wanted" "$out/text"
	cp "$root/templates/$file" "$templates/$file"
}
for name in idxvar_innermost cluster_innermost; do
	access=${name%_innermost}
	extended cuda/$name.tmpl '%%blocks\n{ 7, 1 }\n' 'blocks = { 7, 1 };' \
		--levels innermost --storage chasing --access $access laplap.stencil
	extended cuda/$name.tmpl '%%shared_bytes\n12*sizeof (double)\n' \
		'= 12*sizeof (double),' --levels innermost --storage chasing --access $access laplap.stencil
done

# An access on meshes may have an element's text in a section of its own for both orders of levels.
mesh="$root/stencils/mesh/divergence.stencil --access idxvar --levels outermost"
for file in mesh/cuda/idxvar.tmpl mesh/openmp/idxvar.tmpl; do
	target=${file#mesh/}
	awk '
		/^%kernel$/ { print "%element\n$indices\n\n$statements\n"; inside = 1 }
		!inside || !/^ *([?]indices |[$]indices$)/' "$root/templates/$file" >"$templates/$file"
	# shellcheck disable=SC2086 # words
	ends 0 --templates "$templates" -o - --target "${target%/*}" $mesh
	# shellcheck disable=SC2086 # words
	"$compiler" -q -o - --target "${target%/*}" $mesh | grep -v ' Element indices are the same' | sort >"$out/usual"
	expect "$file: %element" sh -c 'sort "$1" | diff "$2" - | grep "^[<>] *[^<> ]" | { ! grep .; }' sh "$out/text" "$out/usual"
	cp "$root/templates/$file" "$templates/$file"
done

# A CPU's kernel whose levels lie outermost without $seek goes through columns, which it cannot.
sed '/^ *\$seek/d' "$root/templates/openmp/idxvar.tmpl" >"$templates/openmp/idxvar.tmpl"
ends 1 --templates "$templates" -o - --target openmp --storage regular --access idxvar laplap.stencil
says "no section '%column_sweep'"
cp "$root/templates/openmp/idxvar.tmpl" "$templates/openmp/idxvar.tmpl"
sed 's/^%ahead$/%later/' "$root/templates/openmp/idxvar_innermost.tmpl" >"$templates/openmp/idxvar_innermost.tmpl"
ends 1 --templates "$templates" -o - --target openmp --levels innermost --storage chasing --access idxvar laplap.stencil
says "no section '%ahead'"
cp "$root/templates/openmp/idxvar_innermost.tmpl" "$templates/openmp/idxvar_innermost.tmpl"

# broken FILE SED-SCRIPT MESSAGE: a template is spoilt, and what is said of it.
broken() {
	cp "$root/templates/$1" "$templates/$1"
	sed "$2" "$root/templates/$1" >"$templates/$1"
	ends 1 --templates "$templates" -o "$out/empty" --storage chasing --access idxvar laplap.stencil
	says "$3"
	says "$1:"
	cp "$root/templates/$1" "$templates/$1"
}

broken cuda/idxvar.tmpl 's/^    \$statements$/    $statemens/' "macro 'statemens' is not described"
says '    $statemens'
says '     ^~~~~~~~~'
broken cuda/idxvar.tmpl 's/^    \$statements  .*$/&\n    $extra        not used anywhere/' \
	"macro 'extra' is described here and used nowhere"
broken cuda/idxvar.tmpl '/^%kernel/,$s/\$statements/&\n    $lines/; s/^    \$range /    $lines         none\n&/' "no macro 'lines' here"
broken cuda/idxvar.tmpl '/^%kernel/,$s/\$values/int n/' "macro 'values' is described here and used nowhere"
broken cuda/idxvar.tmpl '/^%kernel/,$s/\$values/int n/; $s/$/\n\n%other\n$values/' \
	"section '%kernel' does not use '\$values'"
broken cuda/idxvar.tmpl 's/^%kernel$/%kernels/' "no section '%kernel'"
broken layout/soa.tmpl 's/^%element$/%elements/' "no section '%element'"
broken storage/table.tmpl 's/^%neighbour$/%nachbar/' "no section '%neighbour'"
broken storage/table.tmpl 's/^%range$/%range here/' "stands alone on its line"
# unused WORD MESSAGE : a section says that it uses this of the library
unused() {
	sed "s/^%kernel uses /&$1 /" "$root/templates/sparse/cuda/inv1.tmpl" >"$templates/sparse/cuda/inv1.tmpl"
	ends 1 --templates "$templates" -o "$out/empty" --dim 3 --level 4 --access inv1 "$root/stencils/sparse/hierarchize.stencil"
	says "$2"
	says "sparse/cuda/inv1.tmpl:"
}
unused lost "section '%kernel' does not use 'lost'"
unused blockIdx "the library has no 'blockIdx'"
rm "$templates/cuda/file.tmpl"
ends 3 --templates "$templates" -o "$out/empty" laplap.stencil
says 'No such file'
ends 3 --templates "$out/nowhere" -o "$out/empty" laplap.stencil
expect 'nothing is written by broken templates' is_empty "$out/empty"

finish
