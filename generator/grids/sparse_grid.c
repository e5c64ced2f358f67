#include "generator/grids/sparse_grid.h"

#include <limits.h>

bool
sparse_grid_make(int dim, int level, bool padded, struct sparse_grid *grid, struct error *error)
{
	long long end = 0;

	*grid = (struct sparse_grid){ .dim = dim, .level = level, .padded = padded };
	if (dim < 1 || dim > SPARSE_DIMENSIONS)
		return error_set(error, EXIT_USAGE, "a sparse grid has 1 to %d dimensions, not %d",
			SPARSE_DIMENSIONS, dim);
	if (level < 1 || level > SPARSE_LEVELS)
		return error_set(error, EXIT_USAGE, "a sparse grid has 1 to %d levels, not %d", SPARSE_LEVELS, level);
	for (int n = 0; n < level; n++) {
		for (int t = 0; t < dim; t++)
			grid->vectors[t][n] = (n && t ? grid->vectors[t][n - 1] : 0)
				+ (t ? grid->vectors[t - 1][n] : 1);
		grid->group[n] = (int)end;
		end += (long long)grid->vectors[dim - 1][n] << n;
		grid->points = (int)((n ? grid->points : 0) + (end - grid->group[n]));
		if (padded)
			end = (end + SPARSE_ALIGNMENT - 1)/SPARSE_ALIGNMENT*SPARSE_ALIGNMENT;
		if (end > INT_MAX)
			return error_set(error, EXIT_USAGE, "a sparse grid of %d dimensions and %d levels has 2^31"
				" points or more: use fewer dimensions or levels", dim, level);
	}
	grid->group[level] = (int)end;
	return true;
}

int
sparse_grid_place(const struct sparse_grid *grid, const int *l, const int *i)
{
	int sum = l[0], rank = 0, offset = i[0];

	for (int t = 1; t < grid->dim; t++) {
		rank += grid->vectors[t][sum + l[t]] - grid->vectors[t][sum];
		sum += l[t];
		offset = (offset << l[t]) + i[t];
	}
	return grid->group[sum] + (rank << sum) + offset;
}

bool
sparse_grid_point(const struct sparse_grid *grid, int place, int *l, int *i)
{
	int n = 0, sum, rank, offset;

	while (place >= grid->group[n + 1])
		n++;
	rank = (place - grid->group[n]) >> n;
	offset = (place - grid->group[n]) & ((1 << n) - 1);
	if (rank >= grid->vectors[grid->dim - 1][n])
		return false;
	sum = n;
	for (int t = grid->dim - 1; t > 0; t--) {
		for (l[t] = 0; rank >= grid->vectors[t - 1][sum]; l[t]++)
			rank -= grid->vectors[t - 1][sum--];
		i[t] = offset & ((1 << l[t]) - 1);
		offset >>= l[t];
	}
	l[0] = sum;
	i[0] = offset;
	return true;
}
