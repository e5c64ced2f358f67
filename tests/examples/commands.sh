#!/bin/sh
# The reference pages of the tools: their commands run in their order, and print what the pages show.
. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/pages.sh

root=$PWD
case $out in /*) ;; *) out=$root/$out ;; esac
case $bin in /*) ;; *) bin=$root/$bin ;; esac
unset -f stencilrun stencilbench
mkdir "$out/path"
! python=$(python_with_numpy) || ln -s "$python" "$out/path/python3"
PATH=$out/path:$bin:$PATH
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
TMPDIR=/tmp # Open MPI's own folder must have a short path.
export PATH TMPDIR OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_btl_vader_single_copy_mechanism
export OMPI_MCA_rmaps_base_oversubscribe OMPI_MCA_hwloc_base_binding_policy PRTE_MCA_rmaps_default_mapping_policy

# lacks COMMAND: prints a program that it needs and this machine lacks.
lacks() {
	program=${1%% *}
	case $1 in
	mpirun*) command -v "${MPICC:-mpicc}" >/dev/null || program=mpicc ;;
	'cmp one.npy two.npy' | 'cmp z.npy two.npy') [ -f two.npy ] || program=mpirun ;;
	*columns.part.4*) [ -f columns.part.4 ] || program=gpmetis ;;
	*=values.npy) [ -f probes.npy ] || program='Python with NumPy' ;;
	python3*) [ -e "$out/path/python3" ] || program='Python with NumPy' ;;
	*dst.nc:T*) ! stencilrun --in src=none.nc:T --out dst=none.npy laplap.stencil 2>&1 |
		grep -q 'built without NetCDF' || program='NetCDF in stencilrun' ;;
	STENCIL_HOST_STREAMS=*) program=stencilrun ;;
	esac
	command -v "$program" >/dev/null || echo "$program"
}

for page in run bench meshes parallel; do
	mkdir -p "$out/$page" "$out/$page.steps"
	cp stencils/*.stencil "$out/$page"
	cp -r stencils/sparse stencils/mesh stencils/programs "$out/$page"
	cp tests/examples/exchange.c "$out/$page/mymodel.c"
	split_page "runtime/$page.md" "$out/$page.steps" || exit 1
	[ "$(grep -c '^[$] ' "runtime/$page.md")" = "$(find "$out/$page.steps" -name '*.command' | wc -l)" ] || exit 1
	cd "$out/$page" || exit 1
	follow_steps "$out/$page.steps"
	cd "$root" || exit 1
done
finish
