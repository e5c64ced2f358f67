#include "runtime/partition/program_reach.h"

#include "generator/split/parts.h"

/* What must be right of an array. */
struct need {
	bool known;
	int low[2], high[2]; /* so far around the part */
};

struct finder {
	const struct program *program;
	struct need *needs; /* by field index, then by number of what is kept */
	struct need inside; /* of all fields that are exchanged within a step, then; and of a mesh's tables */
	struct exchange_rows rows;
	struct exchange_row *first; /* of the rows, the last one of which was found first; NULL: all are known */
	struct program_reach *reach;
};

static const struct offset here = { 0, 0, 0 };

/* On a mesh x is a number of relations. */
static struct offset
farthest_neighbor(const struct part *part)
{
	return (struct offset){ .x = mesh_neighbors_depth(part->plan->neighbors) };
}

static struct offset
offset_of(const struct part *part, const struct reference *read)
{
	return !part->plan->neighbors ? read->offset : read->neighbor == OWN_ELEMENT ? here : farthest_neighbor(part);
}

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

/* The array that a kernel's field is; NULL: a variable of a thread. */
static const struct origin *
origin_of(const struct part *part, const struct field *field)
{
	const struct origin *origin = field->index < part->stencil->field_count ? &part->origins[field->index] : NULL;

	return origin && (origin->field || origin->kept) ? origin : NULL;
}

static struct need *
need_of(const struct finder *f, const struct part *part, const struct field *field)
{
	const struct origin *origin = origin_of(part, field);

	if (!origin)
		return NULL;
	return &f->needs[origin->field ? origin->field->index
		: f->program->stencil->field_count + (int)(origin->kept - f->program->kept)];
}

static bool
is_around(const struct need *need)
{
	return need->low[0] || need->low[1] || need->high[0] || need->high[1];
}

/* Lets a need hold another one, as it is read at an offset. */
static void
include(struct need *to, const struct need *from, struct offset at)
{
	const int by[2] = { at.x, at.y };

	for (int a = 0; a < 2; a++) {
		to->low[a] = larger(to->low[a], from->low[a] - by[a]);
		to->high[a] = larger(to->high[a], from->high[a] + by[a]);
	}
	to->known = true;
}

/* Where the results of a kernel must be right. */
static struct need
results_of(const struct finder *f, const struct part *part)
{
	struct need all = { .known = false };

	for (const struct field *field = part->stencil->fields; field; field = field->next) {
		const struct need *need = need_of(f, part, field);

		if (field->role != ROLE_IN && need && need->known)
			include(&all, need, here);
	}
	return all;
}

/* A kernel is done for the region, and as much farther as it is widened. */
static void
extend_region(struct extents *region, const struct need *results, const struct extents *widening)
{
	for (int a = 0; a < 2; a++) {
		region->low[a] = larger(region->low[a], results->low[a] - widening->low[a]);
		region->high[a] = larger(region->high[a], results->high[a] - widening->high[a]);
	}
}

/* Halos are filled around the region: what is needed must lie within it. A caller gets halos, too, so what they are filled from
 * must be right, even if nobody needs the results of the kernels that read them. */
static void
extend_for_fills(const struct finder *f, const struct part *part)
{
	const struct need own = { .known = true };
	struct extents *region = &f->reach->region;

	for (const struct fill *fill = part->fills; fill; fill = fill->next)
		for (int i = 0; i < fill->count; i++) {
			struct need *need = &f->needs[fill->fields[i]->index];

			include(need, &own, here);
			for (int a = 0; a < 2; a++) {
				if (!fill->fields[i]->edges[a].kind)
					continue;
				region->low[a] = larger(region->low[a], need->low[a]);
				region->high[a] = larger(region->high[a], need->high[a]);
			}
		}
}

/* What a kernel overwrites need not be right before it. */
static void
forget_results(const struct finder *f, const struct part *part)
{
	for (const struct field *field = part->stencil->fields; field; field = field->next)
		if (field->role == ROLE_OUT && origin_of(part, field))
			*need_of(f, part, field) = (struct need){ .known = false };
}

/* From what must be right behind a kernel to what must be so before it. */
static void
step_back(struct finder *f, const struct part *part)
{
	const struct need results = results_of(f, part);

	if (results.known) {
		if (!part->stencil->all_elements)
			extend_region(&f->reach->region, &results, &part->stencil->widening);
		forget_results(f, part);
		for (const struct reference *r = plan_first_read(part->plan); r; r = plan_next_read(part->plan, r))
			if (origin_of(part, r->field))
				include(need_of(f, part, r->field), &results, offset_of(part, r));
		for (const struct field *field = part->stencil->fields; field; field = field->next)
			if (field->role == ROLE_INOUT && origin_of(part, field))
				include(need_of(f, part, field), &results, here);
		if (part->plan->neighbors) /* which exist is known there, read or not */
			include(&f->inside, &results, farthest_neighbor(part));
	}
	extend_for_fills(f, part);
}

