#include "runtime/formats/coordinates.h"

#include <math.h>

double
coordinate_at(const struct coordinates *all, const struct coordinate *coordinate, const long long *index)
{
	long long at = 0;

	for (int d = 0; d < all->ndim; d++)
		if (coordinate->along[d])
			at = at*all->shape[d] + index[d];
	return coordinate->values[at];
}

bool
coordinate_is_even(const struct coordinates *all, int dimension, double *step)
{
	const double *values = all->dimensions[dimension].values;
	const long long count = all->shape[dimension];

	*step = 1;
	if (!values)
		return false;
	if (count > 1)
		*step = (values[count - 1] - values[0])/(double)(count - 1);
	for (long long i = 0; i < count; i++) {
		const double off = fabs(values[i] - (values[0] + *step*(double)i));

		/* Half the last digit of a float, and some rounding of what made it. */
		if (!(off <= 1e-3*fabs(*step) || off <= 2*0x1p-24*fabs(values[i])))
			return false;
	}
	return *step != 0 && isfinite(*step);
}
