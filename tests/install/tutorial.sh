#!/bin/sh
# The tutorial, as a reader follows it: files are written, commands run in their order in one shell, and what they
# print is compared with what the page shows; "..." there stands for anything. A command whose program is absent is
# left out, and what needs a file of it.
. "$(dirname "$0")/../lib/programs.sh"

page=$PWD/runtime/tutorial.md
root=$PWD out=$PWD/$out
for python in python3 /usr/bin/python3 ''; do
	[ "$python" ] || { echo 'no Python with NumPy'; exit 77; }
	python=$(command -v "$python") && "$python" -c 'import numpy' 2>/dev/null && break
done
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

# Splits the page into N.file with N.name, N.command and what it prints, N.shown.
awk -v to="$steps/" '
	function step(kind) { path = to sprintf("%03d.", ++steps); return path kind }
	/^```console$/ { console = 1; next }
	/^```./ {
		if (!match(text, /`[^`]*`:$/)) { print "FAILED  line " NR ": a block without a name of a file"; exit 1 }
		print substr(text, RSTART + 1, RLENGTH - 3) >step("name")
		inside = 1
		next
	}
	/^```$/ { console = inside = 0; next }
	inside { print >(path "file"); next }
	console && (more || /^[$] /) {
		if (!more) { command = step("command"); printf "" >(path "shown") }
		print more ? $0 : substr($0, 3) >command
		more = /\\$/
		next
	}
	console { print >(path "shown"); next }
	NF { text = $0 }' "$page" || exit 1

# matches SHOWN PRINTED: the same text but for "...".
matches() {
	awk '
		NR == FNR { want = want $0 "\n"; next }
		{ got = got $0 "\n" }
		END {
			pieces = split(want, piece, /[.][.][.]/)
			at = 1
			for (i = 1; i <= pieces; i++) {
				place = index(substr(got, at), piece[i])
				if (i == pieces) place = length(got) - length(piece[i]) - at + 2
				if (place < 1 || i == 1 && place > 1 || substr(got, at + place - 1, length(piece[i])) != piece[i]) exit 1
				at += place - 1 + length(piece[i])
			}
			exit pieces == 1 && want != got
		}' "$1" "$2" || { diff "$1" "$2"; return 1; }
}

# as_shown STEP: the last command ended well, or has failed as the page says, and printed what it shows.
as_shown() {
	if grep -q 'error: \|^stencil[a-z]*: ' "$1.shown"; then
		[ "$status" != 0 ] || { echo 'it did not fail'; return 1; }
	elif [ "$status" != 0 ]; then
		cat "$1.printed"
		return 1
	fi
	[ ! -s "$1.shown" ] || matches "$1.shown" "$1.printed"
}

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
	*icon_grid.nc*) "$root/build/stencilrun" --mesh icon_grid.nc -q 2>/dev/null || program='NetCDF in stencilrun, or ncgen' ;;
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
	for step in "$steps"/*.name "$steps"/*.command; do
		echo "$step"
	done | sort >"$steps/list"
	while read -r step <&3; do
		name=${step%.*}
		if [ -f "$name.name" ]; then
			cp "$name.file" "$(cat "$name.name")"
			continue
		fi
		command=$(cat "$name.command")
		case $command in
		*icon_grid.nc*) [ ! -f "$out/icon_grid.nc" ] || cp "$out/icon_grid.nc" . ;;
		esac
		absent=$(lacks "$command")
		if [ "$absent" ]; then
			echo "skipped: $command: there is no $absent"
			continue
		fi
		status=0
		eval "$command" >"$name.printed" 2>&1 3<&- || status=$?
		check "${command%% \\*}" as_shown "$name"
	done 3<"$steps/list"
}

follow
cd "$root" || exit 1
finish
