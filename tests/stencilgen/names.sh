#!/bin/sh
# Headers name fields and params as the stencil does, also names that kernels cannot use: C programs assign them.

. "$(dirname "$0")/../lib/programs.sh"

names='q c n e0 launch cells edges cell_stride mesh height elements args'
plain='i k launch mesh stride depth c w level_of grid'

uses() { # FIELD... : assigns each
	printf '#include HEADER\n\nint\nmain(void)\n{\n\tstruct ELEMENTS elements = { 0 };\n\tstruct ARGS args = { 0 };\n\n'
	for name; do
		printf '\telements.%s = 1;\n\targs.%s = 0;\n' "$name" "$name"
	done
	printf '\targs.table = 1;\n\treturn !CHECK(0, &elements) || args.table != 1;\n}\n'
}
declare_all() { # ROLE FIELD...
	role=$1
	shift
	for name; do
		printf '\t%s %s;\n' "$role" "$name"
	done
}
sum_of() {
	echo "$*" | sed 's/ / + /g'
}

# shellcheck disable=SC2086
{
	printf 'stencil s on triangles {\n\tparam table = 2;\n%s\n\tin cell cell_cells;\n\tout cell z;\n' "$(declare_all 'in cell' $names)"
	printf '\tz = table*sum(x in star: q[x]) + cell_cells + %s;\n}\n' "$(sum_of $names)"
} >"$out/mesh.stencil"
# shellcheck disable=SC2086
{
	printf 'stencil s {\n\tparam table = 2;\n%s\n\tout z;\n' "$(declare_all in $plain)"
	printf '\tz = table*i[-1,0] + %s;\n}\n' "$(sum_of $plain)"
} >"$out/structured.stencil"
# shellcheck disable=SC2086
uses $names z >"$out/mesh.c"
# shellcheck disable=SC2086
uses $plain z >"$out/structured.c"

for kind in mesh structured; do
	for target in cuda openmp; do
		for levels in outermost innermost; do
			run "$bin/stencilgen" --storage chasing --access idxvar --target $target --levels $levels -o "$out/$kind-$target-$levels" \
				"$out/$kind.stencil"
			check "$kind, $target, levels $levels" is_clean
			header=$(ls "$out/$kind-$target-$levels/s/"*.h)
			types=s status=0
			[ $levels = outermost ] || types=s_innermost
			"$cc" -DARGS=${types}_args -DELEMENTS=${types}_elements -DCHECK=${types}_check -Wall -Werror -DHEADER="\"$PWD/$header\"" "$out/$kind.c" -o "$out/program" 2>"$out/stderr" && "$out/program" || status=$?
			check 'members of structs' [ "$status" = 0 ]
		done
	done
done
finish
