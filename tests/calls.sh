#!/bin/sh
# calls.sh : no two source files call each other, neither straight nor by way of others, and no name is
# defined twice. It reads the symbols of what was built in build/.
set -u
cd "$(dirname "$0")/.." || exit 1
out=build/tests/calls
mkdir -p "$out"
passed=0 failed=0
rm -f "$out/defined"

for part in generator runtime; do
	# Objects of sources that are gone may still be there.
	find $part -name '*.c' ! -path 'runtime/host/*' ! -path 'runtime/kernels/*' ! -name '*_absent.c' | sort |
		sed 's|^|build/|; s|c$|o|' | xargs nm -A -P >"$out/symbols"
	# Both are linked together: a name of one may not be defined in the other.
	awk '{ sub(/:$/, "", $1) } $3 ~ /^[TDBRC]$/ && $2 != "main" { print $2 }' "$out/symbols" | sort -u >>"$out/defined"
	awk '
		{ sub(/:$/, "", $1) }
		$3 ~ /^[TDBRC]$/ && $2 != "main" {
			if ($2 in home)
				print "FAILED  " $2 " is defined in " home[$2] " and " $1 >"/dev/stderr"
			home[$2] = $1
		}
		$3 == "U" { uses[$1 " " $2] }
		END {
			for (use in uses) {
				split(use, word, " ")
				if (word[2] in home && home[word[2]] != word[1])
					print word[1], home[word[2]]
			}
		}' "$out/symbols" 2>"$out/twice" | sort -u >"$out/edges"
	tsort "$out/edges" >/dev/null 2>"$out/loops"
	passed=$((passed + $(wc -l <"$out/edges")))
	failed=$((failed + $(wc -l <"$out/twice") + $(grep -c 'loop' "$out/loops")))
	cat "$out/twice" "$out/loops"
done
both=$(sort "$out/defined" | uniq -d)
for name in $both; do
	echo "FAILED  $name is defined in generator/ and in runtime/"
	failed=$((failed + 1))
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
