#include "runtime/problem/mesh_layout.h"

#include "generator/split/parts.h"
#include "generator/variants/mesh_variants.h"
#include "runtime/problem/mesh_chains.h"
#include "runtime/problem/mesh_zones.h"
#include "runtime/problem/values.h"

#include <stdlib.h>
#include <string.h>

static int
stride_of(const struct mesh_layout *l, enum location location)
{
	const int strides[LOCATIONS] = { l->mesh.cell_stride, l->mesh.edge_stride, l->mesh.vertex_stride };

	return strides[location];
}

/* Elements begin at multiples of a line, and there is padding always. */
static int
padded(int count)
{
	enum { LINE = 32 };

	return (count/LINE + 1)*LINE;
}

/* Where the entry of a slot lies: with levels outermost all elements' of a slot lie side by side, with levels innermost
 * all slots' of an element. */
static size_t
entry_place(const struct mesh_layout *l, size_t slots, size_t stride, size_t element, size_t slot)
{
	return l->mesh.height ? element*slots + slot : slot*stride + element;
}

/* Padding leads nowhere. */
static bool
fill_slots(struct mesh_layout *l, const struct looked_up *table, int r)
{
	const enum location from = table->relation->from, to = table->relation->to;
	const struct mesh_table *plain = &l->tables[table->relation->index];
	const size_t stride = (size_t)stride_of(l, from);
	int *at = malloc((size_t)plain->slots*stride*sizeof *at);

	if (!at)
		return false;
	l->relations[r].table = at;
	l->entries[r] = (size_t)plain->slots*stride;
	for (size_t i = 0; i < l->entries[r]; i++)
		at[i] = -1;
	for (int e = 0; e < l->problem->mesh->count[from]; e++)
		for (int s = 0; s < plain->slots; s++)
			at[entry_place(l, (size_t)plain->slots, stride, (size_t)mesh_place(l->place[from], e), (size_t)s)]
				= mesh_place(l->place[to], plain->at[(size_t)e*(size_t)plain->slots + (size_t)s]);
	return true;
}

/* Slots up to the last neighbour; without holes they count only the neighbours. */
static int
row_length(const struct mesh_table *plain, int element, bool holes)
{
	const int *row = plain->at + (size_t)element*(size_t)plain->slots;
	int length = 0, last = 0;

	for (int s = 0; s < plain->slots; s++)
		if (row[s] >= 0) {
			length++;
			last = s + 1;
		}
	return holes ? last : length;
}

/* The row of relations that share theirs is as long as the longest. */
static int
joint_length(const struct mesh_layout *l, const struct relation *rows, int element)
{
	int most = 0;

	for (int i = 0; i < l->lookups.count; i++) {
		const struct looked_up *table = &l->lookups.tables[i];
		const int length = table->rows == rows
			? row_length(&l->tables[table->relation->index], element, table->holes) : 0;

		most = length > most ? length : most;
	}
	return most;
}

/* Where the rows of a relation begin, by new numbers. NULL: out of memory, or too many. */
static int *
make_starts(const struct mesh_layout *l, const struct looked_up *table)
{
	const enum location from = table->relation->from;
	const int count = l->problem->mesh->count[from];
	int *starts = calloc((size_t)count + 1, sizeof *starts);
	long long sum = 0;

	if (!starts)
		return NULL;
	for (int e = 0; e < count; e++)
		starts[mesh_place(l->place[from], e) + 1] = joint_length(l, table->rows, e);
	for (int e = 0; e < count; e++) {
		sum += starts[e + 1];
		starts[e + 1] = sum > INT_MAX ? INT_MAX : (int)sum;
	}
	return starts;
}

/* The slot of an element that its row has n-th. */
static int
nth_slot(const struct mesh_table *plain, int element, int n, bool holes)
{
	const int *row = plain->at + (size_t)element*(size_t)plain->slots;

	if (holes)
		return n < plain->slots ? n : -1;
	for (int s = 0; s < plain->slots; s++)
		if (row[s] >= 0 && !n--)
			return s;
	return -1;
}

