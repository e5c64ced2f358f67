#!/bin/sh
# Messages between the kernels of a step: programs whose later kernel reads beside its points what an earlier one assigned have the
# interpreter's bits, though no kernel is launched for more than its part. In one process by copies and NCCL, in any order that streams
# allow; in several by MPI and NCCL, with libraries of the test's own in NCCL's place.

. "$(dirname "$0")/../lib/programs.sh"

cat >"$out/two.stencil" <<'END'
stencil two {
    in src;
    inout u;
    out dst;
    u = src[west] + 2*src[east] + 3*src[north] - src[south] + 0.5*u;
    dst = u[west] - 3*u[east] + 2*u[north] + u[south] + src;
}
END
two=$out/two.stencil
rows=build/tests/step_rows
check 'the library' "$cc" -std=c11 -O1 -Wall -Wextra -shared -fPIC -iquote . tests/ranks/fake_nccl.c -o "$out/nccl.so"
STENCIL_HOST_STREAMS='' STENCILGEN_NCCL=$out/nccl.so
export STENCIL_HOST_STREAMS STENCILGEN_NCCL

# The halo of a field that is exchanged within the step need not hold what a further kernel reads.
is_narrow() { # HALO REGION HALO REGION
	is_clean && grep -qx "kernel 1: halo $1, launched $2 beyond; without messages $3, $4" "$out/stdout"
}
for backend in host openmp; do
	for storage in regular chasing chasing_compressed; do
		run "$rows" "$two" 3x2 1 5 peer $backend $storage
		check "$backend, $storage" is_narrow 1 0 2 1
	done
	run "$rows" stencils/programs/fdtd_2d.stencil 2x2 1 5 peer $backend regular
	check "fdtd_2d, $backend" is_narrow 1 0 1 1
done
# One subdomain keeps beyond a periodic side what the last step left there.
is_refused() {
	[ $status = 1 ] && grep -q "'two' exchanges halos before kernel 1: with --periodic x halos are exchanged after each step only" "$out/stderr"
}
run "$rows" "$two" 3x2 1 5 peer host regular x
check 'periodic' is_refused
for transport in peer nccl; do
	for order in - 1 2 3; do
		STENCIL_HOST_STREAMS=${order#-}
		for every in 1 3; do
			run "$rows" "$two" 2x3 $every 7 $transport host regular
			check "$transport, order $order, exchange every $every" is_narrow 1 0 2 1
		done
	done
done
. tests/lib/mpi.sh
check 'the library for processes' "${MPICC:-mpicc}" -std=gnu11 -O1 -Wall -Wextra -shared -fPIC -iquote . tests/ranks/fake_nccl_mpi.c \
	-o "$out/nccl.so"
for transport in mpi nccl; do
	for order in - 2; do
		STENCIL_HOST_STREAMS=${order#-}
		for every in 1 2; do
			run ranks 4 "$rows" "$two" 2x2 $every 5 $transport host regular
			check "$transport, processes, order $order, exchange every $every" is_narrow 1 0 2 1
		done
	done
done
finish
