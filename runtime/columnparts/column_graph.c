#include "runtime/columnparts/column_graph.h"

#include "generator/base/printed.h"

#include <stdlib.h>

static int
compare(const void *left, const void *right)
{
	const int a = *(const int *)left, b = *(const int *)right;

	return (a > b) - (a < b);
}

/* The columns that a column of the domain reads or that read it, sorted. Returns how many. */
static int
find_beside(const struct column_graph *graph, int column, int *beside)
{
	int count = 0, kept = 0;

	for (int r = 0; r < 2*graph->read_count; r++) {
		const struct displacement read = graph->reads[r/2];
		const int there = column_beside(graph->plane, column,
			r % 2 ? read : (struct displacement){ -read.x, -read.y });

		if (there >= 0 && there != column && column_is_inner(graph->plane, there))
			beside[count++] = there;
	}
	qsort(beside, (size_t)count, sizeof *beside, compare);
	for (int i = 0; i < count; i++)
		if (!kept || beside[i] != beside[kept - 1])
			beside[kept++] = beside[i];
	return kept;
}

/* Of the domain's columns, from 1. */
static int
number_of(const struct column_plane *plane, int column)
{
	return (column/plane->size[0] - plane->low[1])*column_inner(plane, 0) + column % plane->size[0] - plane->low[0] + 1;
}

static void
put(const struct column_graph *graph, int *beside, FILE *out)
{
	const struct column_plane *plane = graph->plane;

	fprintf(out, "%lld %lld\n", graph->columns, graph->edges);
	for (int c = 0; c < columns_of_plane(plane); c++) {
		const int count = column_is_inner(plane, c) ? find_beside(graph, c, beside) : -1;

		for (int i = 0; i < count; i++)
			fprintf(out, "%s%d", i ? " " : "", number_of(plane, beside[i]));
		if (count >= 0)
			fputc('\n', out);
	}
}

bool
column_graph_write(struct column_graph *graph, const char *path, struct error *error)
{
	struct arena arena = { NULL };
	int *beside = arena_array(&arena, int, 2*graph->read_count + 1);
	struct printed text;
	long long ends = 0;
	bool good;

	graph->columns = 0;
	for (int c = 0; c < columns_of_plane(graph->plane); c++)
		if (column_is_inner(graph->plane, c)) {
			graph->columns++;
			ends += find_beside(graph, c, beside);
		}
	graph->edges = ends/2;
	good = printed_open(&text);
	if (good) {
		put(graph, beside, text.out);
		good = printed_save(&text, path, error);
	} else {
		error_no_memory(error);
	}
	arena_free(&arena);
	return good;
}
