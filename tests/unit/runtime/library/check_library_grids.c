/* libstencil on tables of the caller's own and on sparse grids. */

#include "generator/interpret/interpret.h"
#include "runtime/library/stencil.h"
#include "runtime/problem/sparse_problem.h"
#include "tests/unit/runtime/problem/problem_trial.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *library_grids_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

static struct stencil_error error;

static struct stencil_plan *
plan_of(const char *path, const struct stencil_shape *shape, const char *options, unsigned flags)
{
	struct stencil_plan *plan = stencil_plan_create(path, NULL, shape, options, flags, &error);

	ck_assert_msg(plan != NULL, "%s", error.text);
	return plan;
}

static void
bind(struct stencil_plan *plan, const char *field, void *array, size_t bytes)
{
	ck_assert_msg(!stencil_plan_bind(plan, field, array, bytes, &error), "%s", error.text);
}

enum { COLUMNS = 60, LEVELS = 3, SLOTS = 5 };

/* A ring of columns whose neighbours nobody could compute. */
static void
make_ring(int *neighbors)
{
	for (int s = 0; s < SLOTS; s++)
		for (int c = 0; c < COLUMNS; c++)
			neighbors[s*COLUMNS + c] = (c*7 + 11*s + 3) % COLUMNS;
}

START_TEST(own_table_leads_to_the_neighbours)
{
	static const char *const options[] = { "backend=openmp storage=chasing", "backend=host storage=chasing block=16x1x1" };
	static const int relations[SLOTS][2] = { { 5, 5 }, { 0, 1 }, { -1, 0 }, { 1, 0 }, { 0, -1 } };
	static const char text[] =
		"stencil plus { in src; out dst; dst = 4*src - src[0,1] - src[-1,0] - src[1,0] - src[0,-1]; }";
	static double src[LEVELS*COLUMNS], dst[LEVELS*COLUMNS];
	int neighbors[SLOTS*COLUMNS];
	const struct stencil_table table = {
		.first = 4, .end = 50, .slots = SLOTS, .relations = relations, .neighbors = neighbors,
	};
	const struct stencil_shape shape = { .size = { COLUMNS, 1, LEVELS }, .table = &table };
	struct stencil_plan *plan;

	make_ring(neighbors);
	plan = stencil_plan_create_text(text, NULL, &shape, options[_i], 0, &error);
	ck_assert_msg(plan != NULL, "%s", error.text);
	memset(neighbors, 0xff, sizeof neighbors); /* the plan has a copy */
	for (int i = 0; i < LEVELS*COLUMNS; i++) {
		src[i] = i*i % 101;
		dst[i] = -1;
	}
	bind(plan, "src", src, sizeof src);
	bind(plan, "dst", dst, sizeof dst);
	ck_assert_int_eq(stencil_execute(plan, NULL), 0);
	make_ring(neighbors);
	for (int k = 0; k < LEVELS; k++)
		for (int c = 0; c < COLUMNS; c++) {
			const double *level = src + k*COLUMNS;
			double expected = 4*level[c];

			for (int s = 1; s < SLOTS; s++)
				expected -= level[neighbors[s*COLUMNS + c]];
			ck_assert_double_eq(dst[k*COLUMNS + c], c >= table.first && c < table.end ? expected : -1);
		}
	stencil_plan_destroy(plan);
}
END_TEST

START_TEST(wrong_table_is_refused)
{
	static const int relations[SLOTS][2] = { { 5, 5 }, { 0, 1 }, { -1, 0 }, { 1, 0 }, { 0, -1 } };
	int neighbors[SLOTS*COLUMNS];
	struct stencil_table table = {
		.first = 4, .end = 50, .slots = SLOTS, .relations = relations, .neighbors = neighbors,
	};
	const struct stencil_shape shape = { .size = { COLUMNS, 1, LEVELS }, .table = &table };
	const char *said[] = {
		"the table leads from column 7, relation (0,1), to 60: there are columns 0 to 59",
		"the table leads from column 7, relation (0,1), to -1: there are columns 0 to 59",
		"the table has no slot for neighbor (0,-1), which 'laplacian' needs with storage chasing",
		"columns 4 to 60 are to be updated, of 60", "columns -1 to 49 are to be updated, of 60",
		"the table is empty", "storage regular has no table of neighbors",
		"storage chasing_compressed: a table of yours is not compressed",
	};
	const char *storage = _i == 6 ? "regular" : _i == 7 ? "chasing_compressed" : "chasing";
	char options[64];

	make_ring(neighbors);
	if (_i < 2)
		neighbors[COLUMNS + 7] = _i ? -1 : COLUMNS;
	table.slots = _i == 2 ? SLOTS - 1 : _i == 5 ? 0 : SLOTS;
	table.end = _i == 3 ? COLUMNS + 1 : 50;
	table.first = _i == 4 ? -1 : 4;
	snprintf(options, sizeof options, "backend=openmp storage=%s", storage);
	ck_assert_ptr_null(stencil_plan_create("stencils/laplacian.stencil", NULL, &shape, options, 0, &error));
	ck_assert_int_eq(error.code, STENCIL_CODE_ARGUMENT);
	ck_assert_str_eq(error.text, said[_i]);
}
END_TEST

