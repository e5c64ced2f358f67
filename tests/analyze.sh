#!/bin/sh
# analyze.sh clang-tidy|gcc [FILE...] : what a static analyzer finds in the compiler and in the runtime, or in these
# files: clang-tidy with .clang-tidy, gcc with -fanalyzer. What it found in a file is kept in build/analyzed/TOOL until the
# file's text, as preprocessed, the flags or the tool change. JOBS: how many files at a time.
#
# A false finding is silenced where it is made: NOLINT(CHECK) with a reason. Four of -fanalyzer's warnings are off: it does not
# know that lists that are looked into have elements (null-dereference, null-argument), that a loop fills an array in
# another order (use-of-uninitialized-value), nor who frees what an array in a struct leads to (malloc-leak, which ASan
# looks for).
set -u
cd "$(dirname "$0")/.." || exit 1
tool=${1:?clang-tidy or gcc}
shift
kept=build/analyzed/$tool
gcc_flags='-O0 -fanalyzer -Wno-analyzer-null-dereference -Wno-analyzer-null-argument -Wno-analyzer-malloc-leak
	-Wno-analyzer-use-of-uninitialized-value -fdiagnostics-plain-output'
gcc_flags=$(echo $gcc_flags)
[ -e build/flags ] && [ -e build/grammar.h ] || {
	echo 'nothing is built: make'
	exit 77
}
flags=$(cat build/flags)

# preprocessed FILE: with which flags, by which tool, and what it reads.
preprocessed() {
	echo "$version $flags"
	case $tool in
	clang-tidy) cat .clang-tidy; cat "$1"; eval "clang -E -C -w $flags \"\$1\"" ;;
	gcc)        echo "$gcc_flags"; eval "gcc -E -w $flags \"\$1\"" ;;
	esac
}

# found FILE: prints what is wrong with it.
found() {
	case $tool in
	clang-tidy) eval "clang-tidy --quiet \"\$1\" -- $flags" 2>"$kept/$1.err" || cat "$kept/$1.err" ;;
	gcc)        eval "gcc $flags $gcc_flags -c \"\$1\" -o /dev/null" 2>&1 ;;
	esac
}

if [ "${ANALYZE_VERSION-}" ]; then
	version=$ANALYZE_VERSION
	for file; do
		mkdir -p "$kept/${file%/*}"
		key=$(preprocessed "$file" 2>&1 | sha256sum)
		[ "$(cat "$kept/$file.key" 2>&1)" != "$key" ] || continue
		rm -f "$kept/$file.key"
		found "$file" >"$kept/$file.log"
		echo "$key" >"$kept/$file.key"
	done
	exit 0
fi

case $tool in
clang-tidy)
	command -v clang-tidy >/dev/null && command -v clang >/dev/null || {
		echo 'no clang-tidy and clang'
		exit 77
	}
	version=$(clang-tidy --version | tr -d '\n')
	;;
gcc)
	number=$(gcc -dumpversion 2>&1)
	[ "${number%%.*}" -ge 12 ] 2>&1 || {
		echo 'no gcc of version 12 or newer'
		exit 77
	} >&2
	version=$(gcc --version | head -n 1)
	;;
*)
	echo "analyze.sh clang-tidy|gcc [FILE...]" >&2
	exit 2
	;;
esac
mkdir -p "$kept" || exit 1
if [ $# != 0 ]; then
	printf '%s\n' "$@"
else
	find generator runtime -name '*.c' ! -path 'runtime/kernels/*' ! -path 'runtime/host/*' | sort
fi >"$kept/files"
cores=$(getconf _NPROCESSORS_ONLN)
ANALYZE_VERSION=$version xargs -P "${JOBS:-$cores}" -n 8 sh tests/analyze.sh "$tool" <"$kept/files"

passed=0 failed=0
while read -r file; do
	if [ -e "$kept/$file.key" ] && [ ! -s "$kept/$file.log" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED  $file"
		head -n 40 "$kept/$file.log"
	fi
done <"$kept/files"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
