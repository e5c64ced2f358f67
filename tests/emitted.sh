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
out=build/tests/headers.c
for h in generated/*/*.h; do echo "#include \"../../$h\""; done >$out
check 'headers in C' "${CC:-cc}" -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only $out
check 'headers in C++' "${CXX:-c++}" -std=c++17 -Wall -Wextra -Wpedantic -Werror -x c++ -fsyntax-only $out
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
