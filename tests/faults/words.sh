#!/bin/sh
# tests/words.sh finds private terms, planted in a copy of the tree.
set -u
cd "$(dirname "$0")/../.." || exit 1
out=$(mktemp -d "${TMPDIR:-/tmp}/words.XXXXXX") || exit 1
trap 'rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM
. tests/lib/check.sh

mkdir -p "$out/generator/plan" "$out/runtime/run" "$out/templates/cuda"
words() { # STATUS TEXT
	sh tests/words.sh "$out" >"$out/said"
	[ $? = "$1" ] && grep -qF -e "$2" "$out/said" || { cat "$out/said"; false; }
}
# planted TEXT : in code and in a template it is found, with its line.
planted() {
	printf '\n%s\n' "$1" >"$out/generator/plan/x.c"
	check "'$1' in code" words 1 'generator/plan/x.c:2:'
	rm "$out/generator/plan/x.c"
	printf '\n\n%s\n' "$1" >"$out/templates/cuda/x.tmpl"
	check "'$1' in a template" words 1 'templates/cuda/x.tmpl:3:'
	rm "$out/templates/cuda/x.tmpl"
}
mkdir -p "$out/tests/golden"
echo "x.stencil:1:2: error: unknown name 'lane'" >"$out/tests/golden/x.err"
printf '%s\n' 'program x' '  stored kept, double, kernels 1 to 2, array 1' >"$out/tests/golden/x.split"
for page in $(sed -n '/^pages()/,/^END/p' tests/words.sh | grep '\.md$'); do
	mkdir -p "$(dirname "$out/$page")" && echo 'A page.' >"$out/$page"
done
planted '/* Blocks that go on. */'
planted 'static int find_strip(void);'
planted 'struct stretch *stretches;'
planted 'OWN_SPOT'
planted 'struct draft draft;'
planted '    $spots  what is handed on'
echo 'x.stencil:1:2: error: a place is missing' >"$out/tests/golden/y.err"
check 'a private term in a message' words 1 'y.err:1:'
rm "$out/tests/golden/y.err"
echo '  kept u, double, kernels 1 to 2, array 1' >"$out/tests/golden/y.split"
check 'and in a dump' words 1 'y.split:1:'
rm "$out/tests/golden/y.split"
echo 'int where = 0; /* asks for it */' >"$out/runtime/run/x.c"
check 'what has another meaning is not' words 0 ' passed, 0 failed'
echo 'struct point spot;' >"$out/runtime/run/mesh_svg.c"
check 'nor in files where it has none' words 1 'mesh_svg.c:1:'
rm "$out/runtime/run/mesh_svg.c"

# in_page TITLE STATUS TEXT LINE...: what is said of a page of these lines.
in_page() {
	title=$1 status=$2 text=$3
	shift 3
	printf '%s\n' "$@" >"$out/runtime/run.md"
	check "$title" words "$status" "$text"
}
fifteen='one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'
in_page 'a private term in a page' 1 'runtime/run.md:3: private term: Part ' '# A page' '' 'Part of it.'
in_page 'a term across lines, in a list' 1 'run.md:1: private term: handed' '- It is' '  handed over.'
in_page 'a long line' 1 'run.md:2: 101 columns' '' "$(printf '%0101d' 0)"
in_page 'a long sentence' 1 'run.md:1: 31 words' "$fifteen" "$fifteen, sixteen."
in_page 'sentences of 30 words, 100 columns, code and tables' 0 ' passed, 0 failed' "$fifteen" "$fifteen. ‘More’." '' \
	"$(printf '%099dµ' 0)" '' '```' "part $fifteen $fifteen sixteen" '```' "| $fifteen $fifteen sixteen |" '' 'Give `--part`.'
in_page 'a private term in a table' 1 'run.md:2: private term: kept' '# A page' '| it is kept |'
in_page 'and in a heading' 1 'run.md:1: private term: rings' '## Of rings'
echo 'A page.' >"$out/runtime/run.md"
mkdir -p "$out/runtime/results/gpu/topic"
echo 'Blocks that go on.' >"$out/runtime/results/gpu/topic/README.md"
check 'a private term in a page of results' words 1 'results/gpu/topic/README.md:1: private term: Blocks that go on'
rm -r "$out/runtime/results/gpu"
echo '- A change.' >"$out/CHANGELOG.md"
check 'a change on a line' words 0 ' passed, 0 failed'
printf '%s\n' 'A page' 'of two.' '' '- A change' '  of two lines.' >"$out/CHANGELOG.md"
check 'a change on two lines' words 1 'CHANGELOG.md:5: write one line a change:'
echo 'A page.' >"$out/CHANGELOG.md"
mkdir "$out/build"
help() {
	printf '#!/bin/sh\n%s\n' "echo '$1'" >"$out/build/stencilrun"
	chmod +x "$out/build/stencilrun"
}
help '  --place PLACE   memory of values'
check 'a name of an option in a help text' words 0 ' passed, 0 failed'
help '  --ranks N   number of parts'
check 'a private term in a help text' words 1 'stencilrun --help: '
rm -r "$out/build"
rm "$out/$page"
check 'a page is missing' words 1 "$page"
finish