/* What messages fill need only be right in each part before that. */
static void
take_messages(struct finder *f, const struct exchange_row *row)
{
	for (const struct field *field = f->program->stencil->fields; field && row; field = field->next) {
		struct need *need = &f->needs[field->index];

		if (!row->fields[field->index] || !need->known)
			continue;
		include(&f->inside, need, here);
		*need = (struct need){ .known = true };
	}
}

static bool
assigns(const struct part *part, const struct field *field)
{
	for (const struct field *f = part->stencil->fields; f; f = f->next)
		if (f->role != ROLE_IN && origin_of(part, f) && origin_of(part, f)->field == field)
			return true;
	return false;
}

static bool
fills(const struct part *part, const struct field *field)
{
	for (const struct fill *fill = part->fills; fill; fill = fill->next)
		for (int i = 0; i < fill->count; i++)
			if (fill->fields[i] == field)
				return true;
	return false;
}

/* The row before a kernel: what it reads around the domain, and one before it assigns. Halos that rules fill stay as they are. */
static void
find_messages(struct finder *f, struct arena *arena, int kernel)
{
	const struct stencil *stencil = f->program->stencil;
	bool *fields = arena_array(arena, bool, stencil->field_count + 1), any = false;

	for (const struct field *field = stencil->fields; field; field = field->next) {
		const struct need *need = &f->needs[field->index];

		for (int k = 0; k < kernel && shapes[field->shape].axes[0] && !field->has_boundary && is_around(need); k++)
			any |= fields[field->index] |= assigns(&f->program->parts[k], field);
	}
	if (!any)
		return;
	*--f->first = (struct exchange_row){ kernel, fields };
	f->rows = (struct exchange_rows){ f->first, f->rows.count + 1 };
}

static enum halo_source
source_of(const struct program *program, const struct field *field)
{
	bool before = false, behind = false;
	int last = -1;

	for (int p = 0; p < program->part_count; p++)
		if (fills(&program->parts[p], field))
			last = p;
	if (last < 0)
		return HALO_KEPT;
	for (int p = 0; p < program->part_count; p++)
		if (assigns(&program->parts[p], field))
			*(p < last ? &before : &behind) = true;
	return !before ? HALO_BEFORE : !behind ? HALO_BEHIND : HALO_WITHIN;
}

/* Whether a kernel reads beside the points of the domain, along an axis. */
static bool
reads_beside(const struct part *part, const struct reference *r, int axis)
{
	const struct extents *widening = &part->stencil->widening;

	return (axis ? r->offset.y : r->offset.x) || widening->low[axis] || widening->high[axis];
}

static void
find_periods(const struct finder *f, int axis)
{
	const struct program *program = f->program;

	for (const struct field *field = program->stencil->fields; field; field = field->next)
		f->reach->periodic[axis] |= field->edges[axis].kind == EDGE_PERIODIC;
	for (int p = 0; p < program->part_count && f->reach->periodic[axis]; p++)
		for (const struct reference *r = plan_first_read(program->parts[p].plan); r; r = plan_next_read(program->parts[p].plan, r)) {
			const struct origin *origin = origin_of(&program->parts[p], r->field);
			const struct field *field = origin ? origin->field : NULL;

			if (field && shapes[field->shape].axes[axis] && field->edges[axis].kind != EDGE_PERIODIC
					&& reads_beside(&program->parts[p], r, axis))
				f->reach->fixed[axis] = field;
		}
}

/* What kernels beyond a side would read as it is by then, where those of one part read what was there before the step. */
static void
find_stale(const struct finder *f, int axis)
{
	const struct program *program = f->program;

	for (int p = 0; p < program->part_count && !f->reach->stale[axis]; p++) {
		const struct part *part = &program->parts[p];

		for (const struct fill *fill = part->fills; fill; fill = fill->next)
			for (int i = 0; i < fill->count; i++)
				if (fill->fields[i]->edges[axis].kind)
					f->reach->stale[axis] = fill->fields[i];
		for (const struct reference *r = plan_first_read(part->plan); r; r = plan_next_read(part->plan, r)) {
			const struct origin *origin = origin_of(part, r->field);

			for (int q = 0; q < p && origin && origin->field && reads_beside(part, r, axis); q++)
				if (assigns(&program->parts[q], origin->field))
					f->reach->stale[axis] = origin->field;
		}
	}
}

