#include "generator/split/split.h"

#include <limits.h>
#include <string.h>

/* What kernels cost, in 48ths of a byte: by the times of idxvar kernels on an H200 a load that a cache serves takes as long as two
 * thirds of a byte from memory, an operation as long as a sixteenth. */
enum { COST_BYTE = 48, COST_LOAD = 32, COST_FLOP = 3 };

static long long
cost_of_kernel(const struct plan *plan)
{
	return (long long)COST_BYTE*plan->bytes + COST_LOAD*plan->loads + COST_FLOP*plan->flops;
}

static long long
cost_of(const struct plan *plan)
{
	long long cost = 0;

	if (!plan)
		return LLONG_MAX;
	if (!plan->program)
		return cost_of_kernel(plan);
	for (int p = 0; p < plan->program->part_count; p++)
		cost += cost_of_kernel(plan->program->parts[p].plan);
	return cost;
}

int
plan_cost_in_bytes(const struct plan *plan)
{
	return (int)((cost_of(plan) + COST_BYTE/2)/COST_BYTE);
}

static void
find_far_reads(const struct expr *e, bool *far)
{
	const struct expr *operand;

	if (e->kind == EXPR_TEMP && !is_own_place(e->u.temp.offset))
		far[e->u.temp.temp->index] = true;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		find_far_reads(operand, far);
}

static void
find_all_far_reads(const struct stmt *list, bool *far)
{
	for (; list; list = list->next) {
		if (stmt_expr(list))
			find_far_reads(stmt_expr(list), far);
		for (int n = 0; n < MOST_NESTED; n++)
			find_all_far_reads(stmt_nested(list, n), far);
	}
}

/* Names of temporaries that several points read, so that it may pay to keep them. */
static int
find_candidates(struct arena *arena, const struct stencil *stencil, const char **names, int most)
{
	bool *far = arena_array(arena, bool, stencil->temp_count + 1);
	int count = 0;

	find_all_far_reads(stencil->statements, far);
	for (const struct temp *t = stencil->temps; t && count < most; t = t->next) {
		bool known = t->uniform || t->scalar || !far[t->index];

		for (int i = 0; i < count; i++)
			known |= !strcmp(names[i], t->name);
		if (!known)
			names[count++] = t->name;
	}
	return count;
}

/* Adds the name that saves most; NULL: none saves anything. */
static const char *
add_name(struct arena *arena, const struct source *silent, const struct stencil *stencil, plan_storing *plan, const char *store,
	long long *least, const char **names, int count)
{
	const char *better = NULL;

	for (int i = 0; i < count; i++) {
		const char *longer = store ? arena_printf(arena, "%s+%s", store, names[i]) : names[i];
		const long long cost = cost_of(plan(arena, silent, stencil, longer));

		if (cost < *least) {
			*least = cost;
			better = longer;
		}
	}
	return better;
}

const char *
split_choose_store(struct arena *arena, const struct source *source, const struct stencil *stencil, plan_storing *plan)
{
	enum { MOST_CANDIDATES = 24, MOST_KEPT = 8 };
	const char *names[MOST_CANDIDATES], *store = NULL, *longer;
	const int count = find_candidates(arena, stencil, names, MOST_CANDIDATES);
	struct diagnostics hidden = { .max_errors = 1, .errors = 2 };
	const struct source silent = { source->path, source->text, source->size, &hidden }; /* of what cannot be planned */
	long long least;

	if (!count)
		return NULL;
	least = cost_of(plan(arena, &silent, stencil, NULL));
	for (int n = 0; n < MOST_KEPT; n++) {
		longer = add_name(arena, &silent, stencil, plan, store, &least, names, count);
		if (!longer)
			break;
		store = longer;
	}
	return store;
}
