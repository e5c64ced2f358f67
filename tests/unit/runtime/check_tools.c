/* What stencilrun and stencilbench are made of: numbers on the command line,
 * problems, and above all whether a comparison sees every mistake
 * that a kernel can make. The kernels here are functions that write what is
 * expected, and then one thing that is not. */

#include "runtime/problem/plane_compare.h"
#include "runtime/cli/tool.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *tools_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

/* --- Numbers on the command line --- */

START_TEST(sizes_are_read)
{
	int size[3];

	ck_assert(read_size("512x256x64", size));
	ck_assert_int_eq(size[0], 512);
	ck_assert_int_eq(size[1], 256);
	ck_assert_int_eq(size[2], 64);
	ck_assert(read_size("1x1x1", size));
	ck_assert(read_size("1073741824x1x1", size));
}
END_TEST

static const char *const no_sizes[] = {
	"", "x", "512", "512x512", "512x512x", "x512x64", "512x512x64x", "512x512x64x1", "512x512x64 ",
	"0x1x1", "1x-1x1", "1x1x0", "1.5x1x1", "axbxc", "512X512X64", "512,512,64", "1x1x1073741825",
	"99999999999999999999x1x1", "1073741824x1073741824x1073741824", "1073741824x1073741824x1",
};

START_TEST(other_sizes_are_refused)
{
	int size[3];

	ck_assert_msg(!read_size(no_sizes[_i], size), "'%s'", no_sizes[_i]);
}
END_TEST

START_TEST(counts_are_read)
{
	static const char *const wrong[] = {
		"", "0", "-1", "x", "5x", "5 ", "1.5", "101", "4294967297", "99999999999999999999",
	};
	int count = 7;

	for (int i = 0; i < COUNT(wrong); i++)
		ck_assert_msg(!read_count(wrong[i], 100, &count), "'%s'", wrong[i]);
	ck_assert_int_eq(count, 7);
	ck_assert(read_count("1", 100, &count));
	ck_assert_int_eq(count, 1);
	ck_assert(read_count("100", 100, &count));
	ck_assert_int_eq(count, 100);
}
END_TEST

/* A list, and its items with a bar after each. */
static const char *const lists[][2] = {
	{ "a", "a|" },
	{ "row,zcurve:16,hilbert", "row|zcurve:16|hilbert|" },
	{ "", "|" },
	{ "a,", "a||" },
	{ ",a", "|a|" },
	{ "a,,b", "a||b|" },
};

START_TEST(lists_are_split)
{
	struct arena arena = { 0 };
	const char *joined = "";

	for (const char **item = split(&arena, lists[_i][0]); *item; item++)
		joined = arena_printf(&arena, "%s%s|", joined, *item);
	ck_assert_str_eq(joined, lists[_i][1]);
	arena_free(&arena);
}
END_TEST

/* --- Problems --- */

/* A shipped stencil, checked. */
struct trial {
	struct arena arena;
	struct diagnostics diagnostics;
	struct unit unit;
	const struct plan *plan;
	const struct stencil *stencil;
	struct problem *problem;
};

static void
open_trial(struct trial *t, const char *stencil, enum type precision, int x, int y, int z)
{
	const char *folder = getenv("STENCILS");

	*t = (struct trial){ .diagnostics = { .out = stderr, .max_errors = 20 } };
	ck_assert(compile_file(&t->arena, &t->diagnostics, arena_printf(&t->arena, "%s/%s.stencil",
		folder ? folder : "stencils", stencil), precision, &t->unit));
	t->plan = t->unit.plans[0];
	t->stencil = t->plan->stencil;
	t->problem = problem_create(t->plan, (const int[]){ x, y, z });
	ck_assert_ptr_nonnull(t->problem);
}

static void
close_trial(struct trial *t)
{
	problem_free(t->problem);
	arena_free(&t->arena);
}

