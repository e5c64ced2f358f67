#!/bin/sh
# Long: interpreters with one mistake each, which the second evaluator must find, by few stencils. One file is compiled for each.

. "$(dirname "$0")/../lib/programs.sh"
stencils=$out/planes
mkdir -p "$stencils" "$out/meshes" "$out/source"
seed=1
while [ $seed -le "${SEEDS:-6}" ]; do
	for kind in coupled program sweeps walls; do
		build/tests/stencilsmith --$kind $seed >"$stencils/$kind$seed.stencil"
	done
	for kind in mesh half; do
		build/tests/stencilsmith --$kind $seed >"$out/meshes/$kind$seed.stencil"
	done
	seed=$((seed + 1))
done
cp tests/data/evaluated/*.stencil "$stencils"
cp tests/data/meshes/*.stencil "$out/meshes"
# Make's flags, which the interpreter's bits depend on.
flags="-std=c11 -D_POSIX_C_SOURCE=200809L -O1 -ffp-contract=off -fno-math-errno -fno-trapping-math -iquote . -iquote templates -iquote build"
evaluator=$(ls build/tests/random/evaluator/*.o)

# build_with NAME : compare_evaluators, with the interpreter's file of that name from $out/source.
build_with() {
	# shellcheck disable=SC2086 # words
	"$cc" $flags -c "$out/source/$1.c" -o "$out/source/$1.o" &&
		"$cc" $evaluator "$out/source/$1.o" build/libruntime.a build/libstencilgen.a -lm -ldl -pthread -o "$out/compare"
}

found=': [0-9]+ elements of .* differ$|refuses the grid$|different domains$|refuses the mesh$|domains differ$'
is_found() {
	[ "$status" = 1 ] && grep -Eq "$found" "$out/stderr"
}

# fault NAME FILE SED-COMMAND...
count=0
fault() {
	mistake=$1 file=$2
	shift 2
	count=$((count + 1))
	sed "$@" "generator/interpret/$file.c" >"$out/source/$file.c"
	if cmp -s "generator/interpret/$file.c" "$out/source/$file.c"; then
		fail "$mistake: $file.c has nothing like that"
		return
	fi
	rm -f "$out/compare"
	check "$mistake, compiled" build_with "$file"
	status=0
	"$out/compare" --first "$stencils"/*.stencil >"$out/stdout" 2>"$out/stderr" || status=$?
	check "$mistake is found" is_found
	grep -E "$found" "$out/stderr" | sed -n "1s|^$stencils/|        |p"
}

cp generator/interpret/interpret.c "$out/source"
build_with interpret
check 'the interpreter as it is' "$out/compare" "$stencils"/*.stencil

fault 'a sweep in the wrong direction' interpret -e 's/u.sweep.order == SWEEP_UP/u.sweep.order != SWEEP_UP/'
fault 'levels ahead without old values' interpret -e 's/if (t->prior) {/if (t->prior \&\& step->stmt->kind != STMT_SWEEP) {/'
fault 'names that begin again on each level' interpret \
	-e 's/^\(\t*\)execute_list(run, step->stmt->u.sweep.body);/\1begin_row(run, step), execute_list(run, step->stmt->u.sweep.body);/'
fault 'a lowest level that is none' interpret_rows -e 's/is_low ? at - domain->low\[axis\]/is_low ? at - domain->low[axis] + 1/'
fault 'column variables that are not set again' interpret \
	-e '/^execute_assign/,/^}/s/^\tstore_target(.*/\tif (target.temp \&\& target.temp->shape == SHAPE_COLUMN \&\& target.temp->prior)\n\t\treturn;\n&/'
fault 'columns summed up from above' reduce -e 's/run->z = domain->low\[2\]; run->z < domain->high\[2\]; run->z++/run->z = domain->high[2] - 1; run->z >= domain->low[2]; run->z--/' \
	-e 's/run->z == run->domain.low\[2\]/run->z == run->domain.high[2] - 1/'
fault 'sums in blocks of 512' reduce -e 's/BLOCK = 1024/BLOCK = 512/'
fault 'a sum of neighbours, not of halves' reduce -e 's/size_t s = BLOCK\/2; s > 0; s \/= 2/size_t s = 1; s < 1/;s/size_t s = 1; s < 1/size_t s = 1; s < BLOCK; s *= 2/' \
	-e 's/reduction_combine(pair, count - s < s ? count - s : s, block, row_at(block, s));/for (size_t t = 0; t + s < count; t += 2*s)\n\t\t\t\treduction_combine(pair, 1, row_at(block, t), row_at(block, t + s));/'
