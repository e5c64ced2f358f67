/* The interpreter: programs with sweeps, against the same by hand, column by column. */

#include "tests/unit/generator/interpret/trial.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

Suite *sweep_programs_suite(void);

/* One column: fields in the order of the .stencil file, s from one level to the next. */
typedef void column_function(int levels, ptrdiff_t s, double *const *f, const double *params);

static void
tridiagonal(int levels, ptrdiff_t s, double *const *f, const double *params)
{
	const double *a = f[0], *b = f[1], *c = f[2], *d = f[3];
	double *x = f[4], cp[16], dp[16];

	(void)params;
	cp[0] = c[0]/b[0];
	dp[0] = d[0]/b[0];
	for (int k = 1; k < levels; k++) {
		const double m = 1/(b[k*s] - a[k*s]*cp[k - 1]);

		cp[k] = c[k*s]*m;
		dp[k] = (d[k*s] - a[k*s]*dp[k - 1])*m;
	}
	x[(levels - 1)*s] = dp[levels - 1];
	for (int k = levels - 2; k >= 0; k--)
		x[k*s] = dp[k] - cp[k]*x[(k + 1)*s];
}

static void
vadv(int levels, ptrdiff_t s, double *const *f, const double *params)
{
	const double *u = f[0], *w = f[1], *u_pos = f[2], *utens = f[3];
	const double dtr = params[0], bet_m = params[1], bet_p = params[2];
	const int last = levels - 1;
	double *tendency = f[4], ccol[16], dcol[16], x = 0;

	for (int k = 0; k < levels; k++) {
		const ptrdiff_t i = k*s;
		const double gav = k > 0 ? -0.25*(w[i + 1] + w[i]) : 0;
		const double gcv = k < last ? 0.25*(w[i + s + 1] + w[i + s]) : 0;
		const double as = gav*bet_m, cs = gcv*bet_m, a = gav*bet_p, c = gcv*bet_p;
		const double b = k == 0 ? dtr - c : k < last ? dtr - a - c : dtr - a;
		const double correction = k == 0 ? -cs*(u[i + s] - u[i])
			: k < last ? -as*(u[i - s] - u[i]) - cs*(u[i + s] - u[i]) : -as*(u[i - s] - u[i]);
		const double d = dtr*u_pos[i] + utens[i] + tendency[i] + correction;
		const double m = k == 0 ? 1/b : 1/(b - ccol[k - 1]*a);

		ccol[k] = k < last ? c*m : 0;
		dcol[k] = k == 0 ? d*m : (d - dcol[k - 1]*a)*m;
	}
	for (int k = last; k >= 0; k--) {
		x = k == last ? dcol[k] : dcol[k] - ccol[k]*x;
		tendency[k*s] = dtr*(x - u_pos[k*s]);
	}
}

static void
zdf(int levels, ptrdiff_t s, double *const *f, const double *params)
{
	const double *avt = f[0], *e3w = f[1], *after = f[2], *before = f[3], *now = f[4], *tmask = f[5], *tb = f[6];
	const double rdt = params[0];
	double *ta = f[7], zws[16], zwt[16], y[16];

	for (int k = 0; k < levels - 1; k++) {
		const ptrdiff_t i = k*s;
		const double zwi = -rdt*(k ? avt[i] : 0)/e3w[i];
		double zwd, rhs;

		zws[k] = -rdt*avt[i + s]/e3w[i + s];
		zwd = after[i] - zwi - zws[k];
		rhs = before[i]*tb[i] + rdt*now[i]*ta[i];
		zwt[k] = k ? zwd - zwi*zws[k - 1]/zwt[k - 1] : zwd;
		y[k] = k ? rhs - zwi/zwt[k - 1]*y[k - 1] : rhs;
	}
	for (int k = levels - 2; k >= 0; k--)
		ta[k*s] = (k == levels - 2 ? y[k] : y[k] - zws[k]*ta[(k + 1)*s])/zwt[k]*tmask[k*s];
}

static double
larger(double a, double b)
{
	return a < b ? b : a;
}

static double
smaller(double a, double b)
{
	return b < a ? b : a;
}

static void
sediment(int levels, ptrdiff_t s, double *const *f, const double *params)
{
	const double *rho = f[1], *dp = f[2], *cloud = f[3];
	const double dt = params[0], speed = params[1], least = params[2], eps = params[3];
	double *q = f[0], *rain = f[4], *cover = f[5], flux = 0, covered = 0;

	for (int k = 0; k < levels; k++) {
		const ptrdiff_t i = k*s;
		const double dtgdp = dt*9.80665/dp[i], first_guess = q[i] + flux*dtgdp, sink = dtgdp*speed*rho[i];
		const double over = k ? cloud[i - s] : 0;

		covered = first_guess > eps ? larger(1 - (1 - covered)*(1 - larger(cloud[i], over))
			/(1 - smaller(over, 1 - 1e-6)), least) : 0;
		q[i] = first_guess/(1 + sink);
		flux = sink*q[i]/dtgdp;
		cover[i] = covered;
	}
	*rain = flux;
}