static const struct {
	const char *stencil;
	enum type precision;
	double points, bytes;
} costs[] = {
	{ "copy", TYPE_DOUBLE, 512*512*64., 512*512*64*2*8. },
	{ "laplap", TYPE_DOUBLE, 508*508*64., 264257536 },
	{ "laplap", TYPE_FLOAT, 508*508*64., 132128768 },
	{ "hdiff", TYPE_DOUBLE, 508*508*64., 508*508*64*3*8. },
	{ "fastwaves", TYPE_DOUBLE, 508*508*60., 508*508*60*11*8. },
	{ "upwind", TYPE_DOUBLE, 510*510*64., 510*510*64*(2*4 + 2*8.) },
	{ "upwind", TYPE_FLOAT, 510*510*64., 510*510*64*(2*4 + 2*8.) },
	/* Two fields in place, and a column field. */
	{ "sponge", TYPE_DOUBLE, 512*512*64., 512*512*64*4*8. + 512*512*8. },
};

START_TEST(costs_are_those_of_the_domain)
{
	struct trial t;

	open_trial(&t, costs[_i].stencil, costs[_i].precision, 512, 512, 64);
	ck_assert_double_eq(problem_points(t.problem), costs[_i].points);
	ck_assert_double_eq(problem_bytes(t.problem), costs[_i].bytes);
	close_trial(&t);
}
END_TEST

START_TEST(empty_domain_has_no_points)
{
	static const int sizes[][3] = { { 4, 9, 9 }, { 9, 4, 9 }, { 1, 1, 1 }, { 3, 3, 9 } };
	char message[256] = "";
	struct trial t;

	for (int i = 0; i < COUNT(sizes); i++) {
		open_trial(&t, "laplap", TYPE_DOUBLE, sizes[i][0], sizes[i][1], sizes[i][2]);
		ck_assert_double_eq(problem_points(t.problem), 0);
		ck_assert_double_eq(problem_bytes(t.problem), 0);
		problem_fill(t.problem, 1);
		ck_assert(!problem_solve(t.problem, false, message, sizeof message));
		ck_assert_ptr_nonnull(strstr(message, "nothing to compute"));
		close_trial(&t);
	}
}
END_TEST

static double
number(const struct field *f, const void *array, size_t i)
{
	return f->type == TYPE_FLOAT ? ((const float *)array)[i] : ((const double *)array)[i];
}

static void
expect_no_repetition(const struct problem *p, const struct field *f)
{
	const size_t row = (size_t)p->size[0], element = field_element(f);
	const size_t rows = problem_elements(p, f)/row;
	const char *bytes = p->fields[f->index];

	for (size_t a = 0; a < rows; a++)
		for (size_t b = 0; b < a; b++)
			ck_assert_msg(memcmp(bytes + a*row*element, bytes + b*row*element, row*element),
				"%s: rows %zu and %zu are equal", f->name, a, b);
	for (size_t i = 1; i < rows*row; i++)
		ck_assert_msg(memcmp(bytes + i*element, bytes + (i - 1)*element, element),
			"%s: numbers %zu and %zu are equal", f->name, i - 1, i);
}

static const struct {
	const char *stencil;
	enum type precision;
} fills[] = {
	{ "laplap", TYPE_DOUBLE }, { "laplap", TYPE_FLOAT }, { "sponge", TYPE_DOUBLE },
	{ "sponge", TYPE_FLOAT }, { "upwind", TYPE_DOUBLE }, { "fastwaves", TYPE_DOUBLE },
};

START_TEST(data_are_varied_and_the_same_each_time)
{
	struct trial t, again, other;

	open_trial(&t, fills[_i].stencil, fills[_i].precision, 13, 11, 7);
	open_trial(&again, fills[_i].stencil, fills[_i].precision, 13, 11, 7);
	open_trial(&other, fills[_i].stencil, fills[_i].precision, 13, 11, 7);
	problem_fill(t.problem, 5);
	problem_fill(again.problem, 5);
	problem_fill(other.problem, 6);
	for (const struct field *f = t.stencil->fields; f; f = f->next) {
		const size_t count = problem_elements(t.problem, f), bytes = count*field_element(f);
		const void *array = t.problem->fields[f->index];

		ck_assert_mem_eq(array, again.problem->fields[f->index], bytes);
		if (f->role == ROLE_OUT) {
			for (size_t i = 0; i < count; i++)
				ck_assert(isnan(number(f, array, i)));
			continue;
		}
		ck_assert_mem_ne(array, other.problem->fields[f->index], bytes);
		for (size_t i = 0; i < count; i++)
			ck_assert(fabs(number(f, array, i)) < 1 && number(f, array, i) != 0);
		if (f->shape == SHAPE_POINT)
			expect_no_repetition(t.problem, f);
		for (const struct field *g = t.stencil->fields; g != f; g = g->next)
			if (g->type == f->type && g->shape == f->shape && g->role != ROLE_OUT)
				ck_assert_mem_ne(array, t.problem->fields[g->index], bytes);
	}
	close_trial(&t);
	close_trial(&again);
	close_trial(&other);
}
END_TEST