static const struct {
	const char *stencil, *options;
	enum type precision;
	int padded;
} sparse[] = {
	{ "hierarchize", "backend=openmp", TYPE_DOUBLE, 0 },
	{ "hierarchize", "backend=host precision=float", TYPE_FLOAT, 1 },
	{ "dehierarchize", "backend=openmp access=ichg1 precision=float", TYPE_FLOAT, 0 },
	{ "evaluate", "backend=openmp", TYPE_DOUBLE, 0 },
	{ "evaluate", "backend=openmp access=basic precision=float", TYPE_FLOAT, 0 },
	{ "evaluate", "backend=host", TYPE_DOUBLE, 0 },
};

/* The coordinates as the plan's field has them: in rows, or in tiles. To be freed. */
static void *
arrange(const struct stencil_field *info, const struct sparse_problem *p)
{
	const size_t size = field_element(p->x), dim = (size_t)p->grid->dim;
	const size_t tile = info->dimensions == 3 ? (size_t)info->shape[2] : 1;
	char *to = calloc(1, info->bytes);

	for (size_t j = 0; j < (size_t)p->probes; j++)
		for (size_t t = 0; t < dim; t++)
			memcpy(to + ((j/tile*dim + t)*tile + j % tile)*size, (const char *)p->coordinates + (j*dim + t)*size, size);
	return to;
}

START_TEST(sparse_grids_are_right)
{
	enum { DIM = 3, LEVEL = 5, PROBES = 70 };
	struct stencil_shape shape = { .dimensions = DIM, .levels = LEVEL, .padded = sparse[_i].padded };
	struct arena arena = { 0 };
	struct diagnostics diagnostics = { .out = stderr };
	struct unit unit;
	struct sparse_grid grid;
	struct sparse_problem problem;
	struct stencil_plan *plan;
	struct stencil_field info;
	struct verdict verdict;
	const char *path = arena_printf(&arena, "stencils/sparse/%s.stencil", sparse[_i].stencil);
	void *values, *results, *coordinates = NULL;
	size_t bytes;

	ck_assert(compile_file(&arena, &diagnostics, path, sparse[_i].precision, &unit));
	ck_assert(sparse_grid_make(DIM, LEVEL, shape.padded, &grid, NULL));
	problem = sparse_problem_make(unit.plans[0], &grid, PROBES);
	shape.probes = problem.probes;
	ck_assert(sparse_problem_fill(&problem, 5));
	ck_assert(sparse_problem_solve(&problem, 1, 1e9));
	plan = plan_of(path, &shape, sparse[_i].options, 0);
	bytes = sparse_problem_bytes(&problem);
	values = results = malloc(bytes);
	memcpy(values, problem.values, bytes);
	bind(plan, problem.u->name, values, bytes);
	if (problem.x) {
		ck_assert_int_eq(stencil_plan_field(plan, problem.x->index, &info), 0);
		coordinates = arrange(&info, &problem);
		results = malloc(sparse_problem_probe_bytes(&problem));
		bind(plan, problem.x->name, coordinates, info.bytes);
		bind(plan, problem.v->name, results, sparse_problem_probe_bytes(&problem));
	}
	ck_assert_int_eq(stencil_execute(plan, NULL), 0);
	verdict = sparse_problem_compare(&problem, results);
	ck_assert_msg(verdict_is_good(&verdict), "%s", verdict.first);
	if (results != values)
		free(results);
	free(values);
	free(coordinates);
	stencil_plan_destroy(plan);
	sparse_problem_free(&problem);
	arena_free(&arena);
}
END_TEST

START_TEST(sparse_shapes_are_checked)
{
	static const struct {
		const char *stencil;
		struct stencil_shape shape;
		const char *said;
	} wrong[] = {
		{ "hierarchize", { .size = { 3, 3, 3 } },
			"'hierarchize' is on a sparse grid: it needs 1 to 32 dimensions and 1 to 30 levels, not 0 and 0" },
		{ "hierarchize", { .dimensions = 2, .levels = 3, .probes = 1 }, "'hierarchize' has no probes" },
		{ "evaluate", { .dimensions = 2, .levels = 3 }, "'evaluate' needs 1 to 67108864 probes, not 0" },
	};
	char path[64];

	snprintf(path, sizeof path, "stencils/sparse/%s.stencil", wrong[_i].stencil);
	ck_assert_ptr_null(stencil_plan_create(path, NULL, &wrong[_i].shape, "backend=openmp", 0, &error));
	ck_assert_int_eq(error.code, STENCIL_CODE_ARGUMENT);
	ck_assert_str_eq(error.text, wrong[_i].said);
}
END_TEST

Suite *
library_grids_suite(void)
{
	Suite *suite = suite_create("library_grids");
	TCase *tests = tcase_create("library_grids");

	tcase_add_loop_test(tests, own_table_leads_to_the_neighbours, 0, 2);
	tcase_add_loop_test(tests, wrong_table_is_refused, 0, 8);
	tcase_add_loop_test(tests, sparse_grids_are_right, 0, COUNT(sparse));
	tcase_add_loop_test(tests, sparse_shapes_are_checked, 0, 3);
	suite_add_tcase(suite, tests);
	return suite;
}
