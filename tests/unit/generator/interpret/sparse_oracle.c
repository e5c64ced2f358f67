#include "tests/unit/generator/interpret/sparse_oracle.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void
add_points(struct oracle *o, const int *l, int sum)
{
	for (long offset = 0; offset < 1L << sum; offset++) {
		long rest = offset;

		for (int t = o->dim - 1; t >= 0; t--) {
			o->l[o->count*o->dim + t] = l[t];
			o->i[o->count*o->dim + t] = (int)(rest % (1L << l[t]));
			rest /= 1L << l[t];
		}
		o->count++;
	}
}

/* All level vectors of a sum, the last component slowest. */
static void
add_blocks(struct oracle *o, int *l, int t, int left, int sum)
{
	if (t == 0) {
		l[0] = left;
		add_points(o, l, sum);
		return;
	}
	for (l[t] = 0; l[t] <= left; l[t]++)
		add_blocks(o, l, t - 1, left - l[t], sum);
}

/* C(n, k) by Pascal's triangle. */
static long
choose(int n, int k)
{
	return k == 0 || k == n ? 1 : choose(n - 1, k - 1) + choose(n - 1, k);
}

long
oracle_count(int dim, int level)
{
	long count = 0;

	for (int n = 0; n < level; n++)
		count += choose(dim - 1 + n, n) << n;
	return count;
}

struct oracle *
oracle_create(int dim, int level)
{
	struct oracle *o = calloc(1, sizeof *o);
	const size_t numbers = (size_t)(oracle_count(dim, level)*dim);
	int l[ORACLE_DIMENSIONS] = { 0 };

	if (!o)
		abort();
	o->dim = dim;
	o->level = level;
	o->l = calloc(numbers, sizeof *o->l);
	o->i = calloc(numbers, sizeof *o->i);
	if (!o->l || !o->i)
		abort();
	for (int n = 0; n < level; n++)
		add_blocks(o, l, dim - 1, n, n);
	return o;
}

void
oracle_free(struct oracle *o)
{
	free(o->l);
	free(o->i);
	free(o);
}

long
oracle_place(const struct oracle *o, long point, int t)
{
	const int l = o->l[point*o->dim + t], i = o->i[point*o->dim + t];

	return (long)(2*i + 1) << (o->level - 1 - l);
}

static uint64_t
mix(uint64_t z)
{
	z += 0x9e3779b97f4a7c15;
	z = (z ^ z >> 30)*0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27)*0x94d049bb133111eb;
	return z ^ z >> 31;
}

int
oracle_data(int dim, int level, const long *places)
{
	uint64_t h = (uint64_t)(64*dim + level);

	for (int t = 0; t < dim; t++) {
		if (places[t] <= 0 || places[t] >= 1L << level)
			return 0;
		h = mix(h ^ (uint64_t)places[t]);
	}
	return (int)(h >> 60) - 8;
}

int
oracle_value(const struct oracle *o, long point)
{
	long places[ORACLE_DIMENSIONS];

	for (int t = 0; t < o->dim; t++)
		places[t] = oracle_place(o, point, t);
	return oracle_data(o->dim, o->level, places);
}

/* -1, 2, -1 in each dimension from t on. */
static long
weigh(const struct oracle *o, long point, int t, long *places)
{
	const long middle = places[t], step = 1L << (o->level - 1 - o->l[point*o->dim + t]);
	long sum = 0;

	for (int side = -1; side <= 1; side++) {
		places[t] = middle + side*step;
		sum += (side ? -1 : 2)*(t + 1 < o->dim ? weigh(o, point, t + 1, places)
			: oracle_data(o->dim, o->level, places));
	}
	places[t] = middle;
	return sum;
}

long
oracle_coefficient(const struct oracle *o, long point)
{
	long places[ORACLE_DIMENSIONS];

	for (int t = 0; t < o->dim; t++)
		places[t] = oracle_place(o, point, t);
	return weigh(o, point, 0, places);
}

double
oracle_sum(const struct oracle *o, const double *coefficients, const double *x)
{
	double sum = 0;

	for (long j = 0; j < o->count; j++) {
		double weight = 1;

		for (int t = 0; t < o->dim && weight > 0; t++)
			weight *= fmax(0, 1 - fabs(ldexp(x[t], o->l[j*o->dim + t] + 1)
				- (2*o->i[j*o->dim + t] + 1)));
		sum += weight*coefficients[j];
	}
	return sum;
}

/* Level by level the coefficient is 1/4^n, so that in each dimension hat functions are a
 * polynomial in z, of which the product's first coefficients are wanted. */
double
oracle_parabola(int dim, int level, const double *x)
{
	double product[32] = { 1 }, value = 0;

	for (int t = 0; t < dim; t++) {
		double next[32] = { 0 };

		for (int k = 0; k < level; k++) {
			const double y = ldexp(x[t], k);
			const double hat = 1 - fabs(2*(y - floor(y)) - 1);

			for (int n = 0; n + k < level; n++)
				next[n + k] += product[n]*hat;
		}
		memcpy(product, next, sizeof product);
	}
	for (int n = 0; n < level; n++)
		value += ldexp(product[n], -2*n);
	return value;
}

enum { MOST_POINTS = 60000 };

bool
oracle_pair(int number, int *dim, int *level)
{
	for (*dim = 1; *dim <= 10; ++*dim)
		for (*level = 1; *level <= 9; ++*level)
			if (oracle_count(*dim, *level) <= MOST_POINTS && number-- == 0)
				return true;
	return false;
}
