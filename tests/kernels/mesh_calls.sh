#!/bin/sh
# Calls of kernels on meshes by what their headers offer, and all of these headers in C and C++.

. "$(dirname "$0")/../lib/programs.sh"
generated=$out/generated

sh tests/generate.sh "$generated" >"$out/generate" 2>&1 || fail 'headers are written'
pedantic='-Wall -Wextra -Wpedantic -Wshadow -Werror'
printf '#include "%s"\n' "$generated"/mesh/*/*.h >"$out/all.c"
cp "$out/all.c" "$out/all.cc"
echo 'int nothing;' >>"$out/all.c"
# shellcheck disable=SC2086 # they are words
check 'headers on meshes in C11' "$cc" -std=c11 $pedantic -I. -fsyntax-only "$out/all.c"
# shellcheck disable=SC2086
check 'and in C++' "${CXX:-c++}" -std=c++11 $pedantic -I. -fsyntax-only "$out/all.cc"
# shellcheck disable=SC2086
check 'a program that calls' "$cc" -std=c11 $pedantic -fopenmp -fsanitize=address,undefined -fno-sanitize-recover=all \
	-I"$generated/mesh/divergence" tests/kernels/mesh_calls.c "$generated/mesh/divergence/chasing_idxvar.c" -o "$out/calls"
"$out/calls" >"$out/called" 2>&1 || fail 'calls end as they should'
cat "$out/called"
passed=$((passed + $(grep -c '^ok' "$out/called")))

finish