START_TEST(data_that_are_there_stay)
{
	struct trial t;
	double *given = malloc(9*9*3*sizeof *given);

	for (int i = 0; i < 9*9*3; i++)
		given[i] = i;
	open_trial(&t, "laplap", TYPE_DOUBLE, 9, 9, 3);
	t.problem->fields[0] = given;
	problem_fill(t.problem, 1);
	ck_assert_ptr_eq(t.problem->fields[0], given);
	ck_assert_double_eq(given[100], 100);
	close_trial(&t);
}
END_TEST

/* --- Params --- */

START_TEST(params_are_read)
{
	static const struct {
		const char *text, *message; /* NULL: it is good */
		int index;
		double value;
	} cases[] = {
		{ "dt=0.25", NULL, 0, 0.25 },
		{ "dt=-1e3", NULL, 0, -1000 },
		{ "thickness=7", NULL, 1, 7 },
		{ "depth=-3", NULL, 2, -3 },
		{ "depth=-100000000", NULL, 2, -100000000 },
		{ "depth=2.5", "param depth needs a whole number, not '2.5'", 0, 0 },
		{ "depth=100000001", "param depth needs a whole number, not '100000001'", 0, 0 },
		{ "dt", "param dt needs a number, not ''", 0, 0 },
		{ "dt=", "param dt needs a number, not ''", 0, 0 },
		{ "dt=x", "param dt needs a number, not 'x'", 0, 0 },
		{ "dt=1x", "param dt needs a number, not '1x'", 0, 0 },
		{ "dt=inf", "param dt needs a number, not 'inf'", 0, 0 },
		{ "dt=1e999", "param dt needs a number, not '1e999'", 0, 0 },
		{ "dept=1", "'sponge' has no param 'dept'; did you mean 'depth'?", 0, 0 },
		{ "=1", "'sponge' has no param ''", 0, 0 },
		{ "wind=1", "'sponge' has no param 'wind'", 0, 0 },
	};
	struct trial t;

	open_trial(&t, "sponge", TYPE_DOUBLE, 3, 3, 3);
	for (int i = 0; i < COUNT(cases); i++) {
		double params[3] = { 10, 50, 12 };
		bool given[3] = { false };
		const char *message = "";
		const bool good = read_param(&t.arena, t.stencil, cases[i].text, params, given, &message);

		ck_assert_msg(good == !cases[i].message, "%s: %s", cases[i].text, message);
		for (int p = 0; p < 3; p++)
			ck_assert_int_eq(given[p], good && p == cases[i].index);
		if (good)
			ck_assert_double_eq(params[cases[i].index], cases[i].value);
		else
			ck_assert_msg(strstr(message, cases[i].message) == message, "%s", message);
		ck_assert(good || (params[0] == 10 && params[1] == 50 && params[2] == 12));
	}
	ck_assert_double_eq(t.problem->params[0], 10);
	ck_assert_double_eq(t.problem->params[2], 12);
	close_trial(&t);
}
END_TEST

START_TEST(functions_of_libm_are_not_exact)
{
	struct trial t;

	open_trial(&t, "laplap", TYPE_DOUBLE, 9, 9, 3);
	ck_assert(is_exact(t.plan));
	close_trial(&t);
	open_trial(&t, "sponge", TYPE_DOUBLE, 9, 9, 3);
	ck_assert(!is_exact(t.plan));
	close_trial(&t);
}
END_TEST

/* --- Comparing --- */

enum { MOST_FIELDS = 16 };

