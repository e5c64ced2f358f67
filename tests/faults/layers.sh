#!/bin/sh
# tests/layers.sh finds includes that go up or around, planted in a copy of the tree.
set -u
cd "$(dirname "$0")/../.." || exit 1
out=$(mktemp -d "${TMPDIR:-/tmp}/layers.XXXXXX") || exit 1
trap 'rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM
. tests/lib/check.sh

find generator runtime '(' -name '*.[chly]' -o -name '*.def' ')' -exec cp --parents -t "$out" '{}' +

layers() { # STATUS
	sh tests/layers.sh "$out" >"$out/said"
	[ $? = "$1" ] || { cat "$out/said"; false; }
}
# plant NAME FILE LINE FAILURE... : the file begins with this line, and all that is said of it.
plant() {
	name=$1 file=$2
	[ ! -e "$out/$file" ] || cp "$out/$file" "$out/saved"
	{ printf '%s\n' "$3"; cat "$out/$file" 2>/dev/null; } >"$out/new"
	mv "$out/new" "$out/$file"
	shift 3
	check "$name: found" layers 1
	for failure; do
		check "$name: $failure" grep -x "FAILED  $failure" "$out/said"
	done
	check "$name: alone" test "$(grep -c '^FAILED' "$out/said")" = $#
	if [ -e "$out/saved" ]; then mv "$out/saved" "$out/$file"; else rm "$out/$file"; fi
}
around='includes itself by way of others'

check 'nothing is planted' layers 0
plant 'an include that goes up' generator/base/list.h '#include "generator/plan/plan.h"' \
	'generator/base/list.h includes generator/plan/plan.h'
plant 'an include of a sibling folder' generator/check/check.h '#include "generator/interpret/interpreter.h"' \
	'generator/check/check.h includes generator/interpret/interpreter.h'
plant 'headers of one folder that include each other' generator/variants/variants.h '#include "generator/variants/legal.h"' \
	"generator/variants/legal.h $around" "generator/variants/variants.h $around"
plant 'the same by name alone' generator/variants/variants.h '#include "legal.h"' \
	"generator/variants/legal.h $around" "generator/variants/variants.h $around"
plant 'three that do so' generator/variants/tunables.h '#include "generator/variants/places.h"' \
	"generator/variants/places.h $around" "generator/variants/tunables.h $around" "generator/variants/variants.h $around"
plant 'a table' generator/variants/tunables.def '#include "generator/variants/tunables.h"' \
	"generator/variants/tunables.def $around" "generator/variants/tunables.h $around"
plant 'a file that includes itself' generator/variants/legal.h '#include "generator/variants/legal.h"' \
	'generator/variants/legal.h includes itself'
mkdir "$out/generator/lost"
plant 'a folder in no layer' generator/lost/lost.c '#include "generator/base/list.h"' \
	'generator/lost/lost.c: its folder is in no layer'
finish