static bool
fill_rows(struct mesh_layout *l, const struct looked_up *table, int r)
{
	const enum location from = table->relation->from, to = table->relation->to;
	const struct mesh_table *plain = &l->tables[table->relation->index];
	const int count = l->problem->mesh->count[from], *starts = make_starts(l, table);
	int *at;

	l->relations[r].start = starts;
	if (!starts)
		return false;
	l->entries[r] = (size_t)starts[count];
	l->relations[r].table = at = malloc((l->entries[r] + 1)*sizeof *at);
	for (int e = 0; at && e < count; e++) {
		const int start = starts[mesh_place(l->place[from], e)], end = starts[mesh_place(l->place[from], e) + 1];

		for (int n = start; n < end; n++) {
			const int slot = nth_slot(plain, e, n - start, table->holes);

			at[n] = slot < 0 ? -1 : mesh_place(l->place[to], plain->at[(size_t)e*(size_t)plain->slots + (size_t)slot]);
		}
	}
	return at;
}

static bool
fill_tables(struct mesh_layout *l, struct error *error)
{
	const struct mesh_problem *p = l->problem;

	for (int r = 0; r < l->lookups.count; r++) {
		const struct looked_up *table = &l->lookups.tables[r];
		const struct relation *relation = table->relation;

		if (!(table->rows ? fill_rows : fill_slots)(l, table, r))
			return error_no_memory(error);
		if (stencil_check_relation(&l->relations[r], &l->mesh, p->mesh->count[relation->from], stride_of(l, relation->from),
				table->rows ? 0 : l->tables[relation->index].slots, p->mesh->count[relation->to]))
			return error_set(error, EXIT_ERRORS, "an entry of %s.%s is no %s of the mesh",
				location_names[relation->from], relation->name, location_names[relation->to]);
	}
	return true;
}

/* Levels above those of the outputs on which something is stored for other kernels. */
static int
stored_above(const struct plan *plan)
{
	int most = 0;

	for (int i = 0; plan->program && i < plan->program->part_count; i++) {
		const int above = plan->program->parts[i].stencil->widening.high[2];

		most = above > most ? above : most;
	}
	return most;
}

/* From one element to the next: a multiple of what a thread of a GPU loads at once, or of what the problem asks for. */
static int
height_of(const struct mesh_problem *p)
{
	enum { LOADED = 16 };
	int most = p->top + stored_above(p->plan) + has_half_levels(p->stencil), widest = 1, vector;

	for (const struct field *f = p->stencil->fields; f; f = f->next) {
		most = p->levels[f->index] > most ? p->levels[f->index] : most;
		widest = field_element(f) > (size_t)widest && shapes[f->shape].axes[0] ? (int)field_element(f) : widest;
	}
	vector = (p->align > LOADED ? p->align : LOADED)/widest;
	return (most + vector - 1)/vector*vector;
}

/* Whether a GPU may update padding, too: where the highest level is among those that are updated, and nothing is kept above it.
 * Sweeps begin or end at the highest level of the domain, and sums end there. */
static bool
may_pad(const struct mesh_problem *p, const struct variant *variant, int height)
{
	if (!height || !targets[variant->target].blocks || stored_above(p->plan) || p->stencil->has_sweeps
			|| mesh_problem_reduces(p))
		return false;
	for (const struct field *f = p->stencil->fields; f; f = f->next)
		if (f->role != ROLE_IN && p->levels[f->index] != p->top)
			return false;
	return true;
}

/* The end of the sector in which the last level lies, if elements begin with one. */
static int
end_of_sector(const struct mesh_problem *p, int height)
{
	enum { SECTOR = 32 };
	int most = 1, top;

	for (const struct field *f = p->stencil->fields; f; f = f->next)
		if (f->role != ROLE_IN && SECTOR/(int)field_element(f) > most)
			most = SECTOR/(int)field_element(f);
	top = (p->top + most - 1)/most*most;
	return top < height ? top : height;
}

/* The end of the levels that a GPU updates. Where it updates padding what is stored is whole sectors. Of 65 levels the last one
 * alone would fill a quarter of its sector, which memory has to read before it is written: runtime/results/h200/defaults, "Meshes". */
