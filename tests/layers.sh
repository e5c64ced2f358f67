#!/bin/sh
# layers.sh : holds the tree to its structure. A file includes what lies in its own folder or in one below,
# never what lies above; names of files are unique; no source file has more than 450 lines, the grammar 500.
set -u
cd "$(dirname "$0")/.." || exit 1

# The folders, lowest first. Those on one line do not include each other.
layers='
generator/base
generator/language generator/grids generator/text generator/cli
generator/definitions
generator/check generator/interpret
generator/check/mesh generator/check/rules generator/interpret/mesh
generator/gather
generator/plan
generator/sweeps
generator/split
generator/split/keep
generator/variants
generator/emit
generator/emit/tile generator/emit/rows generator/emit/interface
generator/emit/plane generator/emit/sparse generator/emit/mesh
generator/emit/program
generator
runtime/formats runtime/chart runtime/grid runtime/exchange
runtime/netcdf runtime/mesh
runtime/data runtime/meshgenerators
runtime/meshfile runtime/meshorder
runtime/toolchain
runtime/streams
runtime/device
runtime/cli
runtime/rows
runtime/problem runtime/report
runtime/ranks
runtime/columnparts
runtime/planeparts
runtime/meshproblem
runtime/meshranks
runtime/library
runtime/analysis runtime/measure
runtime/candidates
runtime/pages runtime/run runtime/bench runtime/scaling
runtime/run/plane runtime/run/mesh
runtime'

# The host header is one file so that a kernel needs to include one only.
sources() {
	find generator runtime -name '*.[chly]' ! -path 'runtime/host/*' ! -path 'runtime/kernels/*' | sort
}

includes() {
	sources | xargs grep -H '^#include "[a-z]*/' | sed 's/:#include "/ /; s/".*//' |
		awk -v layers="$layers" '
		function folder(path) { sub("/[^/]*$", "", path); return path }
		BEGIN {
			n = split(layers, line, "\n")
			for (i = 1; i <= n; i++) {
				m = split(line[i], names, " ")
				for (j = 1; j <= m; j++)
					level[names[j]] = i
			}
		}
		folder($2) in level {
			from = folder($1)
			to = folder($2)
			if (!(from in level))
				print "FAILED  " $1 ": its folder is in no layer"
			else if (from != to && level[to] >= level[from])
				print "FAILED  " $1 " includes " $2
			else
				print "ok"
		}'
}

names() {
	sources | sed 's|.*/||' | sort | uniq -c |
		awk '{ print ($1 > 1 ? "FAILED  several files are named " $2 : "ok") }'
}

lengths() {
	find generator runtime -name '*.[chly]' -o -name '*.cu' -o -name '*.cuh' | sort | xargs wc -l templates/*.h |
		awk '$2 != "total" {
			most = $2 ~ /\.y$/ ? 500 : 450
			print ($1 > most ? "FAILED  " $2 " has " $1 " lines" : "ok")
		}'
}

folders() {
	find generator runtime -name '*.[cly]' -o -name '*.cu' | sed 's|/[^/]*$||' | sort | uniq -c |
		awk '{ print ($1 > 16 ? "FAILED  " $2 " has " $1 " files that are compiled" : "ok") }'
}

{ includes; names; lengths; folders; } | awk '
	/^ok/ { passed++; next }
	{ failed++; print }
	END { print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 }'
