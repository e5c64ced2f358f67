#include "generator/split/split.h"

#include "generator/language/limits.h"
#include "generator/plan/neighbors.h"

#include <limits.h>
#include <string.h>

/* Costs of kernels, in 48ths of a byte from memory: runtime/results/h200/defaults, "Costs of stored intermediates". */
enum { COST_BYTE = 48, COST_LOAD = 32, COST_ADDITION = 3 };

/* On meshes a kernel takes as long as its bytes, its loads or its operations, whichever is most: by the kernels that load nine values
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
cost_on_mesh(const struct plan *plan, enum processor processor)
{
	const long long bytes = (long long)COST_BYTE*plan->bytes, work = (long long)COST_ADDITION*plan->additions[processor];
	long long loads = 0;

	for (const struct reference *r = plan_first_read(plan); r; r = plan_next_read(plan, r))
		if (r->field->shape == SHAPE_POINT && r->field->role != ROLE_OUT && loads < INT_MAX)
			loads += COST_MESH_LOAD*times_loaded(plan->neighbors, r->neighbor);
	return loads > bytes && loads > work ? loads : bytes > work ? bytes : work;
}

/* A CPU reads the lines that it stores to first. */
static long long
lines_read(const struct plan *plan, enum processor processor)
{
	long long bytes = 0;

	for (const struct field *f = plan->stencil->fields; f && processor == PROCESSOR_CPU; f = f->next)
		if (f->role == ROLE_OUT && f->shape == SHAPE_POINT)
			bytes += (long long)element_size(f->type);
	return bytes;
}

