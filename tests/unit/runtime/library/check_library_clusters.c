/* Access cluster on tables of the caller's own that agree with no plane: what it computes is what a CPU does column by column. */

#include "runtime/library/stencil.h"

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

Suite *library_clusters_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

/* A box of 20x17 cells, the inner ones of which are updated: columns FIRST to END - 1. */
enum { WIDTH = 20, HEIGHT = 17, HALO = 2, COLUMNS = WIDTH*HEIGHT, INNER = (WIDTH - 2*HALO)*(HEIGHT - 2*HALO),
	FIRST = 40, END = FIRST + INNER, LEVELS = 6, SLOTS = 12, SEEDS = 24 };

static const int relations[SLOTS][2] = {
	{ -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 }, { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 }, { -2, 0 }, { 2, 0 }, { 0, -2 }, { 0, 2 },
};

static struct stencil_error error;
static unsigned long long state;

/* From 0 to below - 1. */
static int
random_below(int below)
{
	state = state*6364136223846793005u + 1442695040888963407u;
	return (int)((state >> 33) % (unsigned)below);
}

static bool
is_inner(int cell)
{
	const int x = cell % WIDTH, y = cell/WIDTH;

	return x >= HALO && x < WIDTH - HALO && y >= HALO && y < HEIGHT - HALO;
}

/* Row by row, or at random; but for where those that are updated begin and end. */
static void
number_columns(int *column_of, bool shuffled)
{
	int inner = FIRST, halo = 0;

	for (int c = 0; c < COLUMNS; c++) {
		halo = halo == FIRST ? END : halo;
		column_of[c] = is_inner(c) ? inner++ : halo++;
	}
	for (int c = COLUMNS - 1; c > 0 && shuffled; c--) {
		const int other = random_below(c + 1), column = column_of[c];

		if (is_inner(c) != is_inner(other))
			continue;
		column_of[c] = column_of[other];
		column_of[other] = column;
	}
}

/* A plane, whose halo leads to itself, and so many wrong ways. */
static void
fill_neighbors(int *neighbors, bool shuffled, int damages)
{
	int column_of[COLUMNS];

	number_columns(column_of, shuffled);
	for (int s = 0; s < SLOTS; s++)
		for (int c = 0; c < COLUMNS; c++) {
			const int x = c % WIDTH + relations[s][0], y = c/WIDTH + relations[s][1];

			neighbors[s*COLUMNS + column_of[c]] = x < 0 || x >= WIDTH || y < 0 || y >= HEIGHT ? column_of[c]
				: column_of[y*WIDTH + x];
		}
	for (int i = 0; i < damages; i++)
		neighbors[random_below(SLOTS)*COLUMNS + FIRST + random_below(INNER)] = random_below(4) ? random_below(COLUMNS) : 0;
}

/* Applies a stencil that has 1 or 2 in fields. */
static void
apply(const char *stencil, const char *options, const int *neighbors, double in[2][COLUMNS*LEVELS], double *out)
{
	const struct stencil_table table = { .first = FIRST, .end = END, .slots = SLOTS, .relations = relations, .neighbors = neighbors };
	const struct stencil_shape shape = { .size = { COLUMNS, 1, LEVELS }, .table = &table };
	stencil_plan *plan = stencil_plan_create(stencil, NULL, &shape, options, 0, &error);
	void *const one[] = { in[0], out }, *const two[] = { in[0], in[1], out };

	ck_assert_msg(plan != NULL, "%s: %s", options, error.text);
	ck_assert_int_eq(stencil_execute_on(plan, stencil_plan_field_count(plan) == 2 ? one : two, NULL, NULL), 0);
	stencil_plan_destroy(plan);
}

static const struct {
	const char *stencil, *storage;
	int width, height; /* of a cluster */
	const char *levels;
} clusters[] = {
	{ "laplap", "chasing", 2, 2, "innermost" }, { "hdiff", "direct", 2, 2, "innermost" }, { "hdiff", "chasing", 4, 1, "innermost" },
	{ "laplap", "direct", 1, 3, "innermost" }, { "laplap", "chasing", 1, 4, "outermost" }, { "hdiff", "direct", 2, 2, "outermost" },
	{ "hdiff", "chasing", 1, 2, "outermost" }, { "laplap", "direct", 4, 1, "outermost" },
};

START_TEST(any_table_gives_what_its_columns_give)
{
	static double in[2][COLUMNS*LEVELS], expected[COLUMNS*LEVELS], out[COLUMNS*LEVELS];
	int neighbors[SLOTS*COLUMNS];
	char stencil[64], options[2][200];

	snprintf(stencil, sizeof stencil, "stencils/%s.stencil", clusters[_i].stencil);
	snprintf(options[0], sizeof options[0], "backend=openmp storage=%s access=idxvar levels=%s", clusters[_i].storage,
		clusters[_i].levels);
	snprintf(options[1], sizeof options[1], "backend=host storage=%s access=cluster levels=%s points-per-thread=%d"
		" rows-per-thread=%d block=3x2x1", clusters[_i].storage, clusters[_i].levels, clusters[_i].width, clusters[_i].height);
	for (int seed = 0; seed < SEEDS; seed++) {
		state = (unsigned)(seed + 1);
		fill_neighbors(neighbors, seed % 2, seed*seed/4);
		for (int i = 0; i < COLUMNS*LEVELS; i++) {
			in[0][i] = random_below(1000)/7.0;
			in[1][i] = random_below(1000)/3.0;
			expected[i] = out[i] = -1;
		}
		apply(stencil, options[0], neighbors, in, expected);
		apply(stencil, options[1], neighbors, in, out);
		ck_assert_msg(!memcmp(out, expected, sizeof out), "%s, %s, seed %d", clusters[_i].stencil, options[1], seed);
	}
}
END_TEST

Suite *
library_clusters_suite(void)
{
	Suite *suite = suite_create("library_clusters");
	TCase *tests = tcase_create("library_clusters");

	tcase_add_loop_test(tests, any_table_gives_what_its_columns_give, 0, COUNT(clusters));
	suite_add_tcase(suite, tests);
	return suite;
}