/* The halo is as wide as the region, and, where a rule fills it from inside, so are parts: see decomposition_thinness. */
static void
resolve_halo(const struct finder *f)
{
	const struct stencil *stencil = f->program->stencil;
	struct extents *halo = &f->reach->halo;

	for (int a = 0; a < 2; a++) {
		halo->low[a] = larger(f->reach->region.low[a], f->inside.low[a]);
		halo->high[a] = larger(f->reach->region.high[a], f->inside.high[a]);
		for (const struct field *field = stencil->fields; field; field = field->next) {
			const struct need *need = &f->needs[field->index];
			if (!shapes[field->shape].axes[a])
				continue; /* it has no halo */
			const bool filled = f->reach->sources[field->index] && field->edges[a].kind;

			halo->low[a] = larger(halo->low[a], filled ? larger(need->low[a], stencil->border.low[a]) : need->low[a]);
			halo->high[a] = larger(halo->high[a], filled ? larger(need->high[a], stencil->border.high[a])
				: need->high[a]);
			f->reach->fields[field->index] |= need->low[a] || need->high[a];
		}
	}
}

/* A kernel that is done for more cells reads that much farther; of what it keeps, too. Those of all elements of a mesh ask which are there. */
static struct extents
most_reads(const struct program *program)
{
	struct extents most = { { 0 }, { 0 } };

	for (const struct part *part = program->parts; part < program->parts + program->part_count; part++) {
		for (int a = 0; a < 2; a++) {
			most.low[a] = larger(most.low[a], part->stencil->widening.low[a] + part->plan->reach.low[a]);
			most.high[a] = larger(most.high[a], part->stencil->widening.high[a] + part->plan->reach.high[a]);
		}
		if (!part->stencil->all_elements)
			most.high[0] = larger(most.high[0], mesh_neighbors_depth(part->plan->neighbors));
	}
	return most;
}

/* What is reduced behind a kernel must be right in the part itself. */
static void
need_summands(const struct finder *f)
{
	const struct program *program = f->program;

	for (int k = 0; k < program->kept_count; k++)
		if (program->kept[k].reduction) {
			f->needs[program->stencil->field_count + k].known = true;
			f->reach->sums = true;
		}
}

/* Before the kernels, from the last one on: what is needed around the domain then. */
static void
find_needs(struct finder *f, struct arena *arena, const struct plan *plan)
{
	const struct program *program = f->program;
	const int fields = plan->stencil->field_count;

	f->reach = arena_new(arena, struct program_reach);
	f->reach->fields = arena_array(arena, bool, fields + 1);
	f->reach->sources = arena_array(arena, enum halo_source, fields + 1);
	f->reach->reads = most_reads(program);
	f->needs = arena_array(arena, struct need, fields + program->kept_count + 1);
	for (const struct field *field = plan->stencil->fields; field; field = field->next) {
		f->needs[field->index].known = true;
		f->reach->sources[field->index] = source_of(program, field);
	}
	need_summands(f);
	for (int p = program->part_count; p-- > 0; ) {
		step_back(f, &program->parts[p]);
		if (f->first)
			find_messages(f, arena, p);
		take_messages(f, exchange_row_before(&f->rows, p));
	}
}

const struct program_reach *
program_reach_between(struct arena *arena, const struct plan *plan, const struct exchange_rows *inside)
{
	struct finder f = { .program = plan->program, .rows = *inside };

	if (!f.program)
		return NULL;
	find_needs(&f, arena, plan);
	resolve_halo(&f);
	for (int axis = 0; axis < 2; axis++) {
		find_periods(&f, axis);
		find_stale(&f, axis);
	}
	f.reach->step = inside->count ? program_reach(arena, plan)->halo : f.reach->halo;
	return f.reach;
}

const struct program_reach *
program_reach(struct arena *arena, const struct plan *plan)
{
	return program_reach_between(arena, plan, &(struct exchange_rows){ NULL, 0 });
}

struct exchange_rows
program_exchange_rows(struct arena *arena, const struct plan *plan)
{
	struct finder f = { .program = plan->program };

	if (!f.program)
		return f.rows;
	f.first = (struct exchange_row *)arena_array(arena, struct exchange_row, f.program->part_count) + f.program->part_count;
	find_needs(&f, arena, plan);
	return f.rows;
}
