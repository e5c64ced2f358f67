#include "runtime/columnparts/column_cut.h"

#include "generator/base/exit.h"
#include "runtime/ranks/owners.h"

#include <string.h>

bool
columns_are_cut(const struct plan *plan, const struct variant *variant)
{
	const struct storage_info *storage = &storages[variant->storage];

	return !storage->regular && !storage->constant && !plan->program;
}

struct column_plane
column_plane(const struct problem *problem, const bool periodic[2])
{
	struct column_plane plane;

	for (int a = 0; a < 2; a++) {
		plane.size[a] = problem->size[a];
		plane.low[a] = problem->halo.low[a];
		plane.high[a] = problem->halo.high[a];
		plane.periodic[a] = periodic[a];
	}
	return plane;
}

int *
column_numbers(struct arena *arena, int width, int height, const struct order *order, struct error *error)
{
	const struct displacement none = { 0, 0 };
	const struct grid_spec spec = { .size = { width, height, 1 }, .order = *order, .alignment = 1, .relations = &none };
	struct grid *grid = grid_create(&spec, error);
	int *numbers;

	if (!grid)
		return NULL;
	numbers = arena_array(arena, int, (size_t)width*(size_t)height);
	memcpy(numbers, grid->position, (size_t)width*(size_t)height*sizeof *numbers);
	grid_free(grid);
	return numbers;
}

struct domain {
	int width, height;
};

/* Pieces of an order, as long as each other but for a column. */
static bool
cut_order(int *owner, struct domain d, int ranks, const char *name, struct error *error)
{
	struct arena arena = { NULL };
	struct order order = { .kind = ORDER_HILBERT };
	const int *numbers = NULL;

	if (strcmp(name, "curve") && !order_parse(name, &order))
		error_set(error, EXIT_ERRORS, "the seed of --partition %s is too large", name);
	else
		numbers = column_numbers(&arena, d.width, d.height, &order, error);
	for (long long i = 0, count = (long long)d.width*d.height; i < count && numbers; i++)
		owner[i] = (int)((long long)numbers[i]*ranks/count);
	arena_free(&arena);
	return numbers;
}

/* The number along an axis of the rectangle that has a cell: parts begin at inner*number/ranks. */
static int
rectangle_of(int cell, int ranks, int inner)
{
	return (int)(((cell + 1LL)*ranks - 1)/inner);
}

static void
cut_rectangles_of(int *owner, struct domain d, const int ranks[2])
{
	for (int y = 0; y < d.height; y++)
		for (int x = 0; x < d.width; x++)
			owner[y*d.width + x] = rectangle_of(y, ranks[1], d.height)*ranks[0] + rectangle_of(x, ranks[0], d.width);
}

static bool
cut_by_file(int *owner, struct domain d, int ranks, const char *path, struct error *error)
{
	const struct owners owners = { d.width*d.height, ranks, owner, "column" };

	if (owners_read(&owners, owner, path, error))
		return true;
	if (error->status == EXIT_USAGE)
		error_set(error, EXIT_USAGE, "--partition takes curve, random[:SEED], rectangles or a file that can be read, not '%s'",
			path);
	return false;
}

static bool
cut_domain(int *owner, struct domain d, int ranks, const struct column_split *split, struct error *error)
{
	const struct owners owners = { d.width*d.height, ranks, owner, "column" };
	bool good = true;

	if (!strcmp(split->partition, "curve") || owners_are_random(split->partition))
		good = cut_order(owner, d, ranks, split->partition, error);
	else if (!strcmp(split->partition, "rectangles"))
		cut_rectangles_of(owner, d, split->ranks);
	else
		good = cut_by_file(owner, d, ranks, split->partition, error);
	return good && owners_check(&owners, error);
}

bool
column_cut_open(struct column_cut *cut, struct arena *arena, const struct problem *problem, const struct column_split *split,
	struct error *error)
{
	const struct column_plane plane = column_plane(problem, split->periodic);
	const struct domain d = { column_inner(&plane, 0), column_inner(&plane, 1) };
	int *owner = arena_array(arena, int, (size_t)d.width*(size_t)d.height), inner = 0;
	bool good;

	*cut = (struct column_cut){ .plane = plane, .ranks = split->ranks[0]*split->ranks[1] };
	good = cut_domain(owner, d, cut->ranks, split, error);
	cut->owner = arena_array(arena, int, columns_of_plane(&plane));
	for (int c = 0; c < columns_of_plane(&plane) && good; c++)
		cut->owner[c] = column_is_inner(&plane, c) ? owner[inner++] : -1;
	return good;
}
