#!/bin/sh
# The tutorial, as a reader follows it: files are written, commands run in their order in one shell, and what they
# print is compared with what the page shows; "..." there stands for anything. A command whose program is absent is
# left out, and what needs a file of it.
. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/pages.sh

page=$PWD/runtime/tutorial.md
root=$PWD out=$PWD/$out
python=$(python_with_numpy) || { echo 'no Python with NumPy'; exit 77; }
mkdir -p "$out/home" "$out/steps" "$out/path"
ln -s "$root" "$out/home/stencilgen"
ln -s "$python" "$out/path/python3"
steps=$out/steps

# The reader's grid of ICON.
if command -v ncgen >/dev/null; then
	from=$out/ico
	. tests/lib/icon_file.sh
	run stencilrun --mesh icosahedron:R1B1 --save-mesh "$from"
	icon -1 | sed 's, int refin_c_ctrl(cell) ;,,; s,; refin_c_ctrl = .*,;,' >"$out/icon.cdl"
	ncgen -k netCDF-4 -o "$out/icon_grid.nc" "$out/icon.cdl"
fi

split_page "$page" "$steps" || exit 1

# Other parts install from the same tree; only one of them builds what is missing.
make() {
	flock "$root/build" make "$@"
}

# lacks COMMAND: prints a program that it needs and this machine lacks.
lacks() {
	program=${1%% *}
	case $1 in
	*pkg-config*) program=pkg-config ;;
	*' -m venv '*) python3 -c 'import ensurepip, setuptools, wheel' 2>/dev/null || program='setuptools, wheel or venv' ;;
	*icon_grid.nc*)
		[ ! -f "$out/icon_grid.nc" ] || cp "$out/icon_grid.nc" .
		"$root/build/stencilrun" --mesh icon_grid.nc -q 2>/dev/null || program='NetCDF in stencilrun, or ncgen' ;;
	*.nc:*) ! "$root/build/stencilrun" --in t=none.nc:T --out t_new=none.npy heat.stencil 2>&1 |
		grep -q 'built without NetCDF' || program='NetCDF in stencilrun' ;;
	'ncdump '*) [ -f heat.nc ] || program=heat.nc ;;
	esac
	command -v "$program" >/dev/null || echo "$program"
}

# follow: all steps. Commands may change the folder and export variables.
follow() {
	HOME=$out/home PATH=$out/path:$PATH
	MAKEFLAGS=CC=$(printf %s "$cc" | sed 's/ /\\ /g')
	PIP_NO_BUILD_ISOLATION=0 PIP_NO_DEPS=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1
	export HOME PATH MAKEFLAGS PIP_NO_BUILD_ISOLATION PIP_NO_DEPS PIP_DISABLE_PIP_VERSION_CHECK PYTHONDONTWRITEBYTECODE
	unset MAKELEVEL MFLAGS
	unset -f stencilrun stencilbench
	follow_steps "$steps"
}

follow
cd "$root" || exit 1
finish
