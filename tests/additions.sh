#!/bin/sh
# What is promised of additions: an access and a storage are a template and a line, a function is
# a line, an option a line and a member. Makes them in a copy of the tree and runs a stencil
# through each. Its params are called like variables of the new templates.

cd "$(dirname "$0")/.." || exit 1
out=$(mktemp -d "${TMPDIR:-/tmp}/additions.XXXXXX") || exit 1
trap 'rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM
passed=0 failed=0

pass() { passed=$((passed + 1)); }
fail() {
	failed=$((failed + 1))
	printf 'FAILED  %s\n' "$1"
	[ ! -s "$out/log" ] || head -n 20 "$out/log" | sed 's/^/        /'
}
expect() { # WHAT COMMAND...
	what=$1
	shift
	if "$@" >"$out/log" 2>&1; then pass; else fail "$what"; fi
}
# line FILE PATTERN LINE: the line comes after the last that the pattern matches.
line() {
	awk -v pattern="$2" -v line="$3" '
		FNR == NR { if ($0 ~ pattern) last = FNR; next }
		{ print }
		FNR == last { print line }' "$1" "$1" >"$out/new" && cp "$out/new" "$1"
	grep -qF -e "$3" "$1" || fail "$1 has no place for: $3"
}

cp -r Makefile generator runtime templates "$out"
mkdir -p "$out/tests" "$out/build"
cp tests/deps.sh tests/*.mk "$out/tests"
cp build/grammar.[ch] build/lexer.c "$out/build"
cd "$out" || exit 1

# --- An access: a thread updates every so many levels of a column.

awk '
	/^%grid_z/ { print; getline; print "1"; next }
	/^ *const int k = / || /^ *const int base = / || /Where the level begins/ { next }
	/if .\$outside/ { sub(/ .. k >= depth/, "") }
	/^    \$statements$/ {
		print "    for (int lift = threadIdx.z; lift < depth; lift += blockDim.z) {"
		print "        const int turn = lift/(int)blockDim.z;"
		print "        const int k = turn*(int)blockDim.z + (int)threadIdx.z;"
		print "        const int base = k*stride;"
		print ""
		print "        $statements"
		print "    }"
		next
	}
	{ print }' templates/cuda/idxvar.tmpl >templates/cuda/zstride.tmpl
line generator/variants/variants.def '^ACCESS' \
	'ACCESS(zstride, zstride, TARGETS_WITH_BLOCKS, true, true, false, false, BLOCK_ANY, TILE_NONE)'

# --- A storage: a table under another name.

sed 's/\([^>]\)table\([[ ,]\)/\1pointers\2/g; s/, table,/, pointers,/' templates/storage/table.tmpl >templates/storage/pointing.tmpl
line generator/variants/variants.def '^STORAGE' 'STORAGE(pointing, pointing, false, TABLE_DIRECT, false, false)'

# --- A function, and an option of each kind of program.

line generator/language/functions.def '^FUNCTION' 'FUNCTION(sinh, 1, 1, sinh, false, MONOTONE, 8)'
line generator/options.def '^OPTION.FLAG, "verbose"' '	"say it", .programs = 1)
OPTION(NUMBER, "greetings", NULL, greetings, "N",
	"greet N times", .most = 9)
OPTION(FLAG, "silent", NULL, quiet, NULL,'
sed -i 's/^	"say it", .programs = 1)$/	"say which files are written")/' generator/options.def
line generator/options.h 'int max_errors;' '	int greetings;'
line generator/main.c 'diagnostics = .struct diagnostics.{' '		.errors = 0 * printf("%.*s", options.greetings, "hello!!!!"),'
line runtime/cli/arguments.def '^HEADING.PROGRAM_ALL, "Other"' 'OPTION(PROGRAM_RUN, TEXT, "note", NULL, note, "TEXT", "remember it", .usual = "nothing")'
line runtime/cli/arguments.h 'const char \*data, \*output' '	const char *note;'

expect 'the tree with additions builds' make -s -j"${JOBS:-2}" CFLAGS=-O0 build/stencilgen build/stencilrun

cat >laplap.stencil <<'S'
stencil added {
    in u;
    out d;
    param turn = 0.5;
    param pointers = 2;
    param lift = 0.25;

    d = sinh(turn*u) + pointers*u[west] + lift*u[1,-1] + turn*u[0,0,1];
}
S
sample='build/stencilrun -q --sample 20x11x9 u.npy'
expect 'a sample' $sample
run() {
	STENCILGEN_CACHE="$out/cache" build/stencilrun laplap.stencil --in u=u.npy --out d=d.npy --verify "$@"
}
expect 'the access on regular grids' run --backend host --access zstride --storage regular --block 8x2x2
expect 'the access on the storage' run --backend host --access zstride --storage pointing --block 8x2x2
expect 'the storage with another access' run --backend openmp --access idxvar --storage pointing
expect 'the function on the CPU' run --backend openmp --access naive --storage regular
expect 'kernels rename what templates say' sh -c \
	'build/stencilgen -o - --access zstride --storage pointing laplap.stencil | grep "turn_, *$\|pointers_\*u\|lift_"'
expect 'help names the access' sh -c 'build/stencilgen --help | grep "^  zstride  *all  *cuda hip$"'
expect 'help names the storage' sh -c 'build/stencilgen --help | grep "^  pointing  *table of all neighbours$"'
expect 'help names the option' sh -c 'build/stencilgen --help | grep "greet N times (1 to 9)"'
expect 'the option works' test "$(build/stencilgen --list --greetings 5 --storage regular --access zstride laplap.stencil)" \
	= helloadded_regular_zstride
expect 'the option has its range' sh -c 'build/stencilgen --greetings 10 --list laplap.stencil 2>&1 | grep "from 1 to 9, not .10."'
expect 'the option of the tools' run --note remember --backend openmp
expect 'a name for the same' build/stencilgen --silent --list laplap.stencil

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