/* What the kernel below does; a kernel gets no other arguments. */
static struct {
	const struct plane_device *on;
	const struct field *field; /* NULL: nothing wrong */
	size_t element;            /* of its memory */
	unsigned char bytes[8];    /* that go there */
	bool idle;                 /* it writes nothing at all */
} task;

static size_t
memory_elements(const struct plane_device *x)
{
	return x->layout.grid->elements;
}

/* The place of the cell (x,y,z) in a field's memory. */
static size_t
place(const struct plane_device *e, int x, int y, int z)
{
	return (size_t)z*(size_t)e->layout.grid->view.stride
		+ (size_t)e->layout.grid->position[y*e->layout.grid->spec.size[0] + x];
}

/* Whether a field lies in a struct, if only as its one member. */
static bool
in_struct(const struct plane_device *x, const struct field *f)
{
	const bool outputs = x->layout.kind == LAYOUT_aos || x->layout.kind == LAYOUT_aosoa;

	return x->layout.kind != LAYOUT_soa && f->shape == SHAPE_POINT && (f->role == ROLE_IN || outputs);
}

/* Whether two fields lie in one array, as a struct's members or as the same. */
static bool
together(const struct plane_device *x, const struct field *f, const struct field *g)
{
	return f == g || (in_struct(x, f) && in_struct(x, g)
		&& (f->role == ROLE_IN) == (g->role == ROLE_IN));
}

/* Element i of a point field in the arrays that a thunk gets. */
static void *
element(const struct plane_device *x, void *const *fields, const struct field *f, size_t i)
{
	const struct field *first = x->layout.problem->plan->stencil->fields;
	size_t member = 0, members = 0, array = 0;
	bool has_in = false, has_out = false;

	for (const struct field *g = first; g; g = g->next) {
		member += together(x, f, g) && g->index < f->index;
		members += together(x, f, g);
		has_in |= g->role == ROLE_IN && in_struct(x, g);
		has_out |= g->role != ROLE_IN && in_struct(x, g);
		array += !in_struct(x, f) && !in_struct(x, g) && g->index < f->index;
	}
	array += in_struct(x, f) ? f->role != ROLE_IN && has_in : has_in + has_out;
	if (x->layout.kind == LAYOUT_aosoa || x->layout.kind == LAYOUT_aosoa_in)
		i = i/32*32*members + 32*member + i % 32;
	else
		i = i*members + member;
	return (char *)fields[array] + i*field_element(f);
}

static int
fake_kernel(const void *grid, void *const *fields, const double *params,
	struct stencil_block block, void *stream)
{
	const struct plane_device *x = task.on;
	const struct problem *p = x->layout.problem;

	(void)params, (void)block, (void)stream;
	ck_assert_ptr_eq(grid, &x->view);
	for (const struct field *f = p->plan->stencil->fields; f && !task.idle; f = f->next)
		for (int i = 0; f->role != ROLE_IN && i < p->size[0]*p->size[1]*p->size[2]; i++)
			memcpy(element(x, fields, f, place(x, i % p->size[0], i/p->size[0] % p->size[1],
					i/p->size[0]/p->size[1])),
				(const char *)p->expected[f->index] + (size_t)i*field_element(f), field_element(f));
	if (task.field)
		memcpy(element(x, fields, task.field, task.element), task.bytes, field_element(task.field));
	return 0;
}

/* Runs the kernel anew and compares. */
static struct verdict
judge(struct plane_device *x)
{
	const struct call call = plane_device_call(x, fake_kernel, (struct stencil_block){ 1, 1, 1 });
	struct verdict verdict;
	char message[256] = "";

	task.on = x;
	ck_assert_msg(plane_device_reset(x, message, sizeof message), "%s", message);
	ck_assert_int_eq(x->device->run(&call), 0);
	ck_assert_msg(plane_compare(x, &verdict, message, sizeof message), "%s", message);
	return verdict;
}

static void
set_task(const struct field *field, size_t element, double value)
{
	const float narrow = (float)value;

	task.field = field;
	task.element = element;
	if (field->type == TYPE_FLOAT)
		memcpy(task.bytes, &narrow, sizeof narrow);
	else
		memcpy(task.bytes, &value, sizeof value);
}

