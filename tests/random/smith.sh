#!/bin/sh
# smith.sh [COUNT] [FIRST] : random stencils as all their kernels, as CUDA text on this processor and as C,
# against the interpreter (tests/campaign/), on all cores. Those of tests/data/random, which went wrong
# once, come with the first seed. What fails is kept in DIR/failed, by its seed.
#
# FULL=1: both precisions and all layouts of fields of each. TIME=SECONDS: no stencil is begun later.
# OPTIONS=-s: programs of several kernels and sweeps only. BACKENDS, host,openmp if unset. TEMPLATES: a folder of them. JOBS: how many at a time. OPTIONS: others
# of build/tests/run_campaign.
set -u
count=${1:-16} first=${2:-1}
dir=${DIR:-build/smith}
export STENCILGEN_CACHE="${STENCILGEN_CACHE:-$PWD/build/cache}"
rm -rf "$dir"
set --
[ "$first" != 1 ] || set -- tests/data/random/*.stencil tests/data/random/programs/*.stencil
# shellcheck disable=SC2086 # options are words
exec "${CAMPAIGN:-build/tests/run_campaign}" -b "${BACKENDS:-host,openmp}" ${FULL:+-p -l} ${TIME:+-t "$TIME"} \
	${JOBS:+-j "$JOBS"} ${TEMPLATES:+-T "$TEMPLATES"} ${OPTIONS-} "$dir" "$first" "$count" "$@"
