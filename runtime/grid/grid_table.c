#include "runtime/grid/column_list.h"
#include "runtime/grid/grid_build.h"
#include "runtime/grid/memory.h"

#include <limits.h>
#include <stdlib.h>

/* How a table lies: entry[row*next_row + slot*next_slot]. */
struct distances {
	size_t next_row, next_slot;
};

static struct distances
distances_of(const struct grid *grid, int rows)
{
	const size_t slots = (size_t)grid->spec.relation_count;

	return grid->spec.innermost ? (struct distances){ slots, 1 } : (struct distances){ 1, (size_t)rows };
}

/* The offsets to the neighbours along one relation, in the first row's entry for it and so on. */
static void
fill_offsets(const struct grid *grid, struct displacement relation, int *offsets, size_t next_row)
{
	const int width = grid->spec.size[0], height = grid->spec.size[1];
	size_t column = 0;

	for (int y = 0; y < height; y++) {
		const long long there_y = (long long)y + relation.y;

		for (int x = 0; x < width; x++, column++) {
			const long long there_x = (long long)x + relation.x;
			const int here = grid->position[column];

			if (there_x >= 0 && there_x < width && there_y >= 0 && there_y < height)
				offsets[(size_t)here*next_row] = grid->position[there_y*width + there_x] - here;
		}
	}
}

static bool
fill_table(struct grid *grid, struct error *error)
{
	const struct distances d = distances_of(grid, grid->view.stride);

	grid->entries = (size_t)grid->spec.relation_count*(size_t)grid->view.stride;
	grid->table = grid_array(grid->entries, sizeof *grid->table, error);
	if (!grid->table)
		return false;
	for (int r = 0; r < grid->spec.relation_count; r++)
		(grid->spec.list ? list_offsets : fill_offsets)(grid, grid->spec.relations[r],
			grid->table + (size_t)r*d.next_slot, d.next_row);
	return true;
}

/* Columns with the same offsets to all neighbours. */
struct pattern {
	int first; /* the first such column in memory */
	int users; /* number of such columns */
	int found; /* number in order of first columns */
};

/* Patterns by their offsets: a hash table with linear probing. */
struct pattern_set {
	struct pattern *patterns;
	int count;
	int *slots;  /* 1 + a pattern's index; 0 is free */
	size_t mask; /* slots - 1, a power of two less one */
};

static uint64_t
hash_offsets(const struct grid *grid, int column)
{
	const struct distances d = distances_of(grid, grid->view.stride);
	const int *row = grid->table + (size_t)column*d.next_row;
	uint64_t hash = 0;

	for (int r = 0; r < grid->spec.relation_count; r++) {
		hash = (hash ^ (uint32_t)row[(size_t)r*d.next_slot])*0x9e3779b97f4a7c15u;
		hash ^= hash >> 32;
	}
	return hash;
}

static bool
same_offsets(const struct grid *grid, int a, int b)
{
	const struct distances d = distances_of(grid, grid->view.stride);

	for (int r = 0; r < grid->spec.relation_count; r++) {
		const int *slot = grid->table + (size_t)r*d.next_slot;

		if (slot[(size_t)a*d.next_row] != slot[(size_t)b*d.next_row])
			return false;
	}
	return true;
}

/* Returns the number of the column's pattern, which it makes if there is none yet. */
static int
find_pattern(const struct grid *grid, struct pattern_set *set, int column)
{
	size_t slot = hash_offsets(grid, column) & set->mask;
	struct pattern *pattern;

	for (; set->slots[slot]; slot = (slot + 1) & set->mask) {
		pattern = &set->patterns[set->slots[slot] - 1];
		if (same_offsets(grid, pattern->first, column)) {
			pattern->users++;
			return pattern->found;
		}
	}
	pattern = &set->patterns[set->count];
	*pattern = (struct pattern){.first = column, .users = 1, .found = set->count};
	set->slots[slot] = ++set->count;
	return pattern->found;
}

static bool
is_padding(const struct grid *grid, int column)
{
	return column >= grid->view.end || (column >= grid->outside && column < grid->view.first);
}

/* Padding may point anywhere, unless kernels go through it, too. */
static bool
has_pattern(const struct grid *grid, int column)
{
	return grid->spec.padding_read || !is_padding(grid, column);
}

static void
find_patterns(struct grid *grid, struct pattern_set *set)
{
	for (int column = 0; column < grid->view.stride; column++) {
		if (has_pattern(grid, column))
			grid->pattern[column] = find_pattern(grid, set, column);
	}
}

/* Rare patterns first, in the order of their columns in memory, so that threads of
 * a warp read adjacent rows; the few patterns of most columns share cache lines at
 * the end. First columns differ, so this is a total order. */
