#!/bin/sh
# What is checked in is what the compiler writes, and its headers are usable from C and
# from C++, alone and together.
cd "$(dirname "$0")/.." || exit 1
passed=0 failed=0
check() { # NAME COMMAND...
	name=$1
	shift
	if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED  $name"; fi
}

sh tests/generate.sh build/generated || exit 1
check 'generated/ is what the compiler writes' diff -ru generated build/generated

# Headers of other precisions and layouts go together with those.
more=build/tests/more-headers
rm -rf $more
for options in '' '--target openmp' '--fields aos' '--fields aosoa_in --target openmp'; do
	# shellcheck disable=SC2086 # options are words
	build/stencilgen -q -o $more --precision float --access idxvar $options stencils/fastwaves.stencil || exit 1
done
build/stencilgen -q -o $more --precision float --dim 3 --level 4 --pad stencils/sparse/*.stencil || exit 1
out=build/tests/headers.c
for h in generated/*/*.h generated/mesh/*/*.h generated/programs/*/*.h $more/*/*.h; do
	case $h in
	generated/exchange/*) ;; # tests/examples/exchange.sh compiles these as C++ and with MPI
	*) echo "#include \"../../$h\"" ;;
	esac
done >$out
warnings='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror'
# shellcheck disable=SC2086
check 'headers in C' "${CC:-cc}" -std=c11 $warnings -fsyntax-only $out
for standard in c++11 c++17; do
	# shellcheck disable=SC2086
	check "headers in $standard" "${CXX:-c++}" -std=$standard $warnings -x c++ -fsyntax-only $out
done

for header in generated/exchange/*.h; do
	case $header in
	*exchange_mpi* | *stencil_grid.h) ;; # needs MPI, or stencil_launch.h before it
	*) check "$header in C" "${CC:-cc}" -std=c11 $warnings -fsyntax-only -x c "$header" ;;
	esac
done

# Kernels that go through columns have no warnings: on some levels little is done. Nor do powers that read no argument,
# abs of an int, and sums that nothing reads.
programs=build/tests/programs
rm -rf $programs
build/stencilgen -q --target openmp -o $programs stencils/programs/*.stencil tests/data/random/zeroth_power.stencil || exit 1
build/stencilgen -q --target openmp -o $programs tests/data/meshes/abs_of_ints.stencil tests/data/meshes/unused_sum.stencil || exit 1
for kernel in $programs/*/*.c; do
	check "$kernel" "${CC:-cc}" -std=c11 -fopenmp -Wall -Wextra -Werror -fsyntax-only "$kernel"
done

# The first lines of a kernel: what it declares per thread is used, and one kernel is no "1 kernels".
first=build/tests/first
rm -rf $first
for order in outermost innermost; do
	build/stencilgen -q --levels $order -o $first stencils/dycore/*.stencil stencils/programs/vadv.stencil || exit 1
done
unused() { # KERNEL : constants that it never names again.
	sed -n 's/^enum { \(.*\) }; .*/\1/p' "$1" | tr -d ' ' | tr ',' '\n' | sed 's/=.*//' | while read -r name; do
		[ "$(grep -cw "$name" "$1")" -gt 1 ] || echo "$1: $name"
	done
}
uses_all() { [ -z "$(unused "$1" | tee /dev/stderr)" ]; }
for kernel in $first/*/*.cu; do
	check "$kernel uses its constants" uses_all "$kernel"
done
check 'the number of kernels' sh -c '! grep -rn "[^0-9]1 kernels" "$1"' - $first
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