static int
launched_top(const struct mesh_problem *p, const struct variant *variant, int height)
{
	return may_pad(p, variant, height) ? end_of_sector(p, height) : p->top;
}

/* Whether padded levels would read what lies behind an element, or a profile. */
static bool
reads_behind(const struct plan *plan, const int *levels, int top)
{
	for (const struct reference *r = plan->reads; r; r = r->next)
		if (r->offset.z > 0 || (r->field->shape == SHAPE_PROFILE && levels[r->field->index] < top))
			return true;
	return false;
}

int
mesh_top_of_sectors(const struct mesh_problem *p, const struct variant *variant, int height)
{
	const struct program *program = p->plan->program;
	const int top = end_of_sector(p, height);

	if (!may_pad(p, variant, height) || reads_behind(p->plan, p->levels, top))
		return p->top;
	for (int i = 0; program && i < program->part_count; i++)
		if (reads_behind(program->parts[i].plan, p->levels, top))
			return p->top;
	return top;
}

/* Finds the tables of a variant's kernels and makes room for them. */
static bool
open_tables(struct mesh_layout *l, const struct mesh_problem *p, const struct variant *variant, struct error *error)
{
	const struct plan *plan;

	*l = (struct mesh_layout){ .problem = p };
	plan = mesh_variant_plan(&l->memory, p->plan, variant);
	l->lookups = program_lookups(&l->memory, plan);
	l->tables = mesh_chain_tables(&l->memory, p, plan);
	l->relations = calloc((size_t)l->lookups.count + 1, sizeof *l->relations);
	l->entries = calloc((size_t)l->lookups.count + 1, sizeof *l->entries);
	return (l->relations && l->entries) || error_no_memory(error);
}

bool
mesh_layout_open(struct mesh_layout *l, const struct mesh_problem *p, const struct variant *variant,
	const struct mesh_numbering *numbering, struct error *error)
{
	const int *count = p->mesh->count, height = variant->levels == LEVELS_INNERMOST ? height_of(p) : 0;

	if (!open_tables(l, p, variant, error))
		return false;
	l->mesh = (struct stencil_mesh){
		.bottom = p->bottom, .top = launched_top(p, variant, height), .cell_stride = padded(count[CELL]),
		.edge_stride = padded(count[EDGE]), .vertex_stride = padded(count[VERTEX]), .height = height,
		.cells = count[CELL], .edges = count[EDGE], .vertices = count[VERTEX],
		.levels = mesh_full_levels(p->stencil, p->levels),
	};
	for (int i = 0; i < LOCATIONS && numbering; i++)
		l->place[i] = numbering->place[i];
	if (!mesh_layout_number(l))
		return error_no_memory(error);
	return fill_tables(l, error);
}

bool
mesh_layout_open_plain(struct mesh_layout *l, const struct mesh_problem *p, const struct variant *variant, int height, int top,
	struct error *error)
{
	const int *count = p->mesh->count;

	if (!open_tables(l, p, variant, error))
		return false;
	l->mesh = (struct stencil_mesh){
		.bottom = p->bottom, .top = top, .cell_stride = count[CELL], .edge_stride = count[EDGE],
		.vertex_stride = count[VERTEX], .height = height,
		.cells = count[CELL], .edges = count[EDGE], .vertices = count[VERTEX],
		.levels = mesh_full_levels(p->stencil, p->levels),
	};
	return fill_tables(l, error);
}

void
mesh_layout_close(struct mesh_layout *l)
{
	for (int r = 0; l->relations && r < l->lookups.count; r++) {
		free((int *)l->relations[r].table);
		free((int *)l->relations[r].start);
	}
	free(l->relations);
	free(l->entries);
	for (int location = 0; location < LOCATIONS; location++)
		free(l->own[location]);
	arena_free(&l->memory);
	*l = (struct mesh_layout){ 0 };
}

size_t
mesh_layout_starts(const struct mesh_layout *l, int relation)
{
	const struct looked_up *table = &l->lookups.tables[relation];

	return table->rows ? (size_t)l->problem->mesh->count[table->relation->from] + 1 : 0;
}
