#include "generator/variants/relations.h"

#include "generator/language/offset.h"

#include <stdlib.h>

static int
compare(const void *a, const void *b)
{
	return offset_compare(*(const struct offset *)a, *(const struct offset *)b);
}

/* Sorts and drops what is there twice. */
static int
sort_columns(struct offset *columns, int count)
{
	int kept = 0;

	qsort(columns, (size_t)count, sizeof *columns, compare);
	for (int i = 0; i < count; i++)
		if (!kept || !offset_equal(columns[i], columns[kept - 1]))
			columns[kept++] = columns[i];
	return kept;
}

static int
distance(struct offset at)
{
	return abs(at.x) + abs(at.y);
}

int
variant_columns(struct arena *arena, const struct plan *plan, enum table table,
	struct offset **columns)
{
	int most = 1, count = 0;

	for (int i = 0; i < plan->column_count; i++)
		most += 1 + distance(plan->columns[i]);
	*columns = arena_array(arena, struct offset, most);
	for (int i = 0; i < plan->column_count; i++) {
		struct offset at = plan->columns[i];

		(*columns)[count++] = at;
		while (table == TABLE_CHASING && distance(at) > 1)
			(*columns)[count++] = at = column_before(at);
	}
	return sort_columns(*columns, count);
}

int
variant_relations(struct arena *arena, const struct plan *plan, enum table table,
	struct offset **relations)
{
	struct offset *columns;
	const int column_count = variant_columns(arena, plan, table, &columns);
	int count = 0;

	*relations = arena_array(arena, struct offset, column_count);
	for (int i = 1; i < column_count && table != TABLE_NONE; i++) {
		const struct offset before = column_before(columns[i]);

		(*relations)[count] = columns[i];
		if (table == TABLE_CHASING) {
			(*relations)[count].x -= before.x;
			(*relations)[count].y -= before.y;
		}
		count++;
	}
	return sort_columns(*relations, count);
}

int
variant_cluster_columns(struct arena *arena, const struct plan *plan, int points, int rows,
	struct offset **columns)
{
	int count = plan->column_count;

	*columns = arena_array(arena, struct offset, count + points*rows);
	for (int i = 0; i < count; i++)
		(*columns)[i] = plan->columns[i];
	for (int y = 0; y < rows; y++)
		for (int x = 0; x < points; x++)
			(*columns)[count++] = (struct offset){ x, y, 0 };
	return sort_columns(*columns, count);
}
