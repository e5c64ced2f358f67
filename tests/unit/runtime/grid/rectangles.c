#include "tests/unit/runtime/grid/rectangles.h"

#include <check.h>
#include <stdlib.h>

/* Those of a step, then those of two. */
static const struct displacement reads[DIRECT + 1] = {
	{ 0, 0 }, { -1, 0 }, { 0, -1 }, { 1, 0 }, { 0, 1 },
	{ -1, -1 }, { -1, 1 }, { 1, -1 }, { 1, 1 }, { 2, 0 }, { -2, 0 }, { 0, -2 }, { 0, 2 },
};

struct cluster_shape
rectangle_of(int width, int height, int steps, struct displacement *columns)
{
	struct cluster_shape shape = {
		.width = width, .height = height, .reads = reads, .columns = columns,
		.read_count = steps == 1 ? CHASING + 1 : DIRECT + 1,
	};

	for (int y = -steps; y < height + steps; y++)
		for (int x = -steps; x < width + steps; x++) {
			const int beside = x < 0 ? -x : x >= width ? x - width + 1 : 0;
			const int beyond = y < 0 ? -y : y >= height ? y - height + 1 : 0;

			if (beside + beyond <= steps)
				columns[shape.column_count++] = (struct displacement){ x, y };
		}
	return shape;
}

struct clusters
find_rectangles(const struct grid *grid, const struct cluster_shape *shape)
{
	struct clusters clusters;
	struct error error = { 0 };

	ck_assert_msg(clusters_find(&grid->view, grid->spec.relations, grid->spec.relation_count, shape, &clusters,
		&error), "%s", error.text);
	return clusters;
}

void
check_updated_once(const struct grid *grid, const struct cluster_shape *shape, const struct clusters *clusters)
{
	int *times = calloc((size_t)grid->view.stride, sizeof *times);

	for (int q = 0; q < clusters->count; q++)
		for (int i = 0; i < shape->column_count; i++) {
			const struct displacement at = shape->columns[i];

			if (at.x >= 0 && at.x < shape->width && at.y >= 0 && at.y < shape->height)
				times[clusters->rows[q*clusters_slots(shape) + i]]++;
		}
	for (int i = 0; i < clusters->single_count; i++)
		times[clusters->singles[i]]++;
	for (int c = 0; c < grid->view.stride; c++)
		ck_assert_int_eq(times[c], c >= grid->view.first && c < grid->view.end);
	free(times);
}
