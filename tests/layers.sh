#!/bin/sh
# layers.sh [TREE] : holds the tree to its structure. A file includes files of its own folder or of one below,
# never of one above; no file includes itself by way of others, within a folder neither.
set -u
cd "${1:-$(dirname "$0")/..}" || exit 1

# The folders, lowest first. Those on one line do not include each other.
layers='
generator/base
generator/language generator/grids generator/text generator/cli
generator/check generator/interpret
generator/check/rules
generator/plan
generator/split
generator/variants
generator/emit
generator/emit/interface
generator/emit/plane generator/emit/sparse
generator/emit/program
generator/emit/mesh
generator
runtime/formats runtime/chart runtime/grid runtime/exchange
runtime/mesh
runtime/data
runtime/toolchain
runtime/device
runtime/cli
runtime/rows
runtime/problem runtime/report
runtime/partition
runtime/library
runtime/run runtime/bench
runtime/scaling
runtime'

# The host header is one file so that a kernel needs to include one only.
sources() {
	find generator runtime -name '*.[chly]' ! -path 'runtime/host/*' ! -path 'runtime/kernels/*' | sort
}

included() {
	sources
	find generator runtime -name '*.def'
}

# edges : FILE INCLUDED, for what is included of these sources: by its path, or by its name from the same folder.
edges() {
	{
		included
		included | xargs grep -H '^[[:space:]]*# *include *"' | sed 's/:[[:space:]]*# *include *"/ /; s/".*//'
	} | awk '
		NF == 1 { source[$1] = 1; next }
		{ own = $1; sub("[^/]*$", $2, own) }
		own in source { print $1, own; next }
		$2 in source { print }'
}

includes() {
	edges | awk -v layers="$layers" '
		function folder(path) { sub("/[^/]*$", "", path); return path }
		BEGIN {
			n = split(layers, line, "\n")
			for (i = 1; i <= n; i++) {
				m = split(line[i], names, " ")
				for (j = 1; j <= m; j++)
					level[names[j]] = i
			}
		}
		{
			from = folder($1)
			to = folder($2)
			if (!(from in level))
				print "FAILED  " $1 ": its folder is in no layer"
			else if (!(to in level))
				print "FAILED  " $2 ": its folder is in no layer"
			else if (from != to && level[to] >= level[from])
				print "FAILED  " $1 " includes " $2
			else
				print "ok"
		}'
}

# Guards against a second inclusion hide that files include each other.
cycles() {
	edges | awk '$1 == $2 { print "FAILED  " $1 " includes itself" }'
	if loops=$(edges | tsort 2>&1 >/dev/null); then
		edges | sed 's/.*/ok/'
	else
		echo "$loops" | sed -n 's/^tsort: \([^ ]*\)$/FAILED  \1 includes itself by way of others/p' | sort -u
		echo "$loops" | grep -q loop || echo "FAILED  tsort: $loops"
	fi
}

{ includes; cycles; } | awk '
	/^ok/ { passed++; next }
	{ failed++; print }
	END { print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 }'