/* Expects that one element is found wrong, and called this. */
static void
expect_difference(struct plane_device *x, const char *first)
{
	const struct verdict v = judge(x);

	ck_assert_double_eq(v.different, 1);
	ck_assert_double_eq(v.skipped, 0);
	ck_assert(!verdict_is_good(&v));
	ck_assert_msg(!strncmp(v.first, first, strlen(first)), "'%s' instead of '%s'", v.first, first);
}

static void
put(const struct field *f, void *array, size_t i, double value)
{
	if (f->type == TYPE_FLOAT)
		((float *)array)[i] = (float)value;
	else
		((double *)array)[i] = value;
}

static size_t
index_of(const struct problem *p, int x, int y, int z)
{
	return ((size_t)z*(size_t)p->size[1] + (size_t)y)*(size_t)p->size[0] + (size_t)x;
}

static const struct {
	const char *stencil;
	enum type precision;
	const char *order;
	enum layout layout;
} memories[] = {
	{ "laplap", TYPE_DOUBLE, "zcurve", LAYOUT_soa },
	{ "laplap", TYPE_FLOAT, "random:3", LAYOUT_soa },
	{ "hdiff", TYPE_DOUBLE, "hilbert", LAYOUT_soa },
	{ "fastwaves", TYPE_DOUBLE, "row", LAYOUT_soa },
	{ "fastwaves", TYPE_FLOAT, "zcurve:4", LAYOUT_soa },
	{ "sponge", TYPE_DOUBLE, "row", LAYOUT_soa },
	{ "upwind", TYPE_DOUBLE, "hilbert", LAYOUT_soa },
	{ "fastwaves", TYPE_DOUBLE, "row", LAYOUT_aos },
	{ "sponge", TYPE_FLOAT, "random:3", LAYOUT_aos },
	{ "fastwaves", TYPE_DOUBLE, "hilbert", LAYOUT_aosoa },
	{ "sponge", TYPE_DOUBLE, "row", LAYOUT_aosoa },
	{ "fastwaves", TYPE_FLOAT, "zcurve:4", LAYOUT_aos_in },
	{ "fastwaves", TYPE_DOUBLE, "row", LAYOUT_aosoa_in },
};
enum { MEMORIES = sizeof memories/sizeof *memories };

enum { X = 11, Y = 9, Z = 7 };

/* Lays a trial's problem out: memory number i of MEMORIES*STORAGE_COUNT. */
static struct plane_device *
lay_out(struct trial *t, int i)
{
	const struct variant variant = {
		.storage = (enum storage)(i/MEMORIES), .layout = memories[i % MEMORIES].layout,
	};
	char message[256] = "";
	struct order order;
	struct grid *grid;
	struct plane_device *x;

	ck_assert(order_parse(memories[i % MEMORIES].order, &order));
	grid = plane_grid(&t->arena, t->problem, &variant, &order, USUAL_ALIGNMENT, message,
		sizeof message);
	ck_assert_msg(grid != NULL, "%s", message);
	x = plane_device_create(&cpu_device, t->problem, variant.layout, grid, message, sizeof message);
	ck_assert_msg(x != NULL, "%s", message);
	memset(&task, 0, sizeof task);
	return x;
}

static void
open_memory(struct trial *t, int i, bool bounds)
{
	char message[256] = "";

	open_trial(t, memories[i % MEMORIES].stencil, memories[i % MEMORIES].precision, X, Y, Z);
	problem_fill(t->problem, 1);
	ck_assert_msg(problem_solve(t->problem, bounds, message, sizeof message), "%s", message);
}

/* The first field of a role that a kernel writes, and its last one. */
static const struct field *
first_written(const struct trial *t)
{
	const struct field *f = t->stencil->fields;

	while (f->role == ROLE_IN)
		f = f->next;
	return f;
}

static const struct field *
last_written(const struct trial *t)
{
	const struct field *last = NULL;

	for (const struct field *f = t->stencil->fields; f; f = f->next)
		if (f->role != ROLE_IN)
			last = f;
	return last;
}

