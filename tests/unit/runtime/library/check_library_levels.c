/* libstencil on columns of the caller's own whose levels lie side by side. */

#include "runtime/library/stencil.h"

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *library_levels_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

static const char text[] =
	"stencil plus { in src; in column h; in profile p; out dst;"
	" dst = h*p*src - src[0,1] - src[-1,0] - src[1,0] - src[0,-1] + src[0,0,1]; }";

enum { WIDTH = 44, HEIGHT = 41, COLUMNS = WIDTH*HEIGHT, LEVELS = 5, SLOTS = 5, FIRST = WIDTH + 1, END = COLUMNS - WIDTH - 1 };

static struct stencil_error error;

/* Slots in another order than a kernel's, and one that it does not need. */
static const int relations[SLOTS][2] = { { 5, 5 }, { 0, 1 }, { -1, 0 }, { 1, 0 }, { 0, -1 } };

/* A box of columns whose rows end, or are joined at their ends; or columns that lead anywhere. */
enum ways { BOX, JOINED, SCATTERED };

static int
neighbor_of(enum ways ways, int s, int c)
{
	const int x = c % WIDTH + relations[s][0];

	if (ways == SCATTERED)
		return (c*(s + 3)*(s + 5) + 7*s) % COLUMNS;
	if (ways == BOX && (x < 0 || x >= WIDTH))
		return c;
	return (c + relations[s][0] + WIDTH*relations[s][1] + COLUMNS) % COLUMNS;
}

/* With a hole where clusters must see that ways differ. */
static void
fill_neighbors(int *neighbors, enum ways ways)
{
	for (int s = 0; s < SLOTS; s++)
		for (int c = 0; c < COLUMNS; c++)
			neighbors[s*COLUMNS + c] = neighbor_of(ways, s, c);
	neighbors[3*COLUMNS + FIRST + WIDTH + 3] = FIRST;
}

static struct stencil_plan *
plan_of(int levels, int pitch, enum ways ways, const char *options)
{
	static int neighbors[SLOTS*COLUMNS];
	const struct stencil_table table = {
		.first = FIRST, .end = END, .slots = SLOTS, .relations = relations, .neighbors = neighbors,
	};
	const struct stencil_shape shape = { .size = { COLUMNS, 1, levels }, .pitch = pitch, .table = &table };

	fill_neighbors(neighbors, ways);
	return stencil_plan_create_text(text, NULL, &shape, options, 0, &error);
}

static double
value(int column, int level)
{
	return (column*37 + level*level*11) % 101;
}

/* What the plan computes at a column and level. */
static double
expected(const int *neighbors, int c, int k)
{
	double sum = (c % 7)*(k + 2.0)*value(c, k);

	for (int s = 1; s < SLOTS; s++)
		sum -= value(neighbors[s*COLUMNS + c], k);
	return sum + value(c, k + 1);
}

static const struct {
	int pitch, padded; /* what is asked for, and what it means */
	enum ways ways;
	const char *options, *kernel;
} layouts[] = {
	{ 0, LEVELS, JOINED, "backend=openmp storage=chasing", "plus_chasing_idxvar_innermost" },
	{ 7, 7, JOINED, "backend=openmp storage=chasing", "plus_chasing_idxvar_innermost" },
	{ 0, LEVELS, JOINED, "backend=host storage=chasing access=idxvar", "plus_chasing_idxvar_levels1_innermost" },
	{ 6, 6, JOINED, "backend=host storage=chasing access=idxvar", "plus_chasing_idxvar_innermost" },
	{ 8, 8, JOINED, "backend=host storage=chasing levels-per-load=4 block=2x4x1", "plus_chasing_idxvar_levels4_innermost" },
	{ 8, 8, JOINED, "backend=host storage=chasing access=cluster", "plus_chasing_cluster_innermost" },
	{ 0, LEVELS, JOINED, "backend=host storage=chasing access=cluster", "plus_chasing_cluster_innermost" },
	/* Clusters if nothing is said, and the table has some. */
	{ 0, LEVELS, BOX, "backend=host storage=chasing", "plus_chasing_cluster_innermost" },
	{ 7, 7, BOX, "backend=host storage=chasing", "plus_chasing_cluster_innermost" },
	{ 8, 8, BOX, "backend=host storage=chasing points-per-thread=2", "plus_chasing_cluster_points2_innermost" },
	{ 0, LEVELS, JOINED, "backend=host storage=chasing", "plus_chasing_idxvar_levels1_innermost" },
	{ 0, LEVELS, SCATTERED, "backend=host storage=chasing", "plus_chasing_idxvar_levels1_innermost" },
	{ 6, 6, SCATTERED, "backend=host storage=chasing columns-per-thread=3", "plus_chasing_idxvar_columns3_innermost" },
	{ 8, 8, SCATTERED, "backend=host storage=chasing access=cluster", "plus_chasing_cluster_innermost" },
};

