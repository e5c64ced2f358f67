#!/bin/sh
# A stencil may call its params as the templates call their variables: kernels rename the params.
# Every word of the kernels, their own names too, and of keywords.def is a param here, and a compiler says where one is
# redeclared or hidden.

cd "$(dirname "$0")/../.." || exit 1
out=$(mktemp -d "${TMPDIR:-/tmp}/names.XXXXXX") || exit 1
trap 'rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM
warnings='-Wall -Wshadow -Werror'
passed=0 failed=0

# excluded: a pattern of words that are no names in the language.
excluded="$(sed -n 's/^"\([a-z]*\)".*return.*/\1/p' generator/language/lexer.l | tr '\n' '|')"
excluded="${excluded}u|d|x_|[A-Z_]*"

# words FILE...: what may be an identifier in them, comments included.
words() {
	{
		cat "$@" | tr -cs 'A-Za-z0-9_' '\n' | grep -v '^[0-9]'
		grep -o 'KEYWORD([a-zA-Z0-9_]*)' generator/plan/keywords.def | sed 's/KEYWORD(\(.*\))/\1/'
	} | sort -u | grep -vxE "$excluded"
}

# plane [WORD]...: a stencil with neighbours and a value carried from level to level.
plane() {
	printf 'stencil names {\n    in u;\n    out d;\n'
	printf '    param %s = 1;\n' "$@"
	printf '\n    x_ = u[west] + u[north] + u[0,0,1]%s;\n    d = x_ + x_[east];\n}\n' "$(printf ' + %s' "$@")"
}

# sparse [WORD]...: a sweep.
sparse() {
	printf 'stencil names_sparse on sparse {\n    inout u;\n    sweep down;\n'
	printf '    param %s = 1;\n' "$@"
	printf '\n    u = u - 0.5*(u[left] + u[right])%s;\n}\n' "$(printf ' + %s' "$@")"
}

compiles() { # FILE
	case $1 in
	*.c) ${CC:-cc} -std=gnu11 -fopenmp -fsyntax-only $warnings -I"$(dirname "$1")" "$1" ;;
	*) ${CXX:-c++} -x c++ -std=c++17 -fsyntax-only $warnings -Wno-unknown-pragmas -iquote . \
		-Itemplates -Iruntime/host -include runtime/host/cuda_on_host.h "$1" ;;
	esac >"$out/log" 2>&1
}

generate() { # FILE OPTION...
	file=$1
	shift
	for target in cuda openmp; do
		build/stencilgen -q --target $target -o "$out" "$@" "$file" || failed=$((failed + 1))
	done
}

# Kernels without such params say which words there are.
plane one >"$out/names.stencil"
sparse one >"$out/names_sparse.stencil"
plane_options='--storage regular,chasing,direct_compressed'
innermost_options='--levels innermost --storage chasing,direct_compressed'
generate "$out/names.stencil" $plane_options
generate "$out/names.stencil" $innermost_options
generate "$out/names_sparse.stencil" --dim 3 --level 4
in_plane=$(words "$out"/names/*) in_sparse=$(words "$out"/names_sparse/*)
if [ "$(printf '%s\n' $in_plane | wc -l)" -lt 300 ]; then
	echo 'FAILED  too few words'
	failed=1
fi
plane $in_plane >"$out/names.stencil"
sparse $in_sparse >"$out/names_sparse.stencil"
generate "$out/names.stencil" $plane_options
generate "$out/names.stencil" $innermost_options
generate "$out/names_sparse.stencil" --dim 3 --level 4
for kernel in "$out"/*/*.cu "$out"/*/*.c; do
	if compiles "$kernel"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAILED  %s\n' "${kernel#"$out"/}"
		grep -m 3 -E 'error' "$out/log" | sed 's/^/        /'
	fi
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