fault 'least values that are the other operand where NaN is compared' apply -e 's/return b < a ? b : a/return a <= b ? a : b/'
fault 'greatest values that are the other operand of two that are equal' apply -e 's/return a < b ? b : a/return b < a ? a : b/'
fault 'a mirror off by one' halo -e 's/2\*low - 1 - i/2*low - i/'
fault 'a mirror off by one at the other end' halo -e 's/2\*high - 1 - i/2*high - 2 - i/'
fault 'a period off by one' halo -e 's/return low + ((i - low)/return low + ((i - low + 1)/'
fault 'corners by their last number' halo -e '/^fill_cell/,/^}/s/int a = 0; a < AXES; a++/int a = AXES; a-- > 0; /'
fault 'corners by one map' halo -e 's/^\t\tfrom\[a\] = source_index/\t\tif (!a || from[a - 1] == at[a - 1])\n\t\t\tfrom[a] = source_index/'
fault 'halos that are not filled again' interpret -e 's/filled\[\(.*\)\] = false/filled[\1] |= false/'
fault 'a halo as wide along y as along x' domain -e 's/has_halo ? halo\[a\]/has_halo ? halo[a - (a == 1)]/'
fault 'a temporary of what its field holds by now' interpret_rows \
	-e 's/^\telse if (find_temp_row(run, temp, by, &row))/\telse if (temp->stmt->kind == STMT_ASSIGN \&\& temp->stmt->u.assign.value->kind == EXPR_FIELD)\n\t\tfield_read(run, temp->stmt->u.assign.value->u.read.field, by, out);\n&/'
fault 'a scalar updated twice' interpret -e '/^do_scalar/,/^}/s/^\t\texecute_assign(run, s);/\t\texecute_assign(run, s), execute_assign(run, s);/'
fault 'scalars of the step before' interpret -e '/^do_scalar/,/^}/s/^\t\treduce(run, s, /\t\tif (!s->u.assign.temp->prior)\n\t\t\treduce(run, s, /'
fault 'guards that are not seen' guard -e '/^guard_narrow/,/^}/s/^\tif (condition->kind == EXPR_UNARY) {/\tif (op == OP_GT)\n\t\treturn;\n&/'
fault 'a domain without its last row' interpret -e 's/^\tmemcpy(run.grid.high, given->size/\trun.domain.high[1]--;\n&/'
fault 'a sum without the last row' reduce -e '/^reduce_level/,/^}/s/run->y < run->domain.high\[1\]/run->y < run->domain.high[1] - 1/'
fault 'columns assigned on the wrong level' interpret -e 's/lowest = run->domain.low\[2\]/lowest = run->domain.low[2] + 1/'
fault 'floats that are not rounded' apply -e '/^round_values/,/^}/s/if (type == TYPE_FLOAT)/if (0*n)/'
fault 'sums that begin with 0' reduce -e 's/^\t\t\trow_copy(run, level, so_far);/\t\t\trow_fill(run, so_far, 0), reduction_combine(pair, width, so_far, level);/'
m=interpret_mesh stencils=$out/meshes
cp generator/interpret/$m.c "$out/source"
build_with $m
check 'the interpreter of meshes as it is' "$out/compare" "$stencils"/*.stencil
fault 'a reduction over neighbors that begins with 0' ${m}_evaluate -e 's/if (exact \&\& slot == 0)/if (false \&\& exact)/'
fault 'a least value that begins with the greatest' ${m}_evaluate -e 's/REDUCTION_MIN ? INFINITY : reduction == REDUCTION_MAX ? -INFINITY/REDUCTION_MIN ? 0 : reduction == REDUCTION_MAX ? 0/'
fault 'values of slots at the neighbor' ${m}_evaluate -e 's/field->where.relation ? at->owner : at->element/at->element/'
fault 'temporaries of slots at the first slot' ${m}_evaluate -e 's/temp->where.relation ? slot : 0/0*slot/'
fault 'levels by value of the lowest level' ${m}_evaluate -e 's/(int)levels.values\[i\]/(int)levels.values[0]/'
fault 'a distance that does not count half levels' ${m}_evaluate -e 's/run->top + run->half - 1 - run->low - i/run->top - 1 - run->low - i/'
fault 'a star without itself' ${m}_places -e 's/: element;$/: -1;/'
fault 'elements that lack a neighbor' ${m}_domain -e 's/to.broken |=/to.broken \&=/;s/return !at.broken;/return true;/'
fault 'elements that lack a term' ${m}_domain -e 's/: is_exact_reduction(e))/: false)/'
fault 'zones a row too wide' ${m}_domain -e 's/row >= stencil->zones\[0\]/row + 1 >= stencil->zones[0]/'
fault 'levels that only what a sweep makes reads' ${m}_levels -e 's/bool changed = inside \&\& read_values/bool changed = inside \&\& (!temp || reduced) \&\& read_values/'
fault 'half levels as full ones' ${m}_levels -e 's/levels.high += step/levels.high += 0*step/'
fault 'a guard for a level more' ${m}_levels -e 's/first >= levels/first + 1 >= levels/'
fault 'a sum over a mesh without the highest level' $m -e '/^reduce_elements/,/^}/s/i < run->n; i++/i < run->n - 1; i++/'
fault 'a sum over elements that are not updated' $m -e '/^reduce_elements/,/^}/s/!run->inside\[location\]\[e\]/false/'
fault 'ints of a mesh up to twenty' $m \
	-e '/^store_field/,/^}/s/array, at, from.values\[i\])/array, at, field->type == TYPE_INT \&\& from.values[i] > 20 ? 20 : from.values[i])/'
fault 'bools of a mesh turned over' $m \
	-e '/^store_field/,/^}/s/array, at, from.values\[i\])/array, at, field->type == TYPE_BOOL ? !from.values[i] : from.values[i])/'
check 'forty faults at least' test $count -ge 40

finish
