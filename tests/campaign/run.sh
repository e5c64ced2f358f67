#!/bin/sh
# run.sh CLASS [COUNT] [FIRST] [JOBS] : so many random stencils that the compiler does not refuse, from a seed on, as random kernels of all that
# are legal, against the interpreter, bit for bit, on two backends: CUDA text on this processor, and C text. CLASS is
#     structured   several steps on one grid: kernels of every width, sweeps, column variables, sums, scalars
#     meshes       the same on meshes, with 15 to 70 references to neighbours
#     parts        steps of grids and meshes that are cut into parts, as stencilrun --ranks does
#     library      plans of libstencil, by its public functions, on arrays with gaps, tables and meshes of the caller's
#     all          one after the other
# Prints what was refused and which pairs of features were reached; with 3000 stencils or more it fails if one never was, and
# always if one was that never.def rules out. FIRST is 1, JOBS the number of cores. It needs cc, c++ and the programs build/tests/run_campaign and stencilsmith.
#
# DIR, else build/campaign, has a folder for each class, with a journal. Started again, it goes on with that; FRESH=1 begins anew. What fails is kept in
# DIR/CLASS/failed, by its seed: run.sh CLASS 1 SEED in another DIR tries it alone. BACKENDS: host,openmp if unset. TIME=SECONDS: no stencil of a class is
# begun later. ENOUGH: in place of 3000. TEMPLATES: a folder of them.
set -u
class=${1:?'run.sh CLASS [COUNT] [FIRST] [JOBS]: structured, meshes, parts, library or all'}
count=${2:-100} first=${3:-1} jobs=${4:-$(getconf _NPROCESSORS_ONLN)}
dir=${DIR:-build/campaign}
if [ "$class" = all ]; then
	status=0 passed=0 failed=0
	mkdir -p "$dir"
	for class in structured meshes parts library; do
		sh "$0" $class "$count" "$first" "$jobs" >"$dir/$class.log" 2>&1 || status=1
		sed '$d' "$dir/$class.log"
		last=$(tail -1 "$dir/$class.log")
		case $last in
		*' passed, '*' failed') passed=$((passed + ${last%% *})) last=${last#*, } failed=$((failed + ${last%% *})) ;;
		*) echo "$last"; failed=$((failed + 1)) ;;
		esac
	done
	echo "$passed passed, $failed failed"
	exit $status
fi
export STENCILGEN_CACHE="${STENCILGEN_CACHE:-$PWD/build/cache}"
[ -z "${FRESH-}" ] || rm -rf "${dir:?}/$class"
mkdir -p "$dir"
exec "${CAMPAIGN:-build/tests/run_campaign}" -c "$class" -b "${BACKENDS:-host,openmp}" -j "$jobs" ${TIME:+-t "$TIME"} ${ENOUGH:+-n "$ENOUGH"} \
	${TEMPLATES:+-T "$TEMPLATES"} "$dir/$class" "$first" "$count"
