#!/bin/sh
# Random stencils are right, and the same everywhere.

. "$(dirname "$0")/../lib/compiler.sh"

smith=${SMITH:-$root/build/tests/stencilsmith}
if [ -x "$smith" ]; then
	: >"$out/all"
	seed=1
	while [ $seed -le 500 ]; do
		"$smith" $seed >smith.stencil
		cat smith.stencil >>"$out/all"
		"$compiler" -q --precision float --list smith.stencil >"$out/text" 2>"$out/err" ||
			fail "stencilsmith $seed in float"
		"$compiler" -q --list smith.stencil >"$out/text" 2>"$out/err" ||
			fail "stencilsmith $seed"
		seed=$((seed + 1))
	done
	expect 'random stencils are right' test $seed = 501
	seed=1
	while [ $seed -le 100 ]; do
		"$smith" --sparse $seed >smith.stencil
		cat smith.stencil >>"$out/all"
		"$compiler" -q --dim 3 --level 4 --list smith.stencil >"$out/text" 2>"$out/err" ||
			fail "stencilsmith --sparse $seed"
		seed=$((seed + 1))
	done
	expect 'random stencils on sparse grids are right' test $seed = 101
	seed=1
	while [ $seed -le 100 ]; do
		"$smith" --sweeps $seed >smith.stencil
		cat smith.stencil >>"$out/all"
		"$compiler" -q --dump ast smith.stencil >"$out/text" 2>"$out/err" ||
			fail "stencilsmith --sweeps $seed"
		seed=$((seed + 1))
	done
	expect 'random stencils that go through columns are right' test $seed = 101
	seed=1
	while [ $seed -le 100 ]; do
		"$smith" --coupled $seed >smith.stencil
		cat smith.stencil >>"$out/all"
		"$compiler" -q --dump ast smith.stencil >"$out/text" 2>"$out/err" || grep -q 'must be stored' "$out/err" ||
			fail "stencilsmith --coupled $seed"
		seed=$((seed + 1))
	done
	expect 'random stencils whose columns are coupled are right' test $seed = 101
	expect 'random stencils are the same everywhere' test "$(cksum <"$out/all")" = '537747940 1295156'
else
	skip 'random stencils: no build/tests/stencilsmith'
fi

finish