static int
compare_patterns(const void *left, const void *right)
{
	const struct pattern *a = left, *b = right;

	if (a->users != b->users)
		return a->users < b->users ? -1 : 1;
	return a->first < b->first ? -1 : a->first > b->first;
}

/* Copies the offsets of one column to row p of a table of rows rows. */
static void
copy_offsets(const struct grid *grid, int column, int *table, size_t p, int rows)
{
	const struct distances from = distances_of(grid, grid->view.stride), to = distances_of(grid, rows);

	for (size_t r = 0; r < (size_t)grid->spec.relation_count; r++)
		table[p*to.next_row + r*to.next_slot] = grid->table[(size_t)column*from.next_row + r*from.next_slot];
}

/* Replaces the table by one with a row per pattern. row[] has room for a number
 * per pattern. */
static bool
share_rows(struct grid *grid, struct pattern_set *set, int *row, struct error *error)
{
	const int count = set->count, relations = grid->spec.relation_count;
	int *table;

	if (relations && count > INT_MAX/relations)
		return error_set(error, EXIT_ERRORS, "%d patterns are too many: the entries of "
			"%d relations must fit an int", count, relations);
	table = grid_array((size_t)count*(size_t)relations, sizeof *table, error);
	if (!table)
		return false;
	qsort(set->patterns, (size_t)count, sizeof *set->patterns, compare_patterns);
	for (int p = 0; p < count; p++) {
		row[set->patterns[p].found] = p;
		copy_offsets(grid, set->patterns[p].first, table, (size_t)p, count);
	}
	for (int column = 0; column < grid->view.stride; column++) {
		if (has_pattern(grid, column))
			grid->pattern[column] = row[grid->pattern[column]];
	}
	free(grid->table);
	grid->table = table;
	grid->entries = (size_t)count*(size_t)relations;
	grid->view.patterns = count;
	return true;
}

static bool
compress_table(struct grid *grid, struct error *error)
{
	const size_t columns = (size_t)grid->view.stride;
	struct pattern_set set = {.mask = 1};
	bool done = false;

	while (set.mask < 2*columns)
		set.mask = 2*set.mask + 1;
	set.patterns = grid_array(columns, sizeof *set.patterns, error);
	set.slots = grid_array(set.mask + 1, sizeof *set.slots, error);
	grid->pattern = grid_array((size_t)grid->view.stride, sizeof *grid->pattern, error);
	if (set.patterns && set.slots && grid->pattern) {
		find_patterns(grid, &set);
		/* The slots are not needed any more, and there are more of them than patterns. */
		done = share_rows(grid, &set, set.slots, error);
	}
	free(set.patterns);
	free(set.slots);
	return done;
}

bool
grid_make_table(struct grid *grid, struct error *error)
{
	return fill_table(grid, error)
		&& (!grid->spec.compressed || compress_table(grid, error));
}

/* Puts the column before what is wrong with it. Returns false. */
static bool
prefix_column(const struct grid *grid, int position, struct error *error)
{
	const size_t width = (size_t)grid->spec.size[0];
	const size_t columns = width*(size_t)grid->spec.size[1];

	for (size_t c = 0; c < columns; c++)
		if (grid->position[c] == position)
			return error_prefix(error, "column (%zu,%zu)", c % width, c/width);
	return error_prefix(error, "padding column %d", position);
}

static bool
check_column(const struct grid *grid, int column, struct error *error)
{
	const struct stencil_grid *view = &grid->view;
	const int rows = grid->spec.compressed ? view->patterns : view->stride;
	const int row = grid->spec.compressed ? grid->pattern[column] : column;
	const struct distances d = distances_of(grid, rows);

	if (row < 0 || row >= rows) {
		error_set(error, EXIT_ERRORS, " has pattern %d, expected 0 to %d", row, rows - 1);
		return prefix_column(grid, column, error);
	}
	if (is_padding(grid, column))
		return true;
	for (int r = 0; r < grid->spec.relation_count; r++) {
		const int offset = grid->table[(size_t)row*d.next_row + (size_t)r*d.next_slot];

		if (offset < -column || offset >= view->end - column || is_padding(grid, column + offset)) {
			error_set(error, EXIT_ERRORS, ", relation (%d,%d): offset %d leads to no column", grid->spec.relations[r].x,
				grid->spec.relations[r].y, offset);
			return prefix_column(grid, column, error);
		}
	}
	return true;
}

bool
grid_check(const struct grid *grid, struct error *error)
{
	if (grid->spec.regular)
		return true;
	for (int column = 0; column < grid->view.stride; column++) {
		if (!check_column(grid, column, error))
			return false;
	}
	return true;
}
