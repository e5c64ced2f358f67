#!/bin/sh
# stencilrun on a sparse grid of 3 dimensions and 5 levels, 351 points.

. "$(dirname "$0")/../lib/programs.sh"

sparse=stencils/sparse grid='--dim 3 --level 5'
npy probes '<f8' 37x3 12
npy wrong '<f8' 350 13
for access in basic ichg1 fused; do
	# shellcheck disable=SC2086
	good "hierarchized, $access" stencilrun $sparse/hierarchize.stencil $grid --access $access --backend host \
		--formula 'u=4*x1*(1 - x1)*x2*sin(3*x3)' --out u="$data/a_$access.npy" --verify
done
check 'the same bits' cmp "$data/a_basic.npy" "$data/a_ichg1.npy"
check 'the same bits, several dimensions at once' cmp "$data/a_basic.npy" "$data/a_fused.npy"
# shellcheck disable=SC2086
good 'and back' stencilrun $sparse/dehierarchize.stencil $grid --backend host --in u="$data/a_basic.npy" \
	--out u="$data/back.npy" --verify
for access in basic tree; do
	# Some of the probes lie outside.
	# shellcheck disable=SC2086
	good "evaluated, $access" stencilrun $sparse/evaluate.stencil $grid --access $access --backend host \
		--in u="$data/a_basic.npy" --in x="$data/probes.npy" --out v="$data/v_$access.npy" --verify
done
for access in ichg1 edges; do
	# shellcheck disable=SC2086
	good "hierarchized in C, $access" stencilrun $sparse/hierarchize.stencil $grid --access $access \
		--backend openmp --formula 'u=4*x1*(1 - x1)*x2*sin(3*x3)' --out u="$data/c_$access.npy" --verify
	check 'the same bits in C' cmp "$data/a_basic.npy" "$data/c_$access.npy"
done
# shellcheck disable=SC2086
good 'and back in C' stencilrun $sparse/dehierarchize.stencil $grid --backend openmp \
	--in u="$data/a_basic.npy" --out u="$data/c_back.npy" --verify
check 'the same bits back in C' cmp "$data/back.npy" "$data/c_back.npy"
for access in basic tree; do
	# shellcheck disable=SC2086
	good "evaluated in C, $access" stencilrun $sparse/evaluate.stencil $grid --access $access \
		--backend openmp --in u="$data/a_basic.npy" --in x="$data/probes.npy" \
		--out v="$data/w_$access.npy" --verify
	check 'the same values in C' cmp "$data/v_$access.npy" "$data/w_$access.npy"
done
good 'many levels in C' stencilrun $sparse/hierarchize.stencil --dim 1 --level 17 --backend openmp \
	--formula 'u=x1*x1' --out u="$data/long.npy" --verify
refused 2 '17 levels are too many, use at most 16' stencilrun $sparse/hierarchize.stencil --dim 1 --level 17 \
	--access edges --backend openmp --formula 'u=x1' --out u="$data/none.npy"
# shellcheck disable=SC2086
refused 1 '350 values; a sparse grid of 3 dimensions and 5 levels has 351' stencilrun \
	$sparse/hierarchize.stencil $grid --in u="$data/wrong.npy" --out u="$data/none.npy" --backend host
# shellcheck disable=SC2086
refused 2 "field 'x' is missing" stencilrun $sparse/evaluate.stencil $grid --in u="$data/a_basic.npy" \
	--out v="$data/none.npy" --backend host
# shellcheck disable=SC2086
diagnosed "unknown name 'x9'" stencilrun $sparse/hierarchize.stencil $grid --formula 'u=x9' \
	--out u="$data/none.npy" --backend host
# A formula is one expression of coordinates.
formula() {
	diagnosed "$1" stencilrun $sparse/hierarchize.stencil $grid --formula "u=$2" \
		--out u="$data/none.npy" --backend openmp
}
formula 'a formula has no offsets' 'x1[0,1]'
formula 'a formula has no offsets' '1 + x2[left]'
formula 'a formula has no levels' 'level'
formula 'a formula has no levels' 'x1*levels'
formula "expected end of formula before ';'" 'x1; value = 3'
formula "expected end of formula before ';'" 'x1; } stencil b { in q; out r; r = q'
formula "unknown name 'value'" 'value'
formula "unknown name 'x0'" 'x0'
formula "unknown name 'x01'" 'x01'
formula "expected end of formula before 'x2'" 'x1 x2'
formula "expected end of formula before '='" 'x1 = 3'
formula "expected ')' before end of formula" '4*(x1'
formula "expected an expression before end of formula" 'x1 +'
formula "unexpected end of formula" 'x1 ? 2'
check 'the caret stands in the formula' grep -q '^--formula u:1:7: error' "$out/stderr"
formula 'comment is never closed' 'x1 /* and so on'
points_to() {
	grep -qF -x -- '    1 | x1 + level' "$out/stderr" && grep -qF -x -- '      |      ^~~~~' "$out/stderr"
}
run stencilrun $sparse/hierarchize.stencil $grid --formula 'u=x1 + level' --out u="$data/none.npy"
check 'a caret is under what is wrong' points_to
for option in '--swap u:u' '--tuned none'; do
	# shellcheck disable=SC2086
	refused 2 'is for stencils on structured grids' stencilrun $sparse/hierarchize.stencil $grid $option \
		--formula 'u=x1' --out u="$data/none.npy" --backend openmp
done

refused 2 'how many dimensions and levels' stencilrun $sparse/hierarchize.stencil --formula 'u=x1' \
	--out u="$data/none.npy" --backend host

finish
