#ifndef REAL

#include "tests/unit/generator/interpret/reference.h"

#include <stddef.h>

/* This file reads itself once for each precision. */
#define REAL double
#define IN_TYPE(name) name##_double
#include "reference.c"
#undef REAL
#undef IN_TYPE
#define REAL float
#define IN_TYPE(name) name##_float
#include "reference.c"
#undef REAL
#undef IN_TYPE

const struct plain_loops references[REFERENCES] = {
	{ "copy",      copy_double,      copy_float },
	{ "laplap",    laplap_double,    laplap_float },
	{ "hdiff",     hdiff_double,     hdiff_float },
	{ "fastwaves", fastwaves_double, fastwaves_float },
};

#else

/* In all of these c is a point, c - 1 its western neighbour, c - row its
 * northern one and c - plane the one below. */

static void
IN_TYPE(copy)(const int size[3], void *const *fields, const double *params)
{
	const REAL *src = fields[0];
	REAL *dst = fields[1];

	(void)params;
	for (ptrdiff_t c = 0; c < (ptrdiff_t)size[0]*size[1]*size[2]; c++)
		dst[c] = src[c];
}

static REAL
IN_TYPE(laplacian)(const REAL *a, ptrdiff_t c, ptrdiff_t row)
{
	return 4*a[c] - a[c - 1] - a[c + 1] - a[c - row] - a[c + row];
}

static void
IN_TYPE(laplap)(const int size[3], void *const *fields, const double *params)
{
	const ptrdiff_t row = size[0], plane = row*size[1];
	const REAL *src = fields[0];
	REAL *dst = fields[1];

	(void)params;
	for (int z = 0; z < size[2]; z++)
		for (int y = 2; y < size[1] - 2; y++)
			for (int x = 2; x < size[0] - 2; x++) {
				const ptrdiff_t c = z*plane + y*row + x;
				const REAL here = IN_TYPE(laplacian)(src, c, row);
				const REAL west = IN_TYPE(laplacian)(src, c - 1, row);
				const REAL east = IN_TYPE(laplacian)(src, c + 1, row);
				const REAL north = IN_TYPE(laplacian)(src, c - row, row);
				const REAL south = IN_TYPE(laplacian)(src, c + row, row);

				dst[c] = 4*here - west - east - north - south;
			}
}

/* The flux from point c to its neighbour at c + step, none up the gradient. */
static REAL
IN_TYPE(limited_flux)(const REAL *a, ptrdiff_t c, ptrdiff_t step, ptrdiff_t row)
{
	const REAL here = IN_TYPE(laplacian)(a, c, row);
	const REAL there = IN_TYPE(laplacian)(a, c + step, row);
	const REAL flux = there - here;

	if (flux*(a[c + step] - a[c]) > 0)
		return 0;
	return flux;
}

static void
IN_TYPE(hdiff)(const int size[3], void *const *fields, const double *params)
{
	const ptrdiff_t row = size[0], plane = row*size[1];
	const REAL *src = fields[0], *coeff = fields[1];
	REAL *dst = fields[2];

	(void)params;
	for (int z = 0; z < size[2]; z++)
		for (int y = 2; y < size[1] - 2; y++)
			for (int x = 2; x < size[0] - 2; x++) {
				const ptrdiff_t c = z*plane + y*row + x;
				const REAL to_east = IN_TYPE(limited_flux)(src, c, 1, row);
				const REAL from_west = IN_TYPE(limited_flux)(src, c - 1, 1, row);
				const REAL to_south = IN_TYPE(limited_flux)(src, c, row, row);
				const REAL from_north = IN_TYPE(limited_flux)(src, c - row, row, row);

				dst[c] = src[c] - coeff[c]*(to_east - from_west + to_south - from_north);
			}
}

/* The change from level to level of the pressure p between two levels, which
 * w weighs. */
static REAL
IN_TYPE(pressure_change)(const REAL *p, const REAL *w, ptrdiff_t c, ptrdiff_t plane)
{
	const ptrdiff_t above = c + plane, below = c - plane;
	const REAL lower = w[c]*p[c] + (1 - w[c])*p[below];
	const REAL upper = w[above]*p[above] + (1 - w[above])*p[c];

	return upper - lower;
}

/* The pressure gradient from point c to its neighbour n; on sloping levels
 * with a correction by their heights h. */
static REAL
IN_TYPE(gradient)(const REAL *p, const REAL *w, const REAL *h,
	ptrdiff_t c, ptrdiff_t n, ptrdiff_t plane, int sloping)
{
	const REAL flat = p[n] - p[c], half = (REAL)0.5;
	const ptrdiff_t up = plane;
	REAL change, sum, difference;

	if (!sloping)
		return flat;
	change = IN_TYPE(pressure_change)(p, w, n, plane) + IN_TYPE(pressure_change)(p, w, c, plane);
	sum = (h[c + up] + h[c]) - (h[n + up] + h[n]);
	difference = (h[c + up] - h[c]) + (h[n + up] - h[n]);
	return flat + change*half*sum/difference;
}

static void
IN_TYPE(fastwaves)(const int size[3], void *const *fields, const double *params)
{
	const ptrdiff_t row = size[0], plane = row*size[1];
	const REAL *u = fields[0], *v = fields[1], *utens = fields[2], *vtens = fields[3];
	const REAL *rho = fields[4], *p = fields[5], *fx = fields[6], *w = fields[7], *h = fields[8];
	REAL *uout = fields[9], *vout = fields[10];
	const REAL dt = (REAL)params[0], edadlat = (REAL)params[1], half = (REAL)0.5;
	const int flat = (int)params[2];

	for (int z = 2; z < size[2] - 2; z++)
		for (int y = 2; y < size[1] - 2; y++)
			for (int x = 2; x < size[0] - 2; x++) {
				const ptrdiff_t c = z*plane + y*row + x, e = c + 1, s = c + row;
				const REAL gradu = IN_TYPE(gradient)(p, w, h, c, e, plane, z >= flat);
				const REAL gradv = IN_TYPE(gradient)(p, w, h, c, s, plane, z >= flat);

				uout[c] = u[c] + dt*(utens[c] - gradu*(fx[c]/(half*(rho[e] + rho[c]))));
				vout[c] = v[c] + dt*(vtens[c] - gradv*(edadlat/(half*(rho[s] + rho[c]))));
			}
}

#endif
