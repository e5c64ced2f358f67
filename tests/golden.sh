#!/bin/sh
# Compares what the compiler says with what it should say. A case is a file
# golden/NAME.stencil, and beside it what is expected:
#     NAME.err   messages, and the exit status
#     NAME.json  the same with --diagnostics=json
#     NAME.ast   --dump ast
#     NAME.split --dump split
#     NAME.ir    --dump ir
#     NAME.costs --dump costs
#     NAME.cu    the kernels
#     NAME.hip   the same in HIP
#     NAME.c     the kernels for CPUs
#     NAME.F90   the Fortran module
# A first line "// options: ..." is given to the compiler.
#
# Launchers are almost the same in all emitted texts. golden/launchers lists those that are compared: fourteen texts as a
# whole, and single functions of others. All other launchers are left out: NAME.cu, .hip and .c then hold the kernels
# and what kernels need. faults/golden.sh fails if a line of a template is in a launcher but in no golden file.
#
# golden.sh [--bless] [NAME]...  With --bless the files that are there are
# written anew: touch NAME.ir to add one, then read the diff.

bless=
[ "$1" != --bless ] || { bless=1; shift; }

cd "$(dirname "$0")/.." || exit 1
compiler=${STENCILGEN:-build/stencilgen}
case $compiler in
/*) ;;
*) compiler=$PWD/$compiler ;;
esac
[ -x "$compiler" ] || { echo "golden.sh: no compiler $compiler" >&2; exit 1; }
out=$(mktemp -d "${TMPDIR:-/tmp}/golden.XXXXXX") || exit 1
trap 'rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM
cd tests/golden || exit 1
unset NO_COLOR
LC_ALL=C
export LC_ALL

passed=0 failed=0

# messages OPTION... : what goes to standard error, and the exit status. Lists of what there is are cut:
# they grow with each access and target.
messages() {
	"$compiler" "$@" -o - >"$out/text" 2>"$out/all"
	status=$?
	sed 's/(\(there are\|legal for [^:]*\):.*)/(\1: ...)/' "$out/all" >"$out/got"
	[ "$status" = 0 ] || [ ! -s "$out/text" ] || echo "something was written" >>"$out/got"
	echo "exit status $status" >>"$out/got"
}

# prints OPTION... : what goes to standard output.
prints() {
	"$compiler" "$@" >"$out/got" 2>"$out/err" || refused='what has an error has no text'
}

# kernels PATTERN OPTION... : an emitted text without launchers, except functions whose name matches the pattern.
# A launcher is a function that runs on the host: the line of its type has nothing else, or its name begins with start_
# or fill_. A definition ends at an empty line outside of braces. At least a kernel must remain, and a function that
# matches. With a dot the text remains whole.
kernels() {
	pattern=$1
	shift
	prints -o - "$@"
	[ "$pattern" != . ] || return
	mv "$out/got" "$out/text"
	awk -v pattern="$pattern" '
		function finish() {
			if (text != "" && (!launcher || matches)) {
				printf "%s%s", separator, text
				separator = "\n"
			}
			kernels += kernel && !launcher
			matched += launcher && matches
			text = ""
			launcher = kernel = matches = 0
		}
		/^$/ && !inside { finish(); next }
		/^(extern "C" |static )?(int|size_t|void \*|struct stencil_(grid|mesh))$/ { launcher = 1 }
		/^(start|fill)_/ { launcher = 1 }
		/^__global__ / || /^static void$/ { kernel = 1 }
		/^[A-Za-z0-9_]+\(/ { matches = pattern != "" && substr($0, 1, index($0, "(") - 1) ~ pattern }
		/^[{]/ || /^[A-Za-z_].*[{]$/ { inside = 1 }
		/^[}]/ { inside = 0 }
		{ text = text $0 "\n" }
		END {
			finish()
			exit inside || !kernels || pattern != "" && !matched
		}' "$out/text" >"$out/got" || refused=${refused:-no kernel remains, or no function that golden/launchers names}
}

# modules OPTION... : the Fortran module.
modules() {
	rm -rf "$out/modules"
	"$compiler" --fortran -o "$out/modules" "$@" >"$out/wrote" 2>"$out/err" && cat "$out"/modules/*/*.F90 >"$out/got" ||
		refused='what has an error has no text'
}

check() {
	file=$1.stencil kind=$2 want=$1.$2 refused=
	set -f
	# shellcheck disable=SC2046 # options are words
	set -- $(sed -n '1s,^// options: ,,p' "$file") "$file"
	set +f
	case $kind in
	err)  messages "$@" ;;
	json) messages --diagnostics=json "$@" ;;
	ast)  prints --dump ast "$@" ;;
	split) prints --dump split "$@" ;;
	ir)   prints --dump ir "$@" ;;
	costs) prints --dump costs "$@" ;;
	F90)  modules "$@" ;;
	*)    kernels "$(awk -v file="$want" '$1 == file { print $2 }' launchers)" "$@" ;;
	esac
	if [ "$refused" ]; then
		failed=$((failed + 1))
		printf 'FAILED  %s: %s\n' "$want" "$refused"
		cat "$out/err"
	elif cmp -s "$want" "$out/got"; then
		passed=$((passed + 1))
	elif [ "$bless" ]; then
		cp "$out/got" "$want"
		printf 'blessed %s\n' "$want"
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAILED  %s\n' "$want"
		diff -u "$want" "$out/got"
	fi
}

[ $# -gt 0 ] || set -- *.stencil
for name; do
	name=${name%.stencil}
	before=$((passed + failed))
	for kind in err json ast split ir costs cu hip c F90; do
		[ ! -e "$name.$kind" ] || check "$name" "$kind"
	done
	if [ "$before" = $((passed + failed)) ]; then
		failed=$((failed + 1))
		printf 'FAILED  %s: nothing is expected of it\n' "$name"
	fi
done
for want in $(awk '!/^#/ { print $1 }' launchers); do
	if [ ! -e "$want" ]; then
		failed=$((failed + 1))
		printf 'FAILED  launchers names %s\n' "$want"
	fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
