/* Every kernel on a sparse grid that sparse.def lists, linked into one program, against
 * the interpreter: sweeps bit for bit, over all of their memory; evaluations bit for bit
 * with access basic where they add up in the same order, and this against the
 * interpreter within the rounding of the sum. */

#include "generator/compile.h"
#include "generator/variants/sparse_variants.h"
#include "generator/interpret/sparse_interpret.h"

#include "stencil_launch.h"
#include "stencil_probes.h"

#include "run_tests.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SUFFIX_double
#define SUFFIX_float _float
#define SUFFIX_compact
#define SUFFIX_padded _pad
#define SUFFIX_cuda
#define SUFFIX_openmp _openmp
#define PASTE(a, b, c, d, e, f, g, h) PASTE_NOW(a, b, c, d, e, f, g, h)
#define PASTE_NOW(a, b, c, d, e, f, g, h) a##b##_sparse_##c##_d##d##_l##e##f##g##h
#define NAME(what, stencil, access, target, precision, dim, level, padding) \
	PASTE(what, stencil, access, dim, level, SUFFIX_##padding, SUFFIX_##precision, \
		SUFFIX_##target)

typedef int sparse_run(const void *grid, void *const *fields, const double *params,
	struct stencil_block block, void *stream);
typedef int sparse_upload(void);

/* Only kernels with a table of parents have an upload. */
#define SPARSE(stencil, access, target, precision, dim, level, padding, points) \
	sparse_run NAME(run_, stencil, access, target, precision, dim, level, padding); \
	__attribute__((weak)) sparse_upload \
		NAME(upload_, stencil, access, target, precision, dim, level, padding);
#include "sparse.def"
#undef SPARSE

struct entry {
	const char *stencil, *access, *precision;
	int dim, level;
	bool padded;
	int points;
	sparse_run *run;
	sparse_upload *upload;
};

#define PADDED_compact false
#define PADDED_padded true
static const struct entry entries[] = {
#define SPARSE(stencil, access, target, precision, dim, level, padding, points) \
	{ #stencil, #access, #precision, dim, level, PADDED_##padding, points, \
		NAME(run_, stencil, access, target, precision, dim, level, padding), \
		NAME(upload_, stencil, access, target, precision, dim, level, padding) },
#include "sparse.def"
};
enum { ENTRIES = sizeof entries/sizeof *entries };

/* Numbers from -1 to 1 that nothing repeats. */
static double
noise(unsigned long seed)
{
	unsigned long z = seed*0x9e3779b97f4a7c15ul;

	z = (z ^ z >> 30)*0xbf58476d1ce4e5b9ul;
	z = (z ^ z >> 27)*0x94d049bb133111ebul;
	return (double)((z ^ z >> 31) >> 11)*0x1p-52 - 1;
}

struct trial {
	const struct entry *entry;
	struct arena arena;
	struct unit unit;
	struct sparse_grid grid;
	size_t element, bytes;
	double *params;
};

static void
set(const struct trial *t, void *array, long place, double value)
{
	if (t->element == sizeof (float))
		((float *)array)[place] = (float)value;
	else
		((double *)array)[place] = value;
}

static double
get(const struct trial *t, const void *array, long place)
{
	return t->element == sizeof (float) ? (double)((const float *)array)[place]
		: ((const double *)array)[place];
}

/* Memory as a GPU would align it, so that sanitizers see its end. */
static void *
new_array(const struct trial *t, long count)
{
	void *memory = NULL;

	ck_assert_int_eq(posix_memalign(&memory, 256, (size_t)(count ? count : 1)*t->element), 0);
	return memory;
}

static void *
new_field(const struct trial *t)
{
	void *u = new_array(t, t->grid.group[t->grid.level]);

	for (long j = 0; j < t->grid.group[t->grid.level]; j++)
		set(t, u, j, noise((unsigned long)j + 1));
	return u;
}

static struct sparse_interpretation
interpretation(const struct trial *t, void *u)
{
	return (struct sparse_interpretation){
		.stencil = t->unit.stencils, .dim = t->grid.dim, .level = t->grid.level,
		.padded = t->grid.padded, .params = t->params, .u = u,
	};
}

static void
explain(const struct trial *t, const char *what, long place, double got, double expected)
{
	ck_abort_msg("%s %s %s, %d dimensions, %d levels%s: %s %ld is %.17g, not %.17g",
		t->entry->stencil, t->entry->access, t->entry->precision, t->grid.dim, t->grid.level,
		t->grid.padded ? ", padded" : "", what, place, got, expected);
}

static void
try_sweep(struct trial *t)
{
	void *u = new_field(t), *expected = new_field(t);
	const struct sparse_interpretation run = interpretation(t, expected);
	void *const fields[] = { u };

	ck_assert(sparse_interpret(&run));
	ck_assert_int_eq(t->entry->run(NULL, fields, t->params, (struct stencil_block){ 1, 1, 1 }, NULL), 0);
	for (long j = 0; memcmp(u, expected, t->bytes) && j < t->grid.group[t->grid.level]; j++)
		if (memcmp((char *)u + (size_t)j*t->element, (char *)expected + (size_t)j*t->element,
				t->element))
			explain(t, "place", j, get(t, u, j), get(t, expected, j));
	free(u);
	free(expected);
}

enum { PROBES = 77 };

/* All over the cube; on points of the grid; on and off its edges; nowhere. */
static double
probe_at(const struct trial *t, int j, int dimension)
{
	const double anywhere = (noise((unsigned long)(j*32 + dimension + 5)) + 1)/2;
	const double odd[] = { 0, 1, -0.25, 1.5, NAN, INFINITY, -INFINITY, 1e30 };

	if (j < 20)
		return ldexp(floor(ldexp(anywhere, t->grid.level)), -t->grid.level);
	if (j < 28 && dimension == j % t->grid.dim)
		return odd[j - 20];
	return anywhere;
}

/* Coordinates as a layout has them; tiles end with zeros. */
static void *
new_probes(const struct trial *t, enum probe_layout layout)
{
	const int tile = layout == PROBES_IN_TILES ? 32 : 1, dim = t->grid.dim;
	const int room = (PROBES + tile - 1)/tile*tile;
	void *x = new_array(t, (long)room*dim);

	for (int j = 0; j < room; j++)
		for (int d = 0; d < dim; d++)
			set(t, x, ((long)(j/tile)*dim + d)*tile + j % tile, j < PROBES ? probe_at(t, j, d) : 0);
	return x;
}

static void
run_evaluation(const struct trial *t, const struct entry *entry, void *u, void *v)
{
	enum probe_layout layout = PROBES_IN_ROWS;
	void *fields[] = { u, NULL, v };

	for (int a = 0; a < SPARSE_ACCESS_COUNT; a++)
		if (sparse_accesses[a].evaluation && !strcmp(sparse_accesses[a].name, entry->access))
			layout = sparse_accesses[a].layout;
	fields[1] = new_probes(t, layout);
	ck_assert_int_eq(entry->run(&(struct stencil_probes){ PROBES }, fields, NULL,
		(struct stencil_block){ 1, 1, 1 }, NULL), 0);
	free(fields[1]);
}

/* The kernel of access basic for the same grid. */
static const struct entry *
find_basic(const struct entry *like)
{
	for (int i = 0; i < ENTRIES; i++)
		if (!strcmp(entries[i].access, "basic") && !strcmp(entries[i].stencil, like->stencil)
				&& !strcmp(entries[i].precision, like->precision) && entries[i].dim == like->dim
				&& entries[i].level == like->level && entries[i].padded == like->padded)
			return &entries[i];
	return like;
}

static bool
is_near(double a, double b, double tolerance)
{
	return isnan(a) || isnan(b) ? isnan(a) && isnan(b) : fabs(a - b) <= tolerance;
}

static void
try_evaluation(struct trial *t)
{
	const double tolerance = t->element == sizeof (float) ? 8*2e-6 : 8*4e-15;
	void *u = new_field(t), *x = new_probes(t, PROBES_IN_ROWS);
	void *v = new_array(t, PROBES), *basic = new_array(t, PROBES);
	double expected[PROBES];
	struct sparse_interpretation run = interpretation(t, u);

	run.x = x;
	run.v = expected;
	run.probes = PROBES;
	ck_assert(sparse_interpret(&run));
	run_evaluation(t, t->entry, u, v);
	run_evaluation(t, find_basic(t->entry), u, basic);
	for (long j = 0; j < PROBES; j++) {
		if (!is_near(get(t, v, j), expected[j], tolerance))
			explain(t, "probe", j, get(t, v, j), expected[j]);
		if (strcmp(t->entry->access, "tree") && !isnan(expected[j])
				&& memcmp((char *)v + (size_t)j*t->element, (char *)basic + (size_t)j*t->element,
					t->element))
			explain(t, "probe, unlike access basic,", j, get(t, v, j), get(t, basic, j));
	}
	free(u);
	free(x);
	free(v);
	free(basic);
}

static struct trial
prepare(const struct entry *entry)
{
	const bool single = !strcmp(entry->precision, "float");
	struct diagnostics diagnostics = { .out = stderr, .max_errors = 20 };
	const char *folder = getenv("STENCILS");
	struct trial t = { .entry = entry };
	char path[256];

	snprintf(path, sizeof path, "%s/%s.stencil", folder ? folder : "stencils/sparse", entry->stencil);
	ck_assert(compile_file(&t.arena, &diagnostics, path, single ? TYPE_FLOAT : TYPE_DOUBLE, &t.unit));
	ck_assert_msg(sparse_grid_make(entry->dim, entry->level, entry->padded, &t.grid, NULL),
		"no such grid");
	ck_assert_int_eq(t.grid.points, entry->points);
	t.element = t.unit.stencils->fields->type == TYPE_FLOAT ? sizeof (float) : sizeof (double);
	t.bytes = (size_t)t.grid.group[entry->level]*t.element;
	t.params = arena_array(&t.arena, double, t.unit.stencils->param_count + 1);
	for (const struct param *p = t.unit.stencils->params; p; p = p->next)
		t.params[p->index] = p->value ? atof(p->value) : 1;
	return t;
}

/* In a process of its own, where no table is filled yet. */
START_TEST(wrong_calls_are_refused)
{
	const struct entry *entry = &entries[_i];
	const struct stencil_block block = { 1, 1, 1 };
	struct stencil_probes probes = { 1 };
	struct trial t = prepare(entry);
	const struct stencil *stencil = t.unit.stencils;
	void **fields = arena_array(&t.arena, void *, stencil->field_count);

	for (const struct field *f = stencil->fields; f; f = f->next)
		fields[f->index] = new_array(&t, t.grid.group[entry->level]);
	if (entry->upload) {
		ck_assert_int_eq(entry->run(&probes, fields, t.params, block, NULL), STENCIL_NO_TABLE);
		ck_assert_int_eq(entry->upload(), 0);
	}
	for (const struct field *f = stencil->fields; f; f = f->next) {
		void *field = fields[f->index];

		fields[f->index] = NULL;
		ck_assert_int_eq(entry->run(&probes, fields, t.params, block, NULL), STENCIL_NULL_POINTER);
		fields[f->index] = field;
	}
	if (sparse_is_evaluation(stencil)) {
		probes.count = -1;
		ck_assert_int_eq(entry->run(&probes, fields, t.params, block, NULL), STENCIL_WRONG_SIZE);
		probes.count = 0;
		ck_assert_int_eq(entry->run(&probes, fields, t.params, block, NULL), 0);
	}
	for (const struct field *f = stencil->fields; f; f = f->next)
		free(fields[f->index]);
	arena_free(&t.arena);
}
END_TEST

START_TEST(test_kernel)
{
	const struct entry *entry = &entries[_i];
	struct trial t = prepare(entry);

	if (entry->upload)
		ck_assert_int_eq(entry->upload(), 0);
	if (sparse_is_evaluation(t.unit.stencils))
		try_evaluation(&t);
	else
		try_sweep(&t);
	arena_free(&t.arena);
}
END_TEST

int
main(void)
{
	TCase *tcase = tcase_create("all");

	tcase_set_timeout(tcase, 600);
	tcase_add_loop_test(tcase, wrong_calls_are_refused, 0, ENTRIES);
	tcase_add_loop_test(tcase, test_kernel, 0, ENTRIES);
	return run_tests("sparse kernels", tcase);
}
