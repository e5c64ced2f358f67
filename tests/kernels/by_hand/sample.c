#include "tests/kernels/by_hand/sample.h"

#include <stdint.h>
#include <stdlib.h>

/* Unlike at any two points: equal values hide that a thread read another's. */
static double
value(size_t point)
{
	const uint64_t mixed = (point + 1)*UINT64_C(0x9e3779b97f4a7c15);

	return (double)(mixed >> 40) + (double)point/1048576;
}

struct sample
sample_make(int width, int height, int levels)
{
	const int row = width + 2, columns = row*(height + 2);
	const size_t points = (size_t)columns*(size_t)levels;
	int *table = malloc((size_t)columns*sizeof *table);
	struct sample sample = {
		.grid = {
			.first = row + 1, .end = columns - row - 1,
			.width = width, .height = height, .row = row,
			.top = levels, .levels = levels, .stride = columns,
			.table = table,
		},
		.points = points,
		.src = malloc(points*sizeof *sample.src),
		.dst = malloc(points*sizeof *sample.dst),
	};

	if (!table || !sample.src || !sample.dst)
		abort();
	for (int c = 0; c < columns; c++)
		table[c] = (int)(c*7919LL%columns) - c;
	for (size_t p = 0; p < points; p++) {
		sample.src[p] = value(p);
		sample.dst[p] = -1;
	}
	return sample;
}

void
sample_free(struct sample *sample)
{
	free((int *)sample->grid.table);
	free(sample->src);
	free(sample->dst);
}
