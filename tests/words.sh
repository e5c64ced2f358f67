#!/bin/sh
# words.sh [--count] [TREE] : no private term for what has a standard name, in code, templates, messages, help texts, reference pages and pages
# of results. CHANGELOG.md has one line a change. The pages also have short sentences and lines: lib/prose.awk. Each line of the table is
# a term, what to write instead, and the files in which the word has another meaning, as a regular expression. Public
# names stay, as stencil_strips. --count prints the number of uses, for weight.sh.
set -u
LC_ALL=C
export LC_ALL
prose=$(cd "$(dirname "$0")" && pwd)/lib/prose.awk
count=
[ "${1-}" != --count ] || { count=1; shift; }
cd "${1:-$(dirname "$0")/..}" || exit 1

terms() {
	cat <<'END'
blocks? (that|which|where these|where they) go on|blocks go on|goes_on|go_on	persistent blocks	^$
(kept|keep|keeps)[ _]rows	row buffer	^$
strips?	register tile, of points; boundary region, of a subdomain	^runtime/exchange/|^runtime/device/|^runtime/scaling/scaling_model|^runtime/partition/regions.c
stretch(es)?	vector of levels	^$
spots?	reference, neighbor	^runtime/data/mesh_svg
hand(s|ed|ing)?[ _]on|handed	carry	^$
ask(s|ed|ing)?[ _](near|far|for[ _]rows)	prefetch	^$
questions?	guards	^runtime/library/plan_bind
rings?	halo layer, of a subdomain; circular buffer, of levels	^runtime/kernels/
cuts?	decompose, decomposition	^generator/base/|^generator/emit/sparse/|^templates/sparse/
carriers?	transport	^$
turns? of (a|the|each) (thread's |kernel's )?loop|levels a turn|is_turn	iteration	^$
settle[sd]?	resolve defaults	^$
yardsticks?	reference copy bandwidth	^$
riding	fused reductions	^$
drafts?	temporary file	^$
census	count of non-finite values	^$
keepings?	storage decision	^$
END
}

# Words of identifiers count, too: find_strip has one.
uses() {
	files=$(find generator runtime templates -type f -regextype posix-extended -regex '.*\.(c|h|l|y|cu|cuh|def|tmpl|py|awk|sh)' ! -path 'runtime/results/*' | sort)
	tab=$(printf '\t')
	terms | while IFS="$tab" read -r term instead elsewhere; do
		echo "$files" | grep -vE -e "$elsewhere" | xargs grep -noiE -e "(^|[^A-Za-z])($term)([^A-Za-z]|\$)" /dev/null | sed "s|\$| ($instead)|"
	done
}

pages() {
	cat <<'END'
generator/README.md
generator/explained/README.md
generator/explained/bits.md
generator/explained/clusters.md
generator/explained/kernels.md
generator/explained/levels.md
generator/explained/verification.md
generator/language/README.md
generator/language/glossary.md
templates/README.md
templates/calling.md
README.md
generator/split/README.md
tests/README.md
stencils/README.md
runtime/results/README.md
CHANGELOG.md
CONTRIBUTING.md
runtime/python/README.md
runtime/packaging/man/environment.md
runtime/packaging/man/libstencil.md
runtime/packaging/man/stencil.md
runtime/packaging/man/stencilgen.md
runtime/README.md
runtime/run.md
runtime/bench.md
runtime/meshes.md
runtime/parallel.md
runtime/tutorial.md
runtime/packaging/README.md
runtime/packaging/man/stencilrun.md
runtime/packaging/man/stencilbench.md
runtime/packaging/man/stencilreport.md
runtime/partition/README.md
END
	find runtime/results -mindepth 3 -name README.md | sort
}

# What the compiler prints: messages without the lines of the text that they show, and dumps of programs.
printed() {
	grep -HnE '^[^|]*(error|warning|note): |^stencilgen: ' tests/golden/*.err
	grep -Hn '' tests/golden/*.split
}

# Names in quotes and those after the first word of a dump's line are the stencil's, others those of options.
prints() {
	terms=$(terms | cut -f 1 | tr '\n' '|')$ordinary'|places?'
	printed | sed "s/^[^:]*\/\([^:]*\):\([0-9]*\):/\1:\2: /; s/: [^ ]*\.stencil:[0-9:]*/:/; s/'[^']*'//g; s/--[a-z-]*//g; s/ in place\b//
		s/\(\.split:[0-9]*:  *[a-z]*\) [^,;]*/\1/" |
		grep -iE ": .*(^|[^A-Za-z])($terms)([^A-Za-z]|\$)"
}

# Help texts of the programs that are built. Arguments in capitals are names of options.
helps() {
	terms=$(terms | cut -f 1 | tr '\n' '|')$ordinary'|places?'
	for program in stencilgen stencilrun stencilbench stencilreport; do
		[ ! -x "build/$program" ] || "build/$program" --help all | sed "s/--[a-z-]*\( [A-Z]*\)\{0,1\}//g; s/^/$program --help: /"
	done | grep -iE ": .*(^|[^A-Za-z])($terms)([^A-Za-z]|\$)"
}

# Changes of the changelog that take more than a line.
long_changes() {
	awk '/^[-#]/ { entry = /^-/ } /^ / && entry { print FILENAME ":" FNR ": write one line a change: " $0 }' CHANGELOG.md
}

# Terms that only pages and messages avoid: names in code have them.
ordinary='parts?|lanes?|engines?|beyond|behind|lies|lie|tells?|kept'
style() {
	terms=$(terms | cut -f 1 | tr '\n' '|')$ordinary
	pages | while read -r page; do
		awk -v terms="$terms" -f "$prose" "$page"
	done 2>&1
}

words=$(mktemp "${TMPDIR:-/tmp}/words.XXXXXX") || exit 1
trap 'rm -f "$words"' EXIT
uses >"$words"
[ "$count" ] || { style; prints; helps; long_changes; } >>"$words"
failed=$(wc -l <"$words")
if [ "$count" ]; then
	echo "$failed"
	exit
fi
cat "$words"
echo "$(terms | wc -l) passed, $failed failed"
[ "$failed" = 0 ]
