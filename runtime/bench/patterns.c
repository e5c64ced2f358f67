#include "runtime/bench/patterns.h"

#include "generator/base/printed.h"
#include "generator/variants/choose.h"
#include "runtime/problem/plane_layout.h"

#include <stdlib.h>
#include <string.h>

enum { COMMONEST = 40 };

/* The table that is described next. */
struct look {
	struct arena *arena;
	const struct problem *problem;
	const struct variant *variant;
	const struct order *order;
	FILE *out;
};

static int
descending(const void *a, const void *b)
{
	const int m = *(const int *)a, n = *(const int *)b;

	return (m < n) - (m > n);
}

/* The number of columns of each pattern, in descending order; padding does not count. */
static int *
count_users(const struct grid *grid)
{
	const int columns = grid->spec.size[0]*grid->spec.size[1];
	int *users = calloc((size_t)grid->view.patterns + 1, sizeof *users);

	for (int i = 0; users && i < columns; i++)
		users[grid->pattern[grid->position[i]]]++;
	if (users)
		qsort(users, (size_t)grid->view.patterns, sizeof *users, descending);
	return users;
}

static void
put_row(const struct look *look, const struct grid *grid, int rank, int users)
{
	const int *size = look->problem->size, columns = size[0]*size[1];

	fprintf(look->out, "%s,%d,%d,%d,%s,%s,%d,%d,", look->problem->plan->stencil->name, size[0], size[1],
		size[2], storages[look->variant->storage].name, order_format(look->arena, look->order), rank, users);
	if (rank > 1)
		fputs(",,,\n", look->out);
	else if (grid->spec.compressed)
		fprintf(look->out, "%d,%d,%.6f,%.2f\n", grid->view.patterns,
			grid->view.patterns*grid->spec.relation_count, grid->view.patterns/(double)columns,
			100.0*users/columns);
	else
		fprintf(look->out, ",%d,,\n", columns*grid->spec.relation_count);
}

static bool
look_at(const struct look *look, struct error *error)
{
	struct grid *grid = plane_grid(look->arena, look->problem, look->variant, look->order, USUAL_ALIGNMENT, error);
	int *users = NULL;

	if (!grid)
		return false;
	if (!grid->spec.compressed)
		put_row(look, grid, 1, 1);
	else if ((users = count_users(grid)))
		for (int p = 0; p < grid->view.patterns && p < COMMONEST; p++)
			put_row(look, grid, p + 1, users[p]);
	free(users);
	grid_free(grid);
	return true;
}

/* Skips storages without a table of their own: constant memory holds a compressed one's. */
static bool
look_at_storages(struct look *look, const char *names, struct error *error)
{
	const struct choice choice = { .storages = names, .accesses = "naive" };
	int count;
	bool good = true;
	struct variant *variants = choose_variants(look->arena, look->problem->plan, &choice, &count, error);

	if (!variants)
		return false;
	for (int v = 0; v < count && good; v++) {
		const struct storage_info *storage = &storages[variants[v].storage];

		look->variant = &variants[v];
		if (!storage->regular && !storage->constant)
			good = look_at(look, error);
	}
	return good;
}

static bool
look_at_stencil(struct look *look, const struct axes *axes, const char *names, const struct plan *plan,
	struct error *error)
{
	bool good = true;

	for (int s = 0; s < axes->size_count && good; s++) {
		const int size[] = { axes->sizes[s].x, axes->sizes[s].y, axes->sizes[s].z };
		struct problem *problem = problem_create(plan, size);

		if (!problem)
			return error_no_memory(error);
		look->problem = problem;
		for (int o = 0; o < axes->order_count && good; o++) {
			look->order = &axes->orders[o];
			good = look_at_storages(look, names, error);
		}
		problem_free(problem);
	}
	return good;
}

bool
patterns_write(struct tool *tool, const struct arguments *arguments, const struct axes *axes, const struct unit *units,
	int unit_count, struct error *error)
{
	struct look look = { .arena = &tool->arena };
	struct printed text;
	bool good = true;

	if (!printed_open(&text))
		return error_no_memory(error);
	look.out = text.out;
	fputs("stencil,size_x,size_y,size_z,storage,order,rank,users,patterns,entries,ratio,commonest_pct\n",
		look.out);
	for (int u = 0; u < unit_count; u++)
		for (int s = 0; s < units[u].count && good; s++)
			good = look_at_stencil(&look, axes, arguments->storage, units[u].plans[s], error);
	return printed_finish(&text, good, arguments->patterns, error);
}