START_TEST(right_results_are_good)
{
	struct trial t;
	struct plane_device *x;
	struct verdict v;
	char message[256];
	int written = 0;

	open_memory(&t, _i, false);
	x = lay_out(&t, _i);
	for (const struct field *f = t.stencil->fields; f; f = f->next)
		written += f->role != ROLE_IN;
	v = judge(x);
	ck_assert_msg(verdict_is_good(&v), "%s", v.first);
	ck_assert_double_eq(v.different, 0);
	ck_assert_double_eq(v.points, written*problem_points(t.problem));
	for (const struct field *f = t.stencil->fields; f; f = f->next)
		if (f->role != ROLE_IN) {
			ck_assert(plane_device_fetch(x, f, message, sizeof message));
			ck_assert_mem_eq(t.problem->fields[f->index], t.problem->expected[f->index],
				problem_elements(t.problem, f)*field_element(f));
		}
	plane_device_free(x);
	close_trial(&t);
}
END_TEST

START_TEST(nothing_written_is_wrong)
{
	struct trial t;
	struct plane_device *x;
	struct verdict v;

	open_memory(&t, _i, false);
	x = lay_out(&t, _i);
	task.idle = true;
	v = judge(x);
	ck_assert(!verdict_is_good(&v));
	/* The sponge leaves the wind as it is at most levels. */
	if (strcmp(t.stencil->name, "sponge"))
		ck_assert_double_eq(v.different, v.points);
	plane_device_free(x);
	close_trial(&t);
}
END_TEST

static const char *
point_text(struct arena *arena, const struct field *f, int x, int y, int z)
{
	return arena_printf(arena, "%s at (%d,%d,%d): got ", f->name, x, y, z);
}

/* At each cell of the domain, the halo and beyond, the lowest bit counts. */
START_TEST(every_cell_counts)
{
	const struct field *f;
	struct trial t;
	struct plane_device *e;

	open_memory(&t, _i, false);
	e = lay_out(&t, _i);
	f = last_written(&t);
	for (int z = 0; z < Z; z++)
		for (int y = 0; y < Y; y++)
			for (int x = 0; x < X; x++) {
				const size_t size = field_element(f), i = index_of(t.problem, x, y, z);
				const char *expected = t.problem->expected[f->index];

				task.field = f;
				task.element = place(e, x, y, z);
				memcpy(task.bytes, expected + i*size, size);
				task.bytes[0] ^= 1;
				expect_difference(e, point_text(&t.arena, f, x, y, z));
			}
	plane_device_free(e);
	close_trial(&t);
}
END_TEST

START_TEST(padding_counts)
{
	const struct field *f;
	struct trial t;
	struct plane_device *e;
	bool *used;
	size_t count, padding = 0;

	open_memory(&t, _i, false);
	e = lay_out(&t, _i);
	f = first_written(&t);
	count = memory_elements(e);
	used = calloc(count, sizeof *used);
	for (int z = 0; z < Z; z++)
		for (int y = 0; y < Y; y++)
			for (int x = 0; x < X; x++)
				used[place(e, x, y, z)] = true;
	for (size_t i = 0; i < count; i++)
		if (!used[i]) {
			set_task(f, i, padding++ % 2 ? 0 : 1.5);
			expect_difference(e, arena_printf(&t.arena, "%s: padding is overwritten with ", f->name));
		}
	ck_assert_uint_gt(padding, 0);
	free(used);
	plane_device_free(e);
	close_trial(&t);
}
END_TEST

/* A cell of every domain here, for tests that set what is expected. */
enum { AT_X = 4, AT_Y = 4, AT_Z = 3 };

/* Opens a memory in which this is expected there, and the kernel writes that. */
static struct plane_device *
contrast(struct trial *t, int i, double expected, double got)
{
	const struct field *f;
	struct plane_device *x;

	open_memory(t, i, false);
	f = first_written(t);
	put(f, t->problem->expected[f->index], index_of(t->problem, AT_X, AT_Y, AT_Z), expected);
	x = lay_out(t, i);
	set_task(f, place(x, AT_X, AT_Y, AT_Z), got);
	return x;
}