static void
fillq(int levels, ptrdiff_t s, double *const *f, const double *params)
{
	const double *dp = f[1];
	double *q = f[0], have = 0, taken = 0;

	(void)params;
	for (int k = 0; k < levels; k++)
		if (q[k*s] > 0)
			have += q[k*s]*dp[k*s];
	for (int k = levels - 1; k >= 0; k--)
		if (q[k*s] < 0 && have >= 0) {
			const double d = smaller(have, -q[k*s]*dp[k*s]);

			have -= d;
			taken += d;
			q[k*s] += d/dp[k*s];
		}
	for (int k = levels - 1; k >= 0; k--)
		if (q[k*s] > 0 && have >= 1e-12 && taken > 0) {
			const double d = smaller(taken, q[k*s]*dp[k*s]);

			taken -= d;
			q[k*s] -= d/dp[k*s];
		}
}

static void
pressure(int levels, ptrdiff_t s, double *const *f, const double *params)
{
	const double *dz = f[0], *tv = f[1];
	double *full = f[3], *half = f[4], lower = *f[2];

	for (int k = 0; k < levels; k++) {
		half[k*s] = lower*exp(-params[0]*dz[k*s]/tv[k*s]);
		full[k*s] = sqrt(lower*half[k*s]);
		lower = half[k*s];
	}
}

static const struct {
	const char *name;
	column_function *column;
	int east; /* columns there that are not updated */
} programs[] = {
	{ "programs/tridiagonal", tridiagonal, 0 }, { "programs/vadv", vadv, 1 }, { "programs/zdf", zdf, 0 },
	{ "programs/sediment", sediment, 0 }, { "programs/fillq", fillq, 0 }, { "programs/pressure", pressure, 0 },
};

static const int sizes[][3] = { { 5, 3, 9 }, { 4, 2, 3 }, { 2, 1, 2 } };

/* Numbers where the program's ranges ask for them: else what is tried is NaN and overflows. */
static void
fill(const struct trial *t)
{
	for (const struct field *f = t->stencil->fields; f; f = f->next)
		for (size_t i = 0; f->low && i < trial_count(t, f); i++) {
			const double low = strtod(f->low, NULL), high = strtod(f->high, NULL);

			trial_put(t, f, i, low + (trial_noise(f, i) + 1)/2*(high - low));
		}
}

static void
do_columns(const struct trial *t, column_function *column, int east)
{
	const ptrdiff_t plane = (ptrdiff_t)t->size[0]*t->size[1];

	for (int y = 0; y < t->size[1]; y++)
		for (int x = 0; x < t->size[0] - east; x++) {
			double *fields[MOST];

			for (const struct field *f = t->stencil->fields; f; f = f->next)
				fields[f->index] = (double *)t->fields[f->index] + (ptrdiff_t)y*t->size[0] + x;
			column(t->size[2], plane, fields, t->params);
		}
}

START_TEST(programs_agree_bit_for_bit)
{
	const int n = _i % (int)COUNT(programs), *size = sizes[_i/(int)COUNT(programs)];
	struct trial *got = trial_of_file(programs[n].name, TYPE_DOUBLE, size);
	struct trial *want = trial_of_file(programs[n].name, TYPE_DOUBLE, size);

	fill(got);
	fill(want);
	ck_assert(trial_run(got));
	do_columns(want, programs[n].column, programs[n].east);
	for (const struct field *f = got->stencil->fields; f; f = f->next)
		for (size_t i = 0; i < trial_count(got, f); i++)
			ck_assert_msg(same_number(trial_get(got, f, i), trial_get(want, f, i)),
				"%s: %s[%zu] is %a, should be %a", programs[n].name, f->name, i,
				trial_get(got, f, i), trial_get(want, f, i));
	trial_free(got);
	trial_free(want);
}
END_TEST

/* What is left of the equations, in roundings of what they are made of. */
START_TEST(tridiagonal_solves_its_equations)
{
	struct trial *t = trial_of_file("programs/tridiagonal", TYPE_DOUBLE, (const int[3]){ 4, 3, 12 });

	fill(t);
	ck_assert(trial_run(t));
	for (bool more = trial_next(t, true); more; more = trial_next(t, false)) {
		const int z = t->point[2];
		const double below = z > 0 ? HERE("a")*AT("x", 0, 0, -1) : 0;
		const double above = z < t->size[2] - 1 ? HERE("c")*AT("x", 0, 0, 1) : 0;
		const double here = HERE("b")*HERE("x"), right = HERE("d");
		const double scale = fabs(below) + fabs(above) + fabs(here) + fabs(right);

		ck_assert_msg(fabs(below + here + above - right) <= 4*0x1p-52*scale, "residual of %g roundings",
			fabs(below + here + above - right)/(0x1p-52*scale));
	}
	trial_free(t);
}
END_TEST

Suite *
sweep_programs_suite(void)
{
	Suite *suite = suite_create("programs with sweeps");
	TCase *tests = tcase_create("programs");

	LOOP(tests, programs_agree_bit_for_bit, COUNT(programs)*COUNT(sizes));
	tcase_add_test(tests, tridiagonal_solves_its_equations);
	suite_add_tcase(suite, tests);
	return suite;
}
