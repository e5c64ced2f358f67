/* The interpreter on sparse grids against what is known of them: examples worked out by
 * hand, closed forms, exact sums, checksums. */

#include "generator/compile.h"
#include "generator/interpret/sparse_interpret.h"
#include "tests/unit/generator/interpret/sparse_oracle.h"

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

Suite *sparse_interpret_suite(void);

static struct arena arena;
static struct stencil *hierarchize, *dehierarchize, *evaluate;

static struct stencil *
compile(const char *path, enum type precision)
{
	struct diagnostics diagnostics = { .out = stderr, .max_errors = 20 };
	struct unit unit;

	ck_assert(compile_file(&arena, &diagnostics, path, precision, &unit));
	return unit.stencils;
}

static void
set_up(void)
{
	hierarchize = compile("stencils/sparse/hierarchize.stencil", TYPE_DOUBLE);
	dehierarchize = compile("stencils/sparse/dehierarchize.stencil", TYPE_DOUBLE);
	evaluate = compile("stencils/sparse/evaluate.stencil", TYPE_DOUBLE);
}

static void
tear_down(void)
{
	arena_free(&arena);
}

static void
sweep(const struct stencil *stencil, int dim, int level, void *u)
{
	const struct sparse_interpretation run = {
		.stencil = stencil, .dim = dim, .level = level, .u = u,
	};

	ck_assert(sparse_interpret(&run));
}

static void
value_at(int dim, int level, double *u, const double *x, double *v, int probes)
{
	const struct sparse_interpretation run = {
		.stencil = evaluate, .dim = dim, .level = level, .u = u, .x = x, .v = v, .probes = probes,
	};

	ck_assert(sparse_interpret(&run));
}

static double *
data_of(const struct oracle *o)
{
	double *u = malloc((size_t)o->count*sizeof *u);

	for (long j = 0; j < o->count; j++)
		u[j] = oracle_value(o, j);
	return u;
}

START_TEST(coefficients_are_exact)
{
	int dim, level;
	struct oracle *o;
	double *u, *nodal, cases = 1;
	long step;

	ck_assert(oracle_pair(_i, &dim, &level));
	o = oracle_create(dim, level);
	u = data_of(o);
	nodal = data_of(o);
	sweep(hierarchize, dim, level, u);
	for (int t = 0; t < dim; t++)
		cases *= 3;
	step = 1 + (long)(cases*(double)o->count/2e6);
	for (long j = 0; j < o->count; j += step)
		ck_assert_double_eq(ldexp(u[j], dim), (double)oracle_coefficient(o, j));
	sweep(dehierarchize, dim, level, u);
	ck_assert_int_eq(memcmp(u, nodal, (size_t)o->count*sizeof *u), 0);
	free(u);
	free(nodal);
	oracle_free(o);
}
END_TEST

static const struct { int dim, level; uint64_t nodal, coefficients; } sums[] = {
	{ 1, 3, 0xffffffffffffffaf, 0xffffffffffffff62 },
	{ 2, 3, 0xffffffffffffffef, 0xfffffffffffffeda },
	{ 2, 10, 0xfffffffffe7fb391, 0xffffffffff485b90 },
	{ 3, 6, 0xfffffffffffad665, 0xffffffffffeeac0c },
	{ 3, 9, 0xfffffffffa66d7b4, 0xfffffffff96c21fc },
	{ 4, 8, 0xfffffffff7ebb14d, 0xffffffffbccda0c0 },
	{ 5, 7, 0xfffffffffaf3704f, 0xffffffffea9ba700 },
	{ 6, 6, 0xfffffffffe9f31f4, 0xffffffffd70a1420 },
	{ 10, 4, 0xfffffffffff4bf86, 0xffffffffc81b2e00 },
	{ 10, 5, 0xfffffffffd7d197e, 0x0000000674b5aa00 },
	{ 10, 6, 0xffffffffa4a6ffde, 0xfffffff460c7ac00 },
	{ 10, 7, 0xfffffff6c124fefd, 0x000003176925b400 },
};

START_TEST(checksums_agree)
{
	const int dim = sums[_i].dim, level = sums[_i].level;
	struct oracle *o = oracle_create(dim, level);
	double *u = data_of(o);
	uint64_t sum = 0;

	for (long j = 0; j < o->count; j++)
		sum += (uint64_t)(j + 1)*(uint64_t)(int64_t)u[j];
	ck_assert_uint_eq(sum, sums[_i].nodal);
	sweep(hierarchize, dim, level, u);
	sum = 0;
	for (long j = 0; j < o->count; j++)
		sum += (uint64_t)(j + 1)*(uint64_t)(int64_t)ldexp(u[j], dim);
	ck_assert_uint_eq(sum, sums[_i].coefficients);
	free(u);
	oracle_free(o);
}
END_TEST

