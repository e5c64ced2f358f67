#ifndef SPARSE_ORACLE_H
#define SPARSE_ORACLE_H

#include <stdbool.h>

/* A sparse grid listed point by point, and what is known of it from elsewhere than
 * the code under test. */
enum { ORACLE_DIMENSIONS = 20 };

struct oracle {
	int dim, level;
	long count;
	int *l, *i; /* dim of each point, in the order of memory */
};

struct oracle *oracle_create(int dim, int level);
void oracle_free(struct oracle *oracle);

/* How many points there are, by counting blocks with a sum of their own. */
long oracle_count(int dim, int level);

/* The pairs of dimensions and levels with few points. */
enum { ORACLE_PAIRS = 72 };
bool oracle_pair(int number, int *dim, int *level);

/* The coordinate of a point, times 2^level. */
long oracle_place(const struct oracle *oracle, long point, int t);

/* Whole numbers from -8 to 7 without any symmetry; 0 on the boundary. */
int oracle_data(int dim, int level, const long *places);
int oracle_value(const struct oracle *oracle, long point);

/* The coefficient of that data at a point, times 2^dim: a sum over the 3^dim places
 * around it. */
long oracle_coefficient(const struct oracle *oracle, long point);

/* The sum over all points of their coefficients' hat functions at x. */
double oracle_sum(const struct oracle *oracle, const double *coefficients, const double *x);

/* The interpolant of the product of all 4 x (1 - x). */
double oracle_parabola(int dim, int level, const double *x);

#endif
