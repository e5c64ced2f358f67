#!/bin/sh
# What is promised of additions: a target, an access and a storage are a template and a line, a function is
# a line, an option a line and a member, a family of grids on the domain of another one a file and lines. Makes them in a
# copy of the tree and runs stencils through each. Params are called like variables of the new templates.

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

cp -r Makefile generator runtime templates stencils "$out"
mkdir -p "$out/tests" "$out/build"
cp tests/deps.sh tests/*.mk "$out/tests"
cp build/grammar.[ch] build/lexer.c "$out/build"
cd "$out" || exit 1

# --- An access: a thread updates every so many levels of a column.

awk '
	/^%kernel/ { print "%grid_z\n1\n" }
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
	'ACCESS(zstride, zstride, TARGETS_WITH_BLOCKS, true, true, false, false, BLOCK_ANY, TILE_NONE, false)'

# --- A storage: a table of all neighbours, and columns by a variable of its own.

sed 's/^const int c = first + i + /const int pointers = first + i;\nconst int c = pointers + /' templates/storage/table.tmpl >templates/storage/pointing.tmpl
line generator/variants/variants.def '^STORAGE' 'STORAGE(pointing, pointing, false, TABLE_DIRECT, false, false)'

# --- A target: plain C++, whose blocks and threads take turns. Its kernels are those of GPUs.

cat >templates/target/plain.tmpl <<'T'
Plain C++: threads of all blocks take turns.  For kernels whose threads do not wait for others.
No name of a stencil appears in %api, %title.
Launchers have %stream, %error, %workspace_alignment, %success, %launch.

    $kernel      a kernel's name
    $blocks      of threads
    $threads     of a block
    $arguments   what the kernel takes
    $result      where the status of a launch goes
    $count       of a thread's rows
    $body        what is done for a row

%api
plain C++

%title
, in plain C++

%stream
void *

%error
int

%workspace_alignment
16

%success
0

%runtime
#include <math.h>

#define __global__ static
#define __host__
#define __device__
#define __launch_bounds__(threads)

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned nx = 1, unsigned ny = 1, unsigned nz = 1) : x(nx), y(ny), z(nz) {}
};
struct alignas(16) double2 { double x, y; };
template <typename number> static number max(number a, number b) { return a < b ? b : a; }
template <typename number> static number min(number a, number b) { return b < a ? b : a; }
static dim3 gridDim, blockDim, blockIdx, threadIdx;

template <typename element>
static inline element
__ldg(const element *at)
{
    return *at;
}

template <typename number>
static void
for_each(const dim3 &sizes, dim3 &at, const number &calls)
{
    for (at.z = 0; at.z < sizes.z; at.z++)
        for (at.y = 0; at.y < sizes.y; at.y++)
            for (at.x = 0; at.x < sizes.x; at.x++)
                calls();
}

%rows_there
for (int r = 0; r < $count && j + r < height; r++) {
    $body
}

%launch
gridDim = $blocks;
blockDim = $threads;
for_each(gridDim, blockIdx, [&] {
    for_each(blockDim, threadIdx, [&] {
        $kernel(
            $arguments);
    });
});
$result 0;
T
[ "$(wc -l <templates/target/plain.tmpl)" -le 80 ] || fail 'the file of a target has more than 80 lines'
line generator/variants/variants.def '^TARGET' 'TARGET(plain, "cc", cuda, 32, 0, true, false, "_plain")'
# The tools have a backend for each compiler and device. With PLAIN=1 that of the host takes texts of the target.
sed -i '/^open_host/,/^}/{
	s/= TARGET_cuda/= getenv("PLAIN") ? TARGET_plain : TARGET_cuda/
	s/"-include", \(arena_printf([^)]*)\)/getenv("PLAIN") ? "-w" : "-include", getenv("PLAIN") ? "-w" : \1/
}' runtime/device/backend.c
[ "$(grep -c PLAIN runtime/device/backend.c)" = 2 ] || fail 'the backend of the host has changed'

# --- A function, and an option of each kind of program.

line generator/language/functions.def '^FUNCTION' 'FUNCTION(expm1, 1, 1, expm1, false, MONOTONE, 8, REAL, 50, 1000)'
line generator/options.def '^OPTION.FLAG, "verbose"' '	"say it", .programs = 1)
OPTION(NUMBER, "greetings", NULL, greetings, "N",
	"greet N times", .most = 9)
OPTION(FLAG, "silent", NULL, quiet, NULL,'
sed -i 's/^	"say it", .programs = 1)$/	"say which files are written")/' generator/options.def
line generator/options.h 'int max_errors;' '	int greetings;'
line generator/main.c 'diagnostics = .struct diagnostics.{' '		.errors = 0 * printf("%.*s", options.greetings, "hello!!!!"),'
line runtime/cli/arguments.def '^HEADING.PROGRAM_ALL, "Other"' 'OPTION(PROGRAM_RUN, TEXT, "note", NULL, note, "TEXT", "remember it", .usual = "nothing")'
line runtime/cli/arguments.h 'const char \*data, \*output' '	const char *note;'

expect 'the tree with additions builds' make -s -j"${JOBS:-2}" CFLAGS=-O0 build/stencilgen build/stencilrun \
	build/stencilbench

cat >laplap.stencil <<'S'
stencil added {
    in u;
    out d;
    param turn = 0.5;
    param pointers = 2;
    param lift = 0.25;

    d = expm1(turn*u) + pointers*u[west] + lift*u[1,-1] + turn*u[0,0,1];
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

# plain WHAT OPTION... : a stencil on random values, as kernels of the target, bit for bit.
plain() {
	what=$1
	shift
	expect "$what" env PLAIN=1 STENCILGEN_CACHE="$out/plain.cache" build/stencilbench --backend host --no-time "$@"
	grep -rq 'run_[a-z_]*_plain' "$out/plain.cache" || fail "$what: it was another target"
	rm -rf "$out/plain.cache"
}
plain 'the target on regular grids' --size 20x11x9 --storage regular --access naive,idxvar,zstride,zloop,zslice,tile --block 8x2x2 laplap.stencil
plain 'the target on tables' --size 20x11x9 --storage chasing,pointing --access idxvar laplap.stencil
plain 'the target on tables, levels innermost' --size 20x11x9 --storage chasing_compressed --levels innermost laplap.stencil
plain 'the target on a mesh' --mesh icosahedron:R1B1 --size-levels 5 stencils/mesh/divergence.stencil
plain 'the target on a mesh, levels innermost' --mesh icosahedron:R1B1 --size-levels 5 --levels innermost stencils/mesh/smagorinsky.stencil
plain 'the target, a program' --size 20x11x9 --storage regular stencils/programs/wave.stencil
plain 'the target, a program that stores what it shares' --size 20x11x9 --store auto stencils/fastwaves.stencil
expect 'the target, which has no shared memory, takes no sums' sh -c \
	'build/stencilgen --target plain --list stencils/programs/cg.stencil 2>&1 | grep "need shared memory, and target plain has none"'
expect 'kernels of the target name no other' sh -c \
	'build/stencilgen -q -o "$0" --target plain laplap.stencil stencils/mesh/divergence.stencil stencils/programs/wave.stencil &&
		! grep -r "cuda[A-Z_]\|hip[A-Z_]" "$0"' "$out/plain"

expect 'kernels rename what templates say' sh -c \
	'build/stencilgen -o - --access zstride --storage pointing laplap.stencil | grep "turn_, *$\|pointers_\*u\|lift_"'
expect 'help names the access' sh -c 'build/stencilgen --help all | grep "^  zstride  *all  *cuda hip plain$"'
expect 'help names the storage' sh -c 'build/stencilgen --help all | grep "^  pointing  *table of all neighbors$"'
expect 'help names the option' sh -c 'build/stencilgen --help all | grep "greet N times (1 to 9)"'
expect 'the option works' test "$(build/stencilgen --list --greetings 5 --storage regular --access zstride laplap.stencil)" \
	= helloadded_regular_zstride
expect 'the option has its range' sh -c 'build/stencilgen --greetings 10 --list laplap.stencil 2>&1 | grep "from 1 to 9, not .10."'
expect 'the option of the tools' run --note remember --backend openmp
expect 'a name for the same' build/stencilgen --silent --list laplap.stencil

# --- A family of grids: a line of points, the last of which is beside the first. It has a rule, neighbors and the first line of
# kernels of its own, and its domain is a row of a plane: no tool knows it.

cat >generator/ring_kind.c <<'T'
#include "generator/check/checker.h"
#include "generator/emit/emitter.h"
#include "generator/emit/interface/fortran.h"
#include "generator/emit/interface/plane_header.h"
#include "generator/variants/choice.h"
#include "generator/variants/variant_words.h"

static const struct neighbor neighbors[] = {
	{ .name = "ahead", .offset = { 1, 0, 0 } }, { .name = "behind", .offset = { -1, 0, 0 } },
};

bool
check_on_ring(struct checker *c)
{
	if (c->stencil->boundaries)
		error_at(c->source, c->stencil->boundaries->span, "a ring has no border");
	for (struct field *f = c->stencil->fields; f; f = f->next) {
		if (f->role == ROLE_IN)
			error_at(c->source, f->span, "'%s' is only read: on a ring fields are inout or out", f->name);
		f->edges[0].kind = EDGE_PERIODIC;
		f->has_boundary = true;
	}
	return check_on_plane(c);
}

static bool
refer_on_ring(const struct checker *c, const struct expr *e, const struct reading *reading, struct reference *to)
{
	if (!refer_by_offset(c, e, reading, to))
		return false;
	if (to->offset.y || to->offset.z)
		error_at(c->source, e->span, "a ring has one row");
	return !to->offset.y && !to->offset.z;
}

struct emitted
emit_on_ring(struct templates *templates, const struct source *source, const struct plan *plan, const struct variant *variant)
{
	struct emitted kernel = emit_on_plane(templates, source, plan, variant);

	kernel.text = arena_printf(templates->arena, "// On a ring.\n%s", kernel.text);
	return kernel;
}

static void
describe(void)
{
	puts("\nA ring has what planes have");
}

const struct grid_kind ring_kind = {
	.predeclared = neighbors, .predeclared_count = 2, .has_domain = true, .has_sides = true, .has_sums = true, .has_flat_kernels = true,
	.check = check_on_ring, .refer = refer_on_ring,
	.storages = &storage_words, .accesses = &access_words, .has_layouts = true, .has_tunables = true,
	.choose = choose_on_plane, .has = has_on_plane, .describe = describe,
	.kernel = emit_on_ring, .header = plane_header, .module = plane_module,
};
T
line generator/language/grids.def '^GRID[(]' 'GRID(ring, plane)'
line generator/language/grids.def '^GRID_NAME[(]' 'GRID_NAME(ring, ring)'
expect 'the tree with a family of grids builds' make -s -j"${JOBS:-2}" CFLAGS=-O0 build/stencilgen build/stencilrun build/stencilbench \
	build/libstencil.a
echo 'stencil on_it on ring { inout u; out d; total = sum(u*u); d = u[ahead]*total; }' >ring.stencil
sed 's/on ring/on plane/; s/out d;/& boundary u, d = periodic x;/; s/ahead/east/' ring.stencil >plane.stencil
for target in cuda openmp; do
	build/stencilgen -q -o "$out/$target.ring" --target $target ring.stencil
	build/stencilgen -q -o "$out/$target.plane" --target $target plane.stencil
	find "$out/$target.ring" -type f | xargs sed -i '/^\/\/ On a ring\.$/d; s/ring\.stencil/plane.stencil/'
	expect "kernels on the grid, $target" diff -r "$out/$target.ring" "$out/$target.plane"
done
expect 'a kernel says the grid' sh -c 'build/stencilgen -o - --access naive --storage regular ring.stencil | grep "^// On a ring\.$"'
# refused WHAT SED-COMMAND MESSAGE
refused() {
	expect "$1" sh -c 'sed "$0" ring.stencil | build/stencilgen --list - 2>&1 | grep "$1"' "$2" "$3"
}
refused 'the rules of the grid: no border' 's/out d;/out d; boundary u = copy x;/' 'a ring has no border'
refused 'the rules of the grid: one row' 's/ahead/0,1,0/' 'a ring has one row'
refused 'the words of the grid' 's/ahead/east/' 'unknown neighbor .east.'
refused 'the name of the grid' 's/on ring/on rign/' 'did you mean .ring.'
expect 'help names the grid' sh -c 'build/stencilgen --help all | grep "^A ring"'
expect 'other grids are as they were' build/stencilgen --list stencils/mesh/divergence.stencil

# --- It runs, is verified and measured, and a program executes it by the library. Each result is also computed here.

cat >turn.stencil <<'S'
stencil turn on ring {
    inout u;
    out d;
    param speed = 0.25;

    d = u - speed*(u[2,0,0] - u[behind]);
}
S
cat >turn.awk <<'A'
FNR == NR { u[FNR - 2] = $1; next }
FNR == 1 {
	for (step = 1; step <= 3; step++) {
		for (i = 0; i < 20; i++)
			d[i] = u[i] - 0.25*(u[(i + 2) % 20] - u[(i + 19) % 20])
		for (i = 0; i < 20; i++)
			u[i] = d[i]
	}
}
FNR >= 2 && FNR <= 21 { right += $1 == u[FNR - 2] }
END { exit right != 20 }
A
# values FILE.npy : of doubles, a line each.
values() { od -An -v -t f8 -w8 -j128 "$1"; }
build/stencilrun -q --sample 23x1x1 around.npy && values around.npy >around.values
# turned WHAT OPTION... : three steps.
turned() {
	what=$1
	shift
	rm -f turned.npy
	expect "$what" env STENCILGEN_CACHE="$out/cache" build/stencilrun turn.stencil --in u=around.npy --out d=turned.npy --steps 3 \
		--swap d:u --verify "$@"
	values turned.npy >turned.values
	expect "$what: the values" awk -f turn.awk around.values turned.values
}
turned 'a ring runs' --backend host
turned 'a ring runs on a CPU, on tables' --backend openmp --storage chasing --access idxvar
turned 'a ring runs in parts' --backend host --ranks 3x1
# A tuning file is for stencils on the grid, too.
expect 'a ring is measured' env STENCILGEN_CACHE="$out/cache" build/stencilbench --backend host --runs 2 --size 23x1x1 \
	--storage regular,chasing --levels outermost --access naive,idxvar --tune turn.tuned --csv turn.csv turn.stencil
expect 'four kernels have a time' awk -F, '
	NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
	$column["stencil"] == "turn" && $column["outcome"] == "measured" && $column["hot_median_us"] > 0 && $column["points"] == 20 { rows++ }
	END { exit rows != 4 }' turn.csv
turned 'a ring runs as was measured' --backend host --tuned turn.tuned
cat >turn.c <<'C'
#include "stencil.h"

#include <stdio.h>

enum { POINTS = 20, LOW = 1, HIGH = 2 };

int
main(int argc, char **argv)
{
	const struct stencil_shape shape = { .size = { LOW + POINTS + HIGH, 1, 1 } };
	struct stencil_error error = { 0 };
	double u[LOW + POINTS + HIGH] = { 0 }, d[LOW + POINTS + HIGH] = { 0 };
	stencil_plan *plan = argc == 3 ? stencil_plan_create(argv[1], NULL, &shape, argv[2], 0, &error) : NULL;
	int right = 0;

	for (int i = 0; i < POINTS; i++)
		u[LOW + i] = i*i;
	if (!plan || stencil_plan_bind(plan, "u", u, sizeof u, &error) || stencil_plan_bind(plan, "d", d, sizeof d, &error)
			|| stencil_execute(plan, NULL)) {
		puts(error.text);
		return 1;
	}
	for (int i = 0; i < POINTS; i++) {
		const int ahead = (i + 2) % POINTS, behind = (i + POINTS - 1) % POINTS;

		right += d[LOW + i] == i*i - 0.25*(ahead*ahead - behind*behind);
	}
	stencil_plan_destroy(plan);
	return right != POINTS;
}
C
# shellcheck disable=SC2086 # $CC is words
expect 'a program with the library' ${CC:-cc} -std=c11 -Wall -Werror -Iruntime/library turn.c build/libstencil.a -lm -ldl -pthread -o turn
for backend in host openmp; do
	expect "a program executes a ring, $backend" env STENCILGEN_CACHE="$out/cache" ./turn turn.stencil backend=$backend
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
