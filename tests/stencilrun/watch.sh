#!/bin/sh
# --check-every: a run stops at the first check that finds NaN or Inf, says where they are, and leaves the last good state.

. "$(dirname "$0")/../lib/programs.sh"

# Doubles overflow in one step: 2^1000 at step 10, Inf at step 11.
cat >"$out/grow.stencil" <<'END'
stencil grow {
    inout u;
    param factor = 1;

    u = factor*u;
}
END
cat >"$out/spread.stencil" <<'END'
stencil spread on triangles {
    inout cell u;
    param factor = 1;

    u = factor*u;
}
END
npy a '<f8' 3x9x11 1
grow() {
	stencilrun "$out/grow.stencil" -q --in u="$data/a.npy" --param factor=1.2676506002282294e30 --out u="$data/u.npy" "$@"
}
mesh() {
	stencilrun "$out/spread.stencil" -q --mesh icosahedron:R2B1 --size-levels 2 --formula 'u=1+0*element' \
		--param factor=1.2676506002282294e30 --out u="$data/u.npy" "$@"
}

for backend in host openmp; do
	good "ten steps, $backend" grow --steps 10 --check-every 3 --backend $backend
	rm -f "$data/u.npy"
	refused 1 "after step 12 'u' has 0 NaN and " grow --steps 20 --check-every 3 --backend $backend
	refused 1 "after step 11 'u' has 0 NaN and " grow --steps 20 --check-every 1 --backend $backend
	refused 1 "after step 20 'u' has 0 NaN and " grow --steps 20 --check-every 100 --backend $backend
	refused 1 "after step 11 'u' has 0 NaN and 640 Inf among 640 values, the first at level=0, cell=0" \
		mesh --steps 20 --check-every 1 --backend $backend
done
refused 1 "$out/state has the state of step 10" grow --steps 20 --check-every 5 --save-state "$out/state" --backend openmp
check 'which is there' grep -aqx 'step 10' "$out/state"
refused 1 "$out/state has the state of step 8" grow --steps 20 --check-every 5 --save-state "$out/state" --save-state-every 4 \
	--backend openmp
check 'each state is checked' grep -aqx 'step 8' "$out/state"
refused 1 "after step 11 'u'" grow --steps 20 --check-every 1 --ranks 2x1 --backend openmp
good 'without an option nothing is checked' grow --steps 20 --backend openmp
rm -f "$data/u.npy"
again() {
	stencilrun "$out/grow.stencil" -q --load-state "$out/state" --param factor=1.2676506002282294e30 --out u="$data/u.npy" \
		--backend openmp "$@"
}
good 'steps of all runs are counted' again --steps 2 --check-every 1
rm -f "$data/u.npy"
refused 1 "after step 12 'u'" again --steps 20 --check-every 3
if command -v mpirun >/dev/null && command -v mpicc >/dev/null; then
	. tests/lib/mpi.sh
	before=$(files)
	run ranks 3 "$bin/stencilrun" "$out/grow.stencil" -q --in u="$data/a.npy" --param factor=1.2676506002282294e30 \
		--out u="$data/u.npy" --steps 20 --check-every 1 --backend openmp
	check 'ranks of MPI' fails 1 "after step 11 'u' has"
	check 'no file is written' test "$before" = "$(files)"
fi
finish
