#!/bin/sh
# What is promised of another family of grids: a line in grids.def, and the linker names the tables that it
# lacks, the compiler's and each tool's. Compiles the tables anew with such a line, and links the programs with them.

cd "$(dirname "$0")/.." || exit 1
out=$(mktemp -d "${TMPDIR:-/tmp}/grids.XXXXXX") || exit 1
trap 'rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM
. tests/lib/check.sh

mkdir -p "$out/generator/language"
cat >"$out/main.c" <<'END'
#include "stencil.h"
int main(void) { return !stencil_plan_create("", 0, 0, 0, 0, 0); }
END
sed 's/^GRID(mesh, .*/&\nGRID(other, other)/' generator/language/grids.def >"$out/generator/language/grids.def"
for table in $(grep -rl --include='*.c' 'grids\.def"' generator runtime); do
	${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -iquote "$out" -iquote . -iquote build -iquote templates \
		-c "$table" -o "$out/$(basename "$table" .c).o" || exit 1
done

# names PROGRAM ENTRY...: the program does not link, for want of the entries alone.
names() {
	program=$1
	shift
	main=build/runtime/$program.o
	[ "$program" != libstencil ] || main=$out/main.c
	[ "$program" != stencilgen ] || main='build/generator/main.o build/generator/options.o'
	objects=$out/ast.o
	for entry; do
		case $entry in
		kind)     objects="$objects $out/grid_kinds.o" ;;
		family)   objects="$objects $out/families.o" ;;
		runner)   objects="$objects $out/run.o" ;;
		planner)  objects="$objects $out/plan_create.o" ;;
		esac
	done
	libraries=build/libstencilgen.a
	[ "$program" = stencilgen ] || libraries="build/libruntime.a $libraries"
	# shellcheck disable=SC2086 # objects and libraries are words
	! ${CC:-cc} -Iruntime/library $main $objects $libraries -lm -ldl -pthread -o "$out/$program" >"$out/log" 2>&1 || return 1
	grep -o "undefined reference to [^a-z]*[a-z_]*" "$out/log" | sed 's/.*[^a-z_]//' | sort -u >"$out/named"
	printf 'other_%s\n' "$@" | sort | cmp -s - "$out/named"
}
check 'what stencilgen lacks' names stencilgen kind
check 'what stencilrun lacks' names stencilrun kind runner
check 'what stencilbench lacks' names stencilbench kind family
check 'what libstencil lacks' names libstencil kind planner

finish