static long long
cost_of_kernel(const struct plan *plan, enum processor processor)
{
	if (plan->neighbors)
		return cost_on_mesh(plan, processor);
	return COST_BYTE*(plan->bytes + lines_read(plan, processor)) + (long long)COST_LOAD*plan->loads
		+ (long long)COST_ADDITION*plan->additions[processor];
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
cost_of(const struct plan *plan, enum processor processor)
{
	long long cost = 0;

	if (!plan)
		return LLONG_MAX;
	if (!plan->program)
		return cost_of_kernel(plan, processor);
	for (int p = 0; p < plan->program->part_count; p++) {
		const struct part *part = &plan->program->parts[p];
		const long long own = cost_of_kernel(part->plan, processor);

		cost += !part->plan->neighbors ? own : own*elements(part->stencil, part->stencil->location)
			/elements(part->stencil, plan_checked(plan)->location);
	}
	return cost;
}

int
plan_cost_in_bytes(const struct plan *plan)
{
	return (int)((cost_of(plan, plan->processor) + COST_BYTE/2)/COST_BYTE);
}

int
plan_times(const struct plan *plan, const struct plan *other)
{
	return (int)(100*cost_of(plan, plan->processor)/cost_of(other, plan->processor));
}

/* Marks the temporaries that an expression reads at other points, or, if several points compute it, at all. */
static void
mark_repeated(const struct expr *e, bool is_repeated, bool *repeated)
{
	const struct expr *operand;

	if (e->kind == EXPR_TEMP && (is_repeated || !reference_is_own(&e->u.read)))
		repeated[e->u.read.temp->index] = true;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		mark_repeated(operand, is_repeated, repeated);
}

static void
mark_all_repeated(const struct stmt *list, bool is_repeated, bool *repeated)
{
	for (; list; list = list->next) {
		if (stmt_expr(list))
			mark_repeated(stmt_expr(list), is_repeated, repeated);
		for (int n = 0; n < MOST_NESTED; n++)
			mark_all_repeated(stmt_nested(list, n), is_repeated, repeated);
	}
}

/* What a statement reads was assigned before it: from the last one on, each is known when it is reached. */
static const bool *
find_repeated(struct arena *arena, const struct stencil *stencil)
{
	bool *repeated = arena_array(arena, bool, stencil->temp_count + 1);
	const struct stmt **statements = arena_array(arena, const struct stmt *, MAX_STATEMENTS);
	int count = 0;

	for (const struct stmt *s = stencil->statements; s; s = s->next)
		statements[count++] = s;
	while (count-- > 0) {
		struct stmt own = *statements[count];
		bool is_repeated = false;

		for (const struct temp *t = stencil->temps; t; t = t->next)
			is_repeated |= t->stmt == statements[count] && repeated[t->index];
		own.next = NULL;
		mark_all_repeated(&own, is_repeated, repeated);
	}
	return repeated;
}

/* Names of temporaries that several points compute, so that it may pay to keep them. */
static int
find_candidates(struct arena *arena, const struct stencil *stencil, const char **names, int most)
{
	const bool *repeated = find_repeated(arena, stencil);
	int count = 0;

	for (const struct temp *t = stencil->temps; t && count < most; t = t->next) {
		bool known = t->uniform || t->scalar || !repeated[t->index] || split_is_stored(t);

		for (int i = 0; i < count; i++)
			known |= !strcmp(names[i], t->name);
		if (!known)
			names[count++] = t->name;
	}
	return count;
}

/* What is too little to be sure of: a name that saves less, and all names together, were slower at times. Shares of the cost, measured:
 * runtime/results/h200/defaults, "Costs of operations". */
enum { SURE_NAME = 32, SURE_ALL = 8 };

/* Adds the name that saves most; NULL: none saves enough. */
static const char *
add_name(struct arena *arena, const struct source *silent, const struct stencil *stencil, enum processor processor,
	plan_storing *plan, const char *store, long long *least, const char **names, int count)
{
	long long limit = *least - *least/SURE_NAME;
	const char *better = NULL;

	for (int i = 0; i < count; i++) {
		const char *longer = store ? arena_printf(arena, "%s+%s", store, names[i]) : names[i];
		const long long cost = cost_of(plan(arena, silent, stencil, longer), processor);

		if (cost < limit) {
			limit = *least = cost;
			better = longer;
		}
	}
	return better;
}

const char *
split_choose_store(struct arena *arena, const struct source *source, const struct stencil *stencil, enum processor processor,
	plan_storing *plan)
{
	enum { MOST_CANDIDATES = 24, MOST_KEPT = 8 };
	const char *names[MOST_CANDIDATES], *store = NULL, *longer;
	const int count = find_candidates(arena, stencil, names, MOST_CANDIDATES);
	struct diagnostics hidden;
	const struct source silent = source_silent(source, &hidden); /* of what cannot be planned */
	long long least, usual;

	if (!count)
		return NULL;
	least = usual = cost_of(plan(arena, &silent, stencil, NULL), processor);
	for (int n = 0; n < MOST_KEPT; n++) {
		longer = add_name(arena, &silent, stencil, processor, plan, store, &least, names, count);
		if (!longer)
			break;
		store = longer;
	}
	return least < usual - usual/SURE_ALL ? store : NULL;
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
split_try_stores(struct arena *arena, const struct source *source, const struct stencil *stencil, enum processor processor,
	plan_storing *plan, int most)
{
	enum { MOST_CANDIDATES = 24 };
	const char *names[MOST_CANDIDATES], **stores = arena_array(arena, const char *, most + 1), *store = NULL;
	struct diagnostics hidden;
	const struct source silent = source_silent(source, &hidden);
	int count = find_candidates(arena, stencil, names, MOST_CANDIDATES);
	const long long usual = count ? cost_of(plan(arena, &silent, stencil, NULL), processor) : 0;

	for (int n = 0; n < most && count && usual < LLONG_MAX; n++) {
		long long least = usual + usual/4;

		store = add_name(arena, &silent, stencil, processor, plan, store, &least, names, count);
		if (!store)
			break;
		stores[n] = store;
		count = without_last(names, count, store);
	}
	return stores;
}