static const struct {
	double expected, got;
	bool good;
} contrasts[] = {
	{ 0.0, 0.0, true },
	{ 0.0, -0.0, false },
	{ -0.0, 0.0, false },
	{ -0.0, -0.0, true },
	{ NAN, NAN, true },
	{ NAN, -NAN, true },
	{ -NAN, NAN, true },
	{ NAN, 0, false },
	{ NAN, INFINITY, false },
	{ 0, NAN, false },
	{ INFINITY, INFINITY, true },
	{ INFINITY, -INFINITY, false },
	{ INFINITY, 1e30, false },
};

START_TEST(special_numbers_are_told_apart)
{
	for (int i = 0; i < COUNT(contrasts); i++) {
		struct trial t;
		struct plane_device *x = contrast(&t, _i, contrasts[i].expected, contrasts[i].got);
		const struct verdict v = judge(x);

		ck_assert_msg(v.different == !contrasts[i].good, "%g expected, got %g: %g differ, %s",
			contrasts[i].expected, contrasts[i].got, v.different, v.first);
		plane_device_free(x);
		close_trial(&t);
	}
}
END_TEST

/* A point that should be NaN and was not written. */
START_TEST(not_written_is_no_nan)
{
	const struct field *f;
	struct trial t;
	struct plane_device *x = contrast(&t, _i, NAN, 0);
	struct verdict v;

	f = first_written(&t);
	if (f->role == ROLE_OUT) {
		memcpy(task.bytes, t.problem->fields[f->index], field_element(f));
		v = judge(x);
		ck_assert_double_eq(v.different, 1);
	}
	plane_device_free(x);
	close_trial(&t);
}
END_TEST

/* A launch without bounds checks computes cells outside the domain, from what
 * happens to be there: wherever it writes, that shows. */
START_TEST(arithmetic_with_padding_shows)
{
	const struct field *f, *in;
	struct trial t;
	struct plane_device *x;
	bool *used;

	open_memory(&t, _i, false);
	x = lay_out(&t, _i);
	f = first_written(&t);
	for (in = t.stencil->fields; in && (in->role != ROLE_IN || in->shape != SHAPE_POINT
			|| in->type != f->type); in = in->next)
		;
	used = calloc(memory_elements(x), sizeof *used);
	for (int c = 0; c < X*Y*Z; c++)
		used[place(x, c % X, c/X % Y, c/X/Y)] = true;
	for (size_t i = 0; in && i < memory_elements(x); i++)
		if (!used[i]) {
			const double sum = number(in, element(x, x->fields, in, i), 0) + 1;

			set_task(f, i, sum);
			ck_assert_msg(judge(x).different == 1, "a sum with padding passes for padding");
			set_task(f, place(x, 0, 0, 0), sum);
			ck_assert_msg(f->role != ROLE_OUT || t.stencil->border.low[0] == 0
				|| judge(x).different == 1, "a sum with padding passes for a halo");
			break;
		}
	free(used);
	plane_device_free(x);
	close_trial(&t);
}
END_TEST

/* --- Bounds --- */

static void
set_bound(struct trial *t, const struct field *f, double expected, double bound)
{
	const size_t i = index_of(t->problem, AT_X, AT_Y, AT_Z);

	put(f, t->problem->expected[f->index], i, expected);
	t->problem->bounds[f->index][i] = bound;
}

static const struct {
	double expected, bound, got;
	int different, skipped;
} bounded[] = {
	{ 1, 0.25, 1, 0, 0 },
	{ 1, 0.25, 1.5, 0, 0 },   /* both may be off */
	{ 1, 0.25, 0.5, 0, 0 },
	{ 1, 0.25, 1.53125, 1, 0 },
	{ 1, 0.25, 0.46875, 1, 0 },
	{ 1, 0.25, NAN, 1, 0 },
	{ 1, 0.25, INFINITY, 1, 0 },
	{ 0, 0.25, -0.0, 0, 0 },
	{ NAN, 0.25, 1, 1, 0 },
	{ NAN, 0.25, NAN, 0, 0 },
	{ 1, 0, 1.0078125, 1, 0 },
	{ 1, INFINITY, 1, 0, 0 }, /* as it happens, equal */
	{ 1, INFINITY, 7, 0, 1 },
	{ 1, INFINITY, NAN, 0, 1 },
};