/* All that lies in padding or outside of what is updated stays as it was. */
START_TEST(columns_lie_as_the_caller_says)
{
	const int pitch = layouts[_i].padded;
	const size_t bytes = (size_t)pitch*COLUMNS*sizeof (double);
	int neighbors[SLOTS*COLUMNS];
	double h[COLUMNS], p[LEVELS], *src = aligned_alloc(64, (bytes + 63)/64*64), *dst = aligned_alloc(64, (bytes + 63)/64*64);
	struct stencil_plan *plan;
	char options[160];

	snprintf(options, sizeof options, "%s levels=innermost", layouts[_i].options);
	plan = plan_of(LEVELS, layouts[_i].pitch, layouts[_i].ways, options);
	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_str_eq(stencil_plan_kernel(plan), layouts[_i].kernel);
	for (int i = 0; i < pitch*COLUMNS; i++) {
		src[i] = value(i/pitch, i % pitch);
		dst[i] = -7;
	}
	for (int c = 0; c < COLUMNS; c++)
		h[c] = c % 7;
	for (int k = 0; k < LEVELS; k++)
		p[k] = k + 2;
	ck_assert_msg(!stencil_plan_bind(plan, "src", src, bytes, &error), "%s", error.text);
	ck_assert_msg(!stencil_plan_bind(plan, "dst", dst, bytes, &error), "%s", error.text);
	ck_assert_msg(!stencil_plan_bind(plan, "h", h, sizeof h, &error), "%s", error.text);
	ck_assert_msg(!stencil_plan_bind(plan, "p", p, sizeof p, &error), "%s", error.text);
	ck_assert_int_eq(stencil_execute(plan, NULL), 0);
	fill_neighbors(neighbors, layouts[_i].ways);
	for (int i = 0; i < pitch*COLUMNS; i++) {
		const int c = i/pitch, k = i % pitch;

		ck_assert_double_eq(dst[i], c >= FIRST && c < END && k < LEVELS - 1 ? expected(neighbors, c, k) : -7);
	}
	stencil_plan_destroy(plan);
	free(src);
	free(dst);
}
END_TEST

START_TEST(fields_tell_how_they_lie)
{
	static const long long outer[] = { LEVELS, COLUMNS }, strides[] = { COLUMNS, 1 };
	struct stencil_plan *plan = plan_of(LEVELS, 8, SCATTERED, "backend=host storage=chasing levels=innermost precision=float");
	double aligned[4];
	struct stencil_field f;

	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_int_eq(stencil_plan_field(plan, 0, &f), 0);
	ck_assert(f.dimensions == 2 && f.axes[0] == -1 && f.axes[1] == 2 && f.shape[0] == COLUMNS && f.shape[1] == LEVELS);
	ck_assert(f.strides[0] == 8 && f.strides[1] == 1 && f.bytes == 8*COLUMNS*sizeof (float) && f.alignment == 16);
	ck_assert_int_eq(stencil_plan_field(plan, 1, &f), 0);
	ck_assert(f.dimensions == 1 && f.axes[0] == -1 && f.shape[0] == COLUMNS && f.strides[0] == 1 && f.alignment == 4);
	ck_assert_int_eq(stencil_plan_field(plan, 2, &f), 0);
	ck_assert(f.dimensions == 1 && f.axes[0] == 2 && f.shape[0] == LEVELS && f.strides[0] == 1 && f.alignment == 4);
	ck_assert_int_ne(stencil_plan_bind_array(plan, "src", aligned, STENCIL_TYPE_FLOAT, 2, outer, strides, &error), 0);
	ck_assert_str_eq(error.text, "field 'src': dimension 1 of the array is 1804, expected 5");
	ck_assert_int_ne(stencil_plan_bind_array(plan, "src", aligned, STENCIL_TYPE_FLOAT, 2,
		(const long long[]){ COLUMNS, LEVELS }, NULL, &error), 0);
	ck_assert_str_eq(error.text, "field 'src': in dimension 0 elements of the array are 5 apart, expected 8");
	ck_assert_int_ne(stencil_plan_bind(plan, "src", (char *)aligned + 4, f.bytes, &error), 0);
	ck_assert_ptr_nonnull(strstr(error.text, "is not aligned to 16 bytes"));
	stencil_plan_destroy(plan);
}
END_TEST

