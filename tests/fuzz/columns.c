/* Tables of columns of a caller: any sizes, entries and boxes. All arrays are as long as the counts say, so that a sanitizer sees
 * each read past an end. What is taken leads to the same neighbors. Stencils are compiled once. */

#include "runtime/library/plan_call.h"
#include "runtime/library/plan_table.h"
#include "tests/fuzz/lib/bytes.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { MOST_COLUMNS = 40, MOST_SLOTS = 6, MOST_CELLS = 4096 };

/* As it is or, now and then, another one. */
static int
usually(struct bytes *in, int usual)
{
	return next_byte(in) < 200 ? usual : next_number(in);
}

static const int directions[][2] = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 }, { 2, 0 }, { 0, 0 } };
enum { DIRECTIONS = sizeof directions/sizeof *directions };

/* A caller's table, its arrays in memory of their own. */
struct caller {
	struct stencil_table table;
	int (*relations)[2], *neighbors, *cells;
};

static void
make_slots(struct bytes *in, struct caller *c, int columns)
{
	const int slots = next_byte(in) % 8 ? 4 : next_number(in) % MOST_SLOTS;
	const size_t entries = columns > 0 && slots > 0 ? (size_t)columns*(size_t)slots : 0;

	c->relations = exact_memory(slots > 0 ? (size_t)slots*sizeof *c->relations : 0);
	c->neighbors = exact_memory(entries*sizeof *c->neighbors);
	for (int s = 0; s < slots; s++)
		for (int a = 0; a < 2; a++)
			c->relations[s][a] = directions[(unsigned)usually(in, s) % DIRECTIONS][a];
	for (size_t i = 0; i < entries; i++)
		c->neighbors[i] = (next_byte(in) + (int)i) % columns;
	if (entries && next_byte(in) > 200)
		c->neighbors[(size_t)next_byte(in) % entries] = next_number(in);
	c->table.slots = slots;
	c->table.relations = next_byte(in) < 250 ? (const int (*)[2])c->relations : NULL;
	c->table.neighbors = next_byte(in) < 250 ? c->neighbors : NULL;
}

/* A box of cells with a halo of one, those that are updated first; some numbers may be others. */
static void
make_box(struct bytes *in, struct caller *c, int columns, int width, int height)
{
	struct stencil_table *t = &c->table;
	long long cells;
	int inner = t->first % MOST_CELLS, outer = t->end % MOST_CELLS;

	t->width = usually(in, width);
	t->height = usually(in, height);
	cells = t->width > 0 && t->height > 0 ? (long long)t->width*t->height : 0;
	c->cells = exact_memory(cells <= MOST_CELLS ? (size_t)cells*sizeof *c->cells : 0);
	for (int i = 0; i < cells && cells <= MOST_CELLS; i++) {
		const int x = i % t->width, y = i/t->width;
		const bool updated = x > 0 && x < t->width - 1 && y > 0 && y < t->height - 1;

		c->cells[i] = updated ? inner++ : outer++;
		if (c->cells[i] >= columns && !updated)
			c->cells[i] = 0;
	}
	if (cells && cells <= MOST_CELLS && next_byte(in) > 200)
		c->cells[next_byte(in) % cells] = next_number(in);
	t->columns_of = c->cells;
}

/* A plan that is made with a good table: its stencil and kernel serve all others. */
static struct stencil_plan *
base_plan(int kind, int option)
{
	static const char *const texts[] = {
		"stencil pair { in u; out v; v = u[west] + u[east]; }",
		"stencil filled { inout u; out v; out scalar s; boundary u = periodic; v = u[west] + u[north]; s = sum(v); }",
	};
	static const char *const options[] = {
		"backend=openmp storage=chasing", "backend=openmp storage=chasing levels=innermost", "backend=host storage=chasing levels=innermost access=cluster",
	};
	enum { KINDS = sizeof texts/sizeof *texts, OPTIONS = sizeof options/sizeof *options };
	static const int neighbors[4*9] = { 0 }, cells[9] = { 1, 2, 3, 4, 0, 5, 6, 7, 8 };
	static const struct stencil_table table = { 0, 1, 4, directions, neighbors, 3, 3, cells };
	static struct stencil_plan *plans[KINDS][OPTIONS];
	const struct stencil_shape shape = { .size = { 9, 1, 2 }, .low = { 1, 1 }, .high = { 1, 1 }, .table = &table };
	struct stencil_error error;
	struct stencil_plan **plan = &plans[kind % KINDS][option % OPTIONS];

	setenv("STENCILGEN_CACHE", "build/cache", 0);
	if (!*plan)
		*plan = stencil_plan_create_text(texts[kind % KINDS], NULL, &shape, options[option % OPTIONS], 0, &error);
	if (!*plan) {
		fprintf(stderr, "%s\n", error.text);
		abort();
	}
	return *plan;
}