START_TEST(bounds_are_respected)
{
	for (int i = 0; i < COUNT(bounded); i++) {
		struct trial t;
		struct plane_device *x;
		struct verdict v;
		const struct field *f;

		open_memory(&t, _i, true);
		f = first_written(&t);
		set_bound(&t, f, bounded[i].expected, bounded[i].bound);
		x = lay_out(&t, _i);
		set_task(f, place(x, AT_X, AT_Y, AT_Z), bounded[i].got);
		v = judge(x);
		ck_assert_msg(v.different == bounded[i].different && v.skipped == bounded[i].skipped,
			"%g +- %g expected, got %g: %g differ, %g skipped", bounded[i].expected,
			bounded[i].bound, bounded[i].got, v.different, v.skipped);
		plane_device_free(x);
		close_trial(&t);
	}
}
END_TEST

/* Where nothing is to be written there is no tolerance. */
START_TEST(halo_and_padding_have_no_bounds)
{
	const struct field *f;
	struct trial t;
	struct plane_device *x;

	open_memory(&t, _i, true);
	x = lay_out(&t, _i);
	f = first_written(&t);
	if (t.stencil->border.low[0] > 0) {
		set_task(f, place(x, 0, AT_Y, AT_Z), 1e-300);
		expect_difference(x, point_text(&t.arena, f, 0, AT_Y, AT_Z));
	}
	plane_device_free(x);
	close_trial(&t);
}
END_TEST

START_TEST(a_few_points_may_be_skipped)
{
	struct verdict v = { .points = 10000, .skipped = 10 };

	ck_assert(verdict_is_good(&v));
	v.skipped = 11;
	ck_assert(!verdict_is_good(&v));
	v = (struct verdict){ .points = 999, .skipped = 1 };
	ck_assert(!verdict_is_good(&v));
	v = (struct verdict){ .points = 1e9, .different = 1 };
	ck_assert(!verdict_is_good(&v));
	v = (struct verdict){ .points = 1 };
	ck_assert(verdict_is_good(&v));
}
END_TEST

Suite *
tools_suite(void)
{
	Suite *suite = suite_create("tools");
	TCase *numbers = tcase_create("numbers"), *problems = tcase_create("problems");
	TCase *comparing = tcase_create("comparing");
	const int all = MEMORIES*STORAGE_COUNT;

	tcase_add_test(numbers, sizes_are_read);
	tcase_add_loop_test(numbers, other_sizes_are_refused, 0, COUNT(no_sizes));
	tcase_add_test(numbers, counts_are_read);
	tcase_add_loop_test(numbers, lists_are_split, 0, COUNT(lists));
	suite_add_tcase(suite, numbers);

	tcase_add_loop_test(problems, costs_are_those_of_the_domain, 0, COUNT(costs));
	tcase_add_test(problems, empty_domain_has_no_points);
	tcase_add_loop_test(problems, data_are_varied_and_the_same_each_time, 0, COUNT(fills));
	tcase_add_test(problems, data_that_are_there_stay);
	tcase_add_test(problems, params_are_read);
	tcase_add_test(problems, functions_of_libm_are_not_exact);
	suite_add_tcase(suite, problems);

	tcase_add_loop_test(comparing, right_results_are_good, 0, all);
	tcase_add_loop_test(comparing, nothing_written_is_wrong, 0, all);
	tcase_add_loop_test(comparing, every_cell_counts, 0, all);
	tcase_add_loop_test(comparing, padding_counts, 0, all);
	tcase_add_loop_test(comparing, special_numbers_are_told_apart, 0, all);
	tcase_add_loop_test(comparing, not_written_is_no_nan, 0, all);
	tcase_add_loop_test(comparing, arithmetic_with_padding_shows, 0, all);
	tcase_add_loop_test(comparing, bounds_are_respected, 0, all);
	tcase_add_loop_test(comparing, halo_and_padding_have_no_bounds, 0, all);
	tcase_add_test(comparing, a_few_points_may_be_skipped);
	suite_add_tcase(suite, comparing);
	return suite;
}
