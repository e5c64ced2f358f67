#!/bin/sh
# The stencils of stencils/dycore beside ICON4Py's NumPy references: within 1e-12, relative, with random fields, on an
# icosahedral grid and on a limited area of one. ICON4PY: a folder with the source of ICON4Py. Nothing is fetched.

if ! python3 -c 'import numpy' 2>/dev/null; then
	echo 'skipped: no NumPy'
	exit 77
elif [ ! -d "${ICON4PY:-}/model/atmosphere/dycore/tests" ]; then
	echo 'skipped: ICON4PY is no folder with the source of ICON4Py (github.com/C2SM/icon4py)'
	exit 77
fi

. "$(dirname "$0")/../lib/programs.sh"

PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE

run python3 tests/dycore/icon4py.py "$bin/stencilrun" "$ICON4PY"
check 'icon4py.py runs' is_clean
cp "$out/stdout" "$out/deviations"
while read -r outcome text; do
	if [ "$outcome" = ok ]; then pass "$text"; else fail "$text"; fi
done <"$out/deviations"

# Another formula is found.
for file in model/common/src/icon4py/model/common/constants.py \
	model/atmosphere/dycore/tests/dycore/stencil_tests/test_update_mass_flux_weighted.py; do
	mkdir -p "$data/$(dirname "$file")"
	sed 's/vwind_expl_wgt \* w_now/1.0001 * &/' "$ICON4PY/$file" >"$data/$file"
done
run python3 tests/dycore/icon4py.py "$bin/stencilrun" "$data" vertical_mass_flux
check 'another formula is found' test "$status" = 1
check 'and its output named' grep -q '^FAILED  vertical_mass_flux, flux: ' "$out/stdout"

finish