static const struct {
	int levels, pitch;
	const char *options, *said;
} wrong[] = {
	{ LEVELS, LEVELS - 1, "storage=chasing levels=innermost", "columns of 5 levels overlap: they are 4 elements apart" },
	{ LEVELS, -8, "storage=chasing levels=innermost", "columns of 5 levels overlap: they are -8 elements apart" },
	{ LEVELS, 8, "storage=chasing",
		"the pitch is 8, but levels are outermost: a pitch is for the option levels=innermost" },
	{ LEVELS, 8, "storage=chasing levels=outermost",
		"the pitch is 8, but levels are outermost: a pitch is for the option levels=innermost" },
	{ LEVELS, 7, "backend=host storage=chasing levels=innermost levels-per-load=2",
		"a thread loads 2 levels at once: columns must start at multiples of that, not 7 elements apart" },
	{ LEVELS, 8, "storage=chasing levels=inside", "unknown order of levels and columns 'inside'" },
	{ LEVELS, 8, "levels=innermost", "levels are innermost on unstructured grids only" },
	{ LEVELS, 8, "storage=chasing access=naive levels=innermost",
		"access naive is for levels outermost: use levels=outermost" },
	{ LEVELS, 8, "backend=host storage=chasing block=8x4x2 levels=innermost",
		"idxvar has no block 8x4x2: x goes along levels and y along columns: z must be 1" },
	{ LEVELS, 0, "backend=host storage=chasing levels=innermost levels-per-load=3",
		"levels-per-load is a power of two from 1 to 8, not 3: there are no vectors of 3" },
	{ LEVELS, 0, "backend=host storage=chasing access=cluster levels=innermost points-per-thread=3",
		"points-per-thread is a power of two from 1 to 4, not 3: there are no vectors of 3" },
	{ LEVELS, 8, "backend=host storage=chasing block=32x64x1 levels=innermost",
		"idxvar has no block 32x64x1: a block has 1024 threads at most" },
	{ LEVELS, 8, "backend=host storage=chasing access=cluster block=64x16x1 levels=innermost",
		"cluster has no block 64x16x1: its threads may have 128 registers each, so a block has 512 of them at most" },
	{ 1, 8, "storage=chasing levels=innermost", "nothing to compute: the size in z is 1, all of it halo (0 + 1)" },
};

START_TEST(wrong_columns_are_refused)
{
	char options[160];

	snprintf(options, sizeof options, "%s%s", strstr(wrong[_i].options, "backend") ? "" : "backend=openmp ",
		wrong[_i].options);
	ck_assert_ptr_null(plan_of(wrong[_i].levels, wrong[_i].pitch, JOINED, options));
	ck_assert_int_eq(error.code, STENCIL_CODE_ARGUMENT);
	ck_assert_msg(!strncmp(error.text, wrong[_i].said, strlen(wrong[_i].said)) && !strstr(error.text, "(legal for"), "%s", error.text);
}
END_TEST

START_TEST(the_library_says_how_its_columns_lie)
{
	struct stencil_shape shape = { .size = { 9, 7, 60 }, .pitch = 64 };
	const char *options = "backend=host storage=direct levels=innermost";
	struct stencil_field f;
	struct stencil_plan *plan;

	ck_assert_ptr_null(stencil_plan_create("stencils/laplap.stencil", NULL, &shape, options, 0, &error));
	ck_assert_str_eq(error.text, "storage direct: there are no rows, and the library sets all strides: leave row, level and"
		" pitch at 0");
	shape.pitch = 0;
	plan = stencil_plan_create("stencils/laplap.stencil", NULL, &shape, options, 0, &error);
	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_int_eq(stencil_plan_field(plan, 0, &f), 0);
	ck_assert(f.shape[0] == 9*7 && f.shape[1] == 60 && f.strides[0] == 64 && f.strides[1] == 1 && f.alignment == 8);
	ck_assert_str_eq(stencil_plan_kernel(plan), "laplap_direct_cluster_innermost");
	stencil_plan_destroy(plan);
}
END_TEST

