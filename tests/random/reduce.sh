#!/bin/sh
# reduce.sh FAULT FILE [OPTION...] : makes a stencil that shows a fault small, in place.
# FAULT is one of
#     crash       stencilgen OPTION... ends with a signal
#     evaluators  interpreter and second evaluator differ
#     kernels     stencilbench OPTION... finds a wrong kernel, as with --backend host
#     build       stencilgen takes it, but its kernels do not compile: OPTION... as before
set -u
fault=${1:?} file=${2:?}
shift 2
cd "$(dirname "$0")/../.." || exit 1

# shows FILE : status 0 if it shows the fault.
if [ "$fault" = --shows ]; then
	fault=$file
	for last; do :; done
	case $fault in
	crash)
		timeout 20 build/stencilgen -q -o - "$@"
		[ $? -ge 124 ] ;;
	evaluators)
		build/tests/compare_evaluators "$last" 2>&1 | grep -q 'elements of .* differ' ;;
	kernels)
		timeout 300 build/stencilbench --exact --no-time --size 13x9x7 "$@" 2>&1 | grep -q ' points differ\|WRONG\|wrong' ;;
	build)
		build/stencilgen -q --list "$last" &&
			timeout 300 build/stencilbench --exact --no-time --size 13x9x7 "$@" 2>&1 | grep -q 'error' ;;
	*) exit 2 ;;
	esac
	exit
fi
build/tests/reduce "$file" sh tests/random/reduce.sh --shows "$fault" "$@"