struct request {
	struct stencil_plan *plan;
	bool good;
};

static void
take(void *context)
{
	struct request *r = context;

	r->good = r->plan->planner->check(r->plan) && plan_take_table(r->plan);
}

/* The entries of a relation, which lead to the caller's neighbors. */
static void
check_entries(const struct stencil_plan *plan, const struct caller *c)
{
	const int columns = plan->shape.size[0], count = (int)(plan->table_entries/(size_t)columns);
	const bool innermost = plan->kernel.variant.levels == LEVELS_INNERMOST;

	for (int r = 0; r < count; r++) {
		bool found = false;

		for (int s = 0; s < c->table.slots && !found; s++) {
			found = true;
			for (int i = 0; i < columns && found; i++)
				found = plan->own_table[innermost ? (size_t)i*(size_t)count + (size_t)r : (size_t)r*(size_t)columns + (size_t)i] + i
					== c->neighbors[(size_t)s*(size_t)columns + (size_t)i];
		}
		if (!found)
			abort();
	}
	if (plan->view.first < 0 || plan->view.end > columns || plan->view.first >= plan->view.end)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct bytes in = { bytes, size };
	struct caller c = { .relations = NULL };
	struct stencil_error error = { .code = 0 };
	const int kind = next_byte(&in) % 2, width = 3 + next_byte(&in) % 4, height = 3 + next_byte(&in) % 4;
	const int all = kind ? width*height : 1 + next_byte(&in) % MOST_COLUMNS, inner = kind ? (width - 2)*(height - 2) : all;
	struct stencil_plan plan = *base_plan(kind, next_byte(&in) % (3 - kind));
	struct request request = { &plan, false };

	plan.arena = (struct arena){ NULL };
	plan.error = &error;
	plan.own_table = plan.own_cells = NULL;
	plan.own_clusters = (struct clusters){ 0 };
	plan.table_entries = plan.cluster_entries = 0;
	plan.shape = (struct stencil_shape){ .table = &c.table };
	plan.shape.size[0] = next_byte(&in) < 230 ? all : next_number(&in) % MOST_COLUMNS;
	plan.shape.size[1] = usually(&in, 1);
	plan.shape.size[2] = usually(&in, 1 + next_byte(&in) % 4);
	plan.shape.pitch = usually(&in, 0);
	plan.shape.row = usually(&in, 0);
	plan.shape.level = usually(&in, 0);
	for (int a = 0; a < 3; a++) {
		plan.shape.low[a] = usually(&in, kind && a < 2);
		plan.shape.high[a] = usually(&in, kind && a < 2);
	}
	c.table.first = usually(&in, 0);
	c.table.end = usually(&in, inner);
	make_slots(&in, &c, plan.shape.size[0]);
	if (usually(&in, kind) & 1)
		make_box(&in, &c, plan.shape.size[0], width, height);
	if (!plan_call(take, &request))
		error.code = STENCIL_CODE_MEMORY, *error.text = '.';
	if (!request.good && (!error.code || !*error.text))
		abort();
	if (request.good)
		check_entries(&plan, &c);
	free(plan.own_table);
	free(plan.own_cells);
	clusters_free(&plan.own_clusters);
	arena_free(&plan.arena);
	free(c.relations);
	free(c.neighbors);
	free(c.cells);
	return 0;
}