/* Few levels, which lie apart as no vector does. */
START_TEST(few_levels_need_nothing_more)
{
	struct stencil_plan *plan = plan_of(4, 7, BOX, "backend=host storage=chasing levels=innermost precision=float");
	struct stencil_field f;

	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_str_eq(stencil_plan_kernel(plan), "plus_chasing_idxvar_levels1_columns1_innermost_float");
	ck_assert_int_eq(stencil_plan_field(plan, 0, &f), 0);
	ck_assert_int_eq(f.alignment, sizeof (float));
	stencil_plan_destroy(plan);
}
END_TEST

static stencil_plan *
program_of(const char *stencil, const char *options)
{
	static int neighbors[SLOTS*COLUMNS];
	const struct stencil_table table = {
		.first = FIRST, .end = END, .slots = SLOTS, .relations = relations, .neighbors = neighbors,
	};
	const struct stencil_shape shape = { .size = { COLUMNS, 1, LEVELS }, .table = &table };

	fill_neighbors(neighbors, JOINED);
	return stencil_plan_create_text(stencil, NULL, &shape, options, 0, &error);
}

static const char *const summing[] = {
	"backend=openmp storage=chasing", "backend=openmp storage=chasing levels=innermost",
	"backend=host storage=chasing", "backend=host storage=chasing levels=innermost",
};

/* Nobody knows rows then. */
START_TEST(sums_take_columns_as_they_are_numbered)
{
	stencil_plan *plan = program_of("stencil total { in u; out v; out scalar s; s = sum(u); v = u - s; }", summing[_i]);
	const bool innermost = strstr(summing[_i], "innermost");
	double u[COLUMNS*LEVELS], v[COLUMNS*LEVELS] = { 0 }, s = 0, sum = 0;

	ck_assert_msg(plan != NULL, "%s", error.text);
	for (int i = 0; i < COLUMNS*LEVELS; i++) {
		const int c = innermost ? i/LEVELS : i % COLUMNS, k = innermost ? i % LEVELS : i/COLUMNS;

		u[i] = value(c, k);
		sum += c >= FIRST && c < END ? u[i] : 0;
	}
	ck_assert_msg(!stencil_plan_bind(plan, "u", u, sizeof u, &error), "%s", error.text);
	ck_assert_msg(!stencil_plan_bind(plan, "v", v, sizeof v, &error), "%s", error.text);
	ck_assert_msg(!stencil_plan_bind(plan, "s", &s, sizeof s, &error), "%s", error.text);
	ck_assert_int_eq(stencil_execute(plan, NULL), 0);
	ck_assert_double_eq(s, sum);
	stencil_plan_destroy(plan);
}
END_TEST

START_TEST(halos_need_places)
{
	ck_assert_ptr_null(program_of("stencil fill { inout u; out v; boundary u = periodic; v = u[west]; }", summing[_i]));
	ck_assert_int_eq(error.code, STENCIL_CODE_ARGUMENT);
	ck_assert_str_eq(error.text, "'fill' fills halos, and the table does not have the columns of halo cells: set columns_of");
}
END_TEST

Suite *
library_levels_suite(void)
{
	Suite *suite = suite_create("library_levels");
	TCase *tests = tcase_create("library_levels");

	tcase_add_loop_test(tests, columns_lie_as_the_caller_says, 0, COUNT(layouts));
	tcase_add_test(tests, fields_tell_how_they_lie);
	tcase_add_loop_test(tests, wrong_columns_are_refused, 0, COUNT(wrong));
	tcase_add_test(tests, the_library_says_how_its_columns_lie);
	tcase_add_test(tests, few_levels_need_nothing_more);
	tcase_add_loop_test(tests, sums_take_columns_as_they_are_numbered, 0, COUNT(summing));
	tcase_add_loop_test(tests, halos_need_places, 0, COUNT(summing));
	suite_add_tcase(suite, tests);
	return suite;
}