/* In float, as in double. */
START_TEST(parabola_has_quarters)
{
	struct stencil *single = compile("stencils/sparse/hierarchize.stencil", TYPE_FLOAT);
	struct oracle *o;
	int dim, level;
	float *u;

	ck_assert(oracle_pair(_i, &dim, &level));
	o = oracle_create(dim, level);
	u = malloc((size_t)o->count*sizeof *u);
	for (long j = 0; j < o->count; j++) {
		u[j] = 1;
		for (int t = 0; t < dim; t++) {
			const float x = (float)ldexp((double)oracle_place(o, j, t), -level);

			u[j] *= 4*x*(1 - x);
		}
	}
	sweep(single, dim, level, u);
	for (long j = 0; j < o->count; j++) {
		int sum = 0;

		for (int t = 0; t < dim; t++)
			sum += o->l[j*dim + t];
		ck_assert_double_eq(u[j], ldexp(1, -2*sum));
	}
	free(u);
	oracle_free(o);
}
END_TEST

START_TEST(example_in_one_dimension)
{
	double u[] = { 8, 4, 6, 1, 3, 5, 9 }, v[3];
	const double coefficients[] = { 8, 0, 2, -1, -3, -2, 6 }, x[] = { 0.3125, 0.8125, 0.625 };

	sweep(hierarchize, 1, 3, u);
	for (int j = 0; j < 7; j++)
		ck_assert_double_eq(u[j], coefficients[j]);
	value_at(1, 3, u, x, v, 3);
	ck_assert_double_eq(v[0], 3.5);
	ck_assert_double_eq(v[1], 7.5);
	ck_assert_double_eq(v[2], 5);
}
END_TEST

START_TEST(example_in_two_dimensions)
{
	double u[] = { 16, 12, 8, 4, 20, 3, 7, 11, 15, 2, 6, 10, 14, 1, 5, 9, 13 }, v[2];
	const double coefficients[] = {
		16, 4, 0, -4, 12, -3, -7, -1, 11, -2, -6, 8, 4, -1, -5, -9, 3,
	};
	const double x[] = { 0.3125, 0.6875, 0.8125, 0.1875 };

	sweep(hierarchize, 2, 3, u);
	for (int j = 0; j < 17; j++)
		ck_assert_double_eq(u[j], coefficients[j]);
	value_at(2, 3, u, x, v, 2);
	ck_assert_double_eq(v[0], 5.375);
	ck_assert_double_eq(v[1], 7.5);
}
END_TEST

static double
coordinate(long seed)
{
	uint64_t z = (uint64_t)seed*0x9e3779b97f4a7c15;

	z = (z ^ z >> 29)*0xbf58476d1ce4e5b9;
	return (double)((z ^ z >> 32) >> 11)*0x1p-53;
}

/* At each point of the grid the interpolant is the data; elsewhere it is the sum over
 * all points. */
START_TEST(interpolant_interpolates)
{
	int dim, level;
	struct oracle *o;
	double *u, *x, *v;
	long count, first;

	ck_assert(oracle_pair(_i, &dim, &level));
	o = oracle_create(dim, level);
	count = o->count < 150 ? o->count : 150;
	first = o->count - count;
	u = data_of(o);
	x = malloc((size_t)((count + 8)*dim)*sizeof *x);
	v = malloc((size_t)(count + 8)*sizeof *v);
	sweep(hierarchize, dim, level, u);
	for (long j = 0; j < count*dim; j++)
		x[j] = ldexp((double)oracle_place(o, first + j/dim, (int)(j % dim)), -level);
	value_at(dim, level, u, x, v, (int)count);
	for (long j = 0; j < count; j++)
		ck_assert_double_eq(v[j], oracle_value(o, first + j));
	for (long j = 0; j < 8*dim; j++)
		x[j] = coordinate(j + 1);
	value_at(dim, level, u, x, v, 8);
	for (long j = 0; j < 8; j++)
		ck_assert_double_eq_tol(v[j], oracle_sum(o, u, x + j*dim), 1e-10);
	free(u);
	free(x);
	free(v);
	oracle_free(o);
}
END_TEST

