#include "generator/split/split.h"

#include "generator/plan/neighbors.h"

#include <limits.h>
#include <string.h>

/* Costs of kernels, in 48ths of a byte from memory: runtime/results/h200/defaults, "Costs of stored intermediates". */
enum { COST_BYTE = 48, COST_LOAD = 32, COST_FLOP = 3 };

/* On meshes a kernel takes as long as its bytes or as its loads, whichever is more: by the kernels that load nine values
 * and more a load takes as long as three to seven bytes. Loops over neighbours of any number go over six. */
enum { COST_MESH_LOAD = 4*COST_BYTE, ANY = 6 };

/* How often something at a neighbor is loaded. */
static long long
times_loaded(const struct mesh_neighbors *neighbors, int neighbor)
{
	const struct mesh_neighbor *s = &neighbors->list[neighbor];

	if (neighbor == OWN_ELEMENT)
		return 1;
	return times_loaded(neighbors, s->before)*(s->slot != ALL_SLOTS ? 1 : s->relation->degree.kind == DEGREE_ANY ? ANY
		: s->relation->degree.most);
}

static long long
cost_on_mesh(const struct plan *plan)
{
	const long long bytes = (long long)COST_BYTE*plan->bytes;
	long long loads = 0;

	for (const struct reference *r = plan->reads; r; r = r->next)
		if (r->field->shape == SHAPE_POINT && r->field->role != ROLE_OUT && loads < INT_MAX)
			loads += COST_MESH_LOAD*times_loaded(plan->neighbors, r->neighbor);
	return loads > bytes ? loads : bytes;
}

static long long
cost_of_kernel(const struct plan *plan)
{
	if (plan->neighbors)
		return cost_on_mesh(plan);
	return (long long)COST_BYTE*plan->bytes + (long long)COST_LOAD*plan->loads + (long long)COST_FLOP*plan->flops;
}

/* Of how many elements there are one of each location's: triangles have half as many vertices as cells, others as
 * many edges as hexagons, three a cell. */
static int
elements(const struct stencil *stencil, enum location location)
{
	static const int triangles[LOCATIONS] = { [CELL] = 2, [EDGE] = 3, [VERTEX] = 1 };
	static const int others[LOCATIONS] = { [CELL] = 1, [EDGE] = 3, [VERTEX] = 2 };

	return (strcmp(stencil->grid, "triangles") ? others : triangles)[location];
}

static long long
cost_of(const struct plan *plan)
{
	long long cost = 0;

	if (!plan)
		return LLONG_MAX;
	if (!plan->program)
		return cost_of_kernel(plan);
	for (int p = 0; p < plan->program->part_count; p++) {
		const struct part *part = &plan->program->parts[p];
		const long long own = cost_of_kernel(part->plan);

		cost += !part->plan->neighbors ? own : own*elements(part->stencil, part->stencil->location)
			/elements(part->stencil, plan_checked(plan)->location);
	}
	return cost;
}

int
plan_cost_in_bytes(const struct plan *plan)
{
	return (int)((cost_of(plan) + COST_BYTE/2)/COST_BYTE);
}

int
plan_times(const struct plan *plan, const struct plan *other)
{
	return (int)(100*cost_of(plan)/cost_of(other));
}

static void
find_far_reads(const struct expr *e, bool *far)
{
	const struct expr *operand;

	if (e->kind == EXPR_TEMP && !reference_is_own(&e->u.read))
		far[e->u.read.temp->index] = true;
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
		bool known = t->uniform || t->scalar || !far[t->index] || split_is_stored(t);

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

/* Takes the name that was added last from the list. */
static int
without_last(const char **names, int count, const char *store)
{
	const char *plus = strrchr(store, '+'), *last = plus ? plus + 1 : store;
	int left = 0;

	for (int i = 0; i < count; i++)
		if (strcmp(names[i], last))
			names[left++] = names[i];
	return left;
}

const char *const *
split_try_stores(struct arena *arena, const struct source *source, const struct stencil *stencil, plan_storing *plan, int most)
{
	enum { MOST_CANDIDATES = 24 };
	const char *names[MOST_CANDIDATES], **stores = arena_array(arena, const char *, most + 1), *store = NULL;
	struct diagnostics hidden = { .max_errors = 1, .errors = 2 };
	const struct source silent = { source->path, source->text, source->size, &hidden };
	int count = find_candidates(arena, stencil, names, MOST_CANDIDATES);
	const long long usual = count ? cost_of(plan(arena, &silent, stencil, NULL)) : 0;

	for (int n = 0; n < most && count && usual < LLONG_MAX; n++) {
		long long least = usual + usual/4;

		store = add_name(arena, &silent, stencil, plan, store, &least, names, count);
		if (!store)
			break;
		stores[n] = store;
		count = without_last(names, count, store);
	}
	return stores;
}