START_TEST(interpolant_of_parabola)
{
	enum { PROBES = 40 };
	double x[PROBES*10], v[PROBES], *u;
	struct oracle *o;
	int dim, level;

	ck_assert(oracle_pair(_i, &dim, &level));
	o = oracle_create(dim, level);
	u = malloc((size_t)o->count*sizeof *u);
	for (long j = 0; j < o->count; j++) {
		int sum = 0;

		for (int t = 0; t < dim; t++)
			sum += o->l[j*dim + t];
		u[j] = ldexp(1, -2*sum);
	}
	for (long j = 0; j < PROBES*dim; j++)
		x[j] = coordinate(j + 77);
	value_at(dim, level, u, x, v, PROBES);
	for (long j = 0; j < PROBES; j++)
		ck_assert_double_eq_tol(v[j], oracle_parabola(dim, level, x + j*dim), 1e-12);
	free(u);
	oracle_free(o);
}
END_TEST

/* The largest error of the interpolant of the product of all sin(pi x), by level. */
static const struct { int dim; double errors[7]; } decays[] = {
	{ 1, { 2.11e-1, 7.04e-2, 1.88e-2, 4.79e-3, 1.20e-3, 3.01e-4, 7.53e-5 } },
	{ 2, { 3.06e-1, 1.36e-1, 4.20e-2, 1.41e-2, 4.28e-3, 1.28e-3, 3.65e-4 } },
	{ 3, { 3.67e-1, 1.92e-1, 6.87e-2, 2.72e-2, 9.13e-3, 3.20e-3, 9.96e-4 } },
};

static double
sines(int dim, const double *x)
{
	double product = 1;

	for (int t = 0; t < dim; t++)
		product *= sin(3.14159265358979323846*x[t]);
	return product;
}

START_TEST(error_decays)
{
	enum { PROBES = 4000 };
	static double x[PROBES*3], v[PROBES];
	const int dim = decays[_i].dim;

	for (int level = 1; level <= 7; level++) {
		const double expected = decays[_i].errors[level - 1];
		struct oracle *o = oracle_create(dim, level);
		double *u = malloc((size_t)o->count*sizeof *u), worst = 0;

		for (long j = 0; j < o->count; j++) {
			for (int t = 0; t < dim; t++)
				x[t] = ldexp((double)oracle_place(o, j, t), -level);
			u[j] = sines(dim, x);
		}
		for (long j = 0; j < PROBES*dim; j++)
			x[j] = coordinate(j + 5);
		sweep(hierarchize, dim, level, u);
		value_at(dim, level, u, x, v, PROBES);
		for (long j = 0; j < PROBES; j++)
			worst = fmax(worst, fabs(v[j] - sines(dim, x + j*dim)));
		ck_assert_double_le(worst, 1.02*expected);
		ck_assert_double_ge(worst, 0.7*expected);
		free(u);
		oracle_free(o);
	}
}
END_TEST

START_TEST(edges_of_the_cube)
{
	double u[17], v[8];
	const double x[] = { 0, 0.4, 1, 0.3, 0.7, 1, 0, 0, 1, 1, -0.25, 0.5, 0.5, 17, NAN, 0.5 };

	for (int j = 0; j < 17; j++)
		u[j] = j + 1;
	value_at(2, 3, u, x, v, 8);
	for (int j = 0; j < 7; j++)
		ck_assert_double_eq(v[j], 0);
	ck_assert(isnan(v[7]));
}
END_TEST

Suite *
sparse_interpret_suite(void)
{
	Suite *suite = suite_create("sparse_interpret");
	TCase *tests = tcase_create("sparse_interpret");

	tcase_set_timeout(tests, 60); /* for sanitizers */
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_loop_test(tests, coefficients_are_exact, 0, ORACLE_PAIRS);
	tcase_add_loop_test(tests, checksums_agree, 0, (int)(sizeof sums/sizeof *sums));
	tcase_add_loop_test(tests, parabola_has_quarters, 0, ORACLE_PAIRS);
	tcase_add_test(tests, example_in_one_dimension);
	tcase_add_test(tests, example_in_two_dimensions);
	tcase_add_loop_test(tests, interpolant_interpolates, 0, ORACLE_PAIRS);
	tcase_add_loop_test(tests, interpolant_of_parabola, 0, ORACLE_PAIRS);
	tcase_add_loop_test(tests, error_decays, 0, (int)(sizeof decays/sizeof *decays));
	tcase_add_test(tests, edges_of_the_cube);
	suite_add_tcase(suite, tests);
	return suite;
}
