#include "generator/split/parts.h"

#include "generator/plan/gather.h"
#include "generator/plan/names.h"
#include "generator/language/offset.h"
#include "generator/split/split.h"
#include "generator/plan/sweeps.h"

#include <stdlib.h>
#include <string.h>

const char *const kernel_kind_names[KERNEL_KIND_COUNT] = {
#define KERNEL_KIND(name) #name,
#include "generator/split/kernel_kinds.def"
};

static int
compare_columns(const void *a, const void *b)
{
	return offset_compare(*(const struct offset *)a, *(const struct offset *)b);
}

/* The columns that any of the parts reads: they share a table of neighbours. */
static void
join_columns(struct arena *arena, const struct program *program, struct plan *plan)
{
	int count = 0;

	for (int p = 0; p < program->part_count; p++)
		count += program->parts[p].plan->column_count;
	plan->columns = arena_array(arena, struct offset, count + 1);
	count = 0;
	for (int p = 0; p < program->part_count; p++)
		for (int c = 0; c < program->parts[p].plan->column_count; c++)
			plan->columns[count++] = program->parts[p].plan->columns[c];
	qsort(plan->columns, (size_t)count, sizeof *plan->columns, compare_columns);
	for (int i = 0; i < count; i++)
		if (!i || !offset_equal(plan->columns[i], plan->columns[i - 1]))
			plan->columns[plan->column_count++] = plan->columns[i];
}

bool
plan_goes_through_columns(const struct plan *plan)
{
	for (int p = 0; plan->program && p < plan->program->part_count; p++)
		if (plan->program->parts[p].kind == KERNEL_columns)
			return true;
	return false;
}

bool
part_counts(const struct program *program, const struct part *part)
{
	for (const struct field *f = program->stencil->fields; f; f = f->next)
		if (f->shape == SHAPE_POINT && part->kind == KERNEL_plane)
			return false;
	return true;
}

/* What is loaded, stored and computed a point is that of all kernels. */
static void
add_costs(struct plan *plan, const struct part *part)
{
	const bool counts = part_counts(plan->program, part);

	plan->loads += counts ? part->plan->loads : 0;
	plan->stores += counts ? part->plan->stores : 0;
	plan->flops += counts ? part->plan->flops : 0;
	for (int p = 0; p < PROCESSORS; p++)
		plan->additions[p] += counts ? part->plan->additions[p] : 0;
	plan->column_loads += counts ? part->plan->column_loads : part->plan->loads;
	for (int s = 0; s < SIDES; s++)
		plan->sides[s] |= part->plan->sides[s];
	for (const struct field *f = part->stencil->fields; f; f = f->next) {
		const struct field *own = part->origins[f->index].field;

		if (own)
			plan->fields[own->index] |= part->plan->fields[f->index];
	}
}

/* Compulsory are the program's own fields alone. */
static void
count_bytes(struct plan *plan)
{
	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		if (f->shape == SHAPE_POINT && plan->fields[f->index])
			plan->bytes += element_size(f->type)*(f->role == ROLE_INOUT ? 2 : 1);
		else if (f->shape == SHAPE_COLUMN && plan->fields[f->index])
			plan->column_bytes += element_size(f->type)*(f->role == ROLE_INOUT ? 2 : 1);
}

/* What any of the parts reads of the program's fields, as if at the own element: each (field, offset) once. */
static void
join_reads(struct arena *arena, const struct part *part, struct plan *plan)
{
	for (const struct reference *r = part->plan->reads; r; r = r->next) {
		const struct field *own = r->field->local ? NULL : part->origins[r->field->index].field;
		struct reference *same = plan->reads;

		while (same && !(same->field == own && offset_equal(same->offset, r->offset)))
			same = same->next;
		if (!own || same)
			continue;
		same = arena_new(arena, struct reference);
		*same = (struct reference){ .field = own, .offset = r->offset, .neighbor = OWN_ELEMENT, .next = plan->reads };
		plan->reads = same;
	}
	if (!plan->by_value) /* of these it counts whether there are any */
		plan->by_value = part->plan->by_value;
}

/* On a mesh a program has elements, too, none of which it reads itself. */
static void
join_elements(struct arena *arena, const struct program *program, struct plan *plan)
{
	struct mesh_neighbors *neighbors = arena_new(arena, struct mesh_neighbors);

	mesh_neighbors_open(neighbors, arena, program->stencil);
	plan->neighbors = neighbors;
	for (int p = 0; p < program->part_count; p++)
		join_reads(arena, &program->parts[p], plan);
}

/* The plan of a program: what it takes and costs, and nothing that is computed. */
static struct plan *
plan_of_parts(struct arena *arena, const struct program *program)
{
	const struct stencil *stencil = program->stencil;
	struct plan *plan = arena_new(arena, struct plan);

	plan->stencil = stencil;
	plan->program = program;
	plan->uniforms = arena_array(arena, bool, stencil->temp_count + 1);
	plan->passed = arena_array(arena, bool, stencil->temp_count + 1);
	plan->params = arena_array(arena, bool, stencil->param_count + 1);
	plan->fields = arena_array(arena, bool, stencil->field_count + 1);
	for (int p = 0; p < program->part_count; p++)
		add_costs(plan, &program->parts[p]);
	for (int k = 0; k < program->kept_count; k++)
		if (program->kept[k].holder)
			plan->fields[program->kept[k].holder->index] = true;
	for (const struct param *p = stencil->params; p; p = p->next)
		plan->params[p->index] = p->used;
	count_bytes(plan);
	join_columns(arena, program, plan);
	if (stencil->kind->has_relations)
		join_elements(arena, program, plan);
	return plan;
}

void
name_program(struct arena *arena, struct plan *plan, const struct reserved *reserved)
{
	if (plan->sweeps) /* the names of all its bodies */
		return;
	plan->reserved = reserved;
	name_plan(arena, plan);
	for (int p = 0; plan->program && p < plan->program->part_count; p++)
		name_program(arena, plan->program->parts[p].plan, reserved);
	if (plan->in_shared_memory)
		name_program(arena, (struct plan *)plan->in_shared_memory, reserved);
	if (plan->column_sums)
		name_program(arena, (struct plan *)plan->column_sums, reserved);
}

/* Whether a stencil takes a sum over the domain or the like, or assigns a scalar. */
static bool
makes_scalars(const struct stencil *stencil)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->shape == SHAPE_SCALAR && f->assigned)
			return true;
	for (const struct temp *t = stencil->temps; t; t = t->next)
		if (split_is_reduced(t))
			return true;
	return false;
}

/* Launchers of programs alone fill halos, sum up, take scalars, leave levels out where fields have none, and add the last half level. */
static bool
needs_program(const struct stencil *stencil)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->has_boundary || f->shape == SHAPE_SCALAR || (f->shape == SHAPE_COLUMN && f->assigned))
			return true;
	return makes_scalars(stencil) || stencil->half_outputs;
}

static struct plan *
named_plan(struct arena *arena, const struct program *program)
{
	struct plan *plan = plan_of_parts(arena, program);

	name_program(arena, plan, program->parts[0].plan->reserved);
	return plan;
}

/* Where what is stored has kernels of its own the plan is that of one kernel, too, which computes all where it is needed: it says
 * what launchers take. Sweeps, sums and outputs on several locations or on half levels have no such kernel: there the plan has what all kernels take. */
static struct plan *
split_stencil(struct split *split, const char *store)
{
	const bool apart = split->stencil->kind->stores_apart && !has_several_locations(split->stencil) && !split->stencil->half_outputs
		&& !makes_scalars(split->stencil);
	struct program *program = arena_new(split->arena, struct program);
	struct plan *plan = apart && !split->stencil->has_sweeps ? plan_stencil(split->arena, split->source, split->stencil) : NULL;

	if (apart && !split->stencil->has_sweeps && !plan)
		return NULL;
	split_open(split);
	split_keep_sums(split);
	split_hold_sums(split);
	split_keep_swept(split);
	split_keep_counted(split);
	program->stencil = split->stencil;
	if (!split_read_store(split, store) || !split_group(split))
		return NULL;
	if (split->group_count == 1 && !split->stencil->has_sweeps && !needs_program(split->stencil))
		return plan ? plan : plan_stencil(split->arena, split->source, split->stencil);
	if (!split_make_parts(split, program))
		return NULL;
	if (!plan)
		return named_plan(split->arena, program);
	plan->program = program;
	return plan;
}

/* Whether some kernel keeps what is summed up where it could keep sums of columns. */
static bool
keeps_summands(const struct plan *plan)
{
	const struct program *program = plan ? plan->program : NULL;

	for (int k = 0; program && k < program->kept_count; k++)
		if (program->kept[k].reduction && program->kept[k].shape == SHAPE_POINT)
			return true;
	return false;
}

/* The plan with sums of columns beside the one with what is summed up. */
static struct plan *
with_column_sums(const struct split *like, const char *store, struct plan *plan)
{
	struct split split = {
		.arena = like->arena, .source = like->source, .stencil = like->stencil, .place = like->place,
		.column_sums = true,
	};
	struct plan *sums = !like->stencil->kind->has_relations && keeps_summands(plan) ? split_stencil(&split, store) : NULL;

	if (sums)
		sums->suffix = store_suffix(like->arena, store);
	if (sums)
		plan->column_sums = sums;
	return plan;
}

/* NULL if no kernel keeps anything for itself alone. */
static struct plan *
in_shared_memory(struct plan *plan)
{
	bool any = false;

	for (int p = 0; plan && plan->program && p < plan->program->part_count; p++) {
		const struct columns *columns = plan->program->parts[p].plan->sweeps;

		any |= columns && columns->shared_count;
	}
	if (!any)
		return NULL;
	plan->place = PLACE_SHARED;
	plan->suffix = "_place_shared";
	if (plan->column_sums)
		in_shared_memory((struct plan *)plan->column_sums);
	return plan;
}

/* As several kernels, some of which go through columns. */
static struct plan *
plan_kernels(const struct split *like, struct stencil *stencil, enum kept_place place)
{
	struct split split = { .arena = like->arena, .source = like->source, .stencil = stencil, .place = place };
	struct plan *plan = split_stencil(&split, NULL);

	if (stencil->least[2] < split.least_levels)
		stencil->least[2] = split.least_levels;
	if (split.unsupported && stencil->kind->has_relations) {
		report_without_kernel(split.source, stencil->span, split.unsupported);
		return NULL;
	}
	if (split.unsupported) {
		plan = plan_stencil(split.arena, split.source, stencil);
		plan->no_kernel = split.unsupported;
	}
	return with_column_sums(&split, NULL, plan);
}

/* As one kernel, if that will do. NULL if it will not. */
static struct plan *
plan_one_kernel(const struct split *split, struct stencil *stencil, enum kept_place place)
{
	const struct program *program = stencil->reads_levels ? NULL : split_by_columns(split->arena, split->source, stencil, place);

	return program ? named_plan(split->arena, program) : NULL;
}

/* On meshes other kernels may compute what sweeps read. */
static struct plan *
plan_shared(const struct split *split, struct stencil *stencil)
{
	struct plan *plan = stencil->kind->has_relations ? NULL : plan_one_kernel(split, stencil, PLACE_SHARED);

	if (!plan)
		plan = plan_kernels(split, stencil, PLACE_SHARED);
	if (!plan || plan->no_kernel || in_shared_memory(plan))
		return plan;
	error_at(split->source, stencil->span, "no sweep of '%s' passes values to another one of its kernel: leave out --place",
		stencil->name);
	return NULL;
}

static bool
is_one_kernel(const struct plan *plan)
{
	return plan && !plan->no_kernel && plan->program && plan->program->part_count == 1;
}

/* What is faster where was measured of single kernels; others leave what they keep in the workspace unless they are asked to. */
static struct plan *
plan_by_columns(const struct split *split, struct stencil *stencil, const struct storage_decision *decision)
{
	struct plan *plan;

	if (*store_suffix(split->arena, decision->store)) {
		error_at(split->source, stencil->span, "'%s' has sweeps, which store what they need: leave out --store", stencil->name);
		return NULL;
	}
	if (decision->place == PLACE_SHARED)
		return plan_shared(split, stencil);
	plan = stencil->kind->has_relations ? NULL : plan_one_kernel(split, stencil, PLACE_GLOBAL);
	if (!plan)
		plan = plan_kernels(split, stencil, PLACE_GLOBAL);
	if (decision->place == PLACE_ANY && is_one_kernel(plan))
		plan->in_shared_memory = in_shared_memory(stencil->kind->has_relations ? plan_kernels(split, stencil, PLACE_SHARED)
			: plan_one_kernel(split, stencil, PLACE_SHARED));
	return plan;
}

/* Plans a stencil that keeps what `store` names, and on a mesh its text. */
static struct plan *
plan_storing_names(struct arena *arena, const struct source *source, const struct stencil *stencil, const char *store)
{
	struct split split = { .arena = arena, .source = source, .stencil = stencil };

	return *store_suffix(arena, store) || stencil->reads_updates || stencil->reads_levels || needs_program(stencil) || split_stores(stencil)
		|| (!stencil->kind->has_relations && has_half_statements(stencil)) || has_several_locations(stencil)
		? split_stencil(&split, store) : plan_stencil(arena, source, stencil);
}

/* Whether option --store leaves to the costs what is kept. */
static bool
is_auto(const char *store)
{
	return store && !strcmp(store, "auto");
}

const char *
plan_worth_storing(struct arena *arena, const struct source *source, const struct plan *plan, int *percent)
{
	const struct stencil *stencil = plan_checked(plan);
	const char *names = stencil->kind->costs_decide_storing && !stencil->has_sweeps
		? split_choose_store(arena, source, stencil, plan->processor, plan_storing_names) : NULL;

	if (!names)
		return NULL;
	*percent = plan_times(plan, plan_storing_names(arena, source, stencil, names));
	return names;
}

struct plan *
plan_program(struct arena *arena, const struct source *source, struct stencil *stencil,
	const struct storage_decision *decision)
{
	struct split split = { .arena = arena, .source = source, .stencil = stencil };
	const char *store = decision->store;
	struct plan *plan;

	if (stencil->has_sweeps)
		return plan_by_columns(&split, stencil, &(struct storage_decision){ is_auto(store) ? NULL
			: store, decision->place, decision->processor });
	if (decision->place == PLACE_SHARED) {
		error_at(source, stencil->span, "'%s' has no sweeps, between which --place passes values: leave it out", stencil->name);
		return NULL;
	}
	if (is_auto(store))
		store = split_choose_store(arena, source, stencil, decision->processor, plan_storing_names);
	plan = with_column_sums(&split, store, plan_storing_names(arena, source, stencil, store));
	if (plan) {
		plan->suffix = store_suffix(arena, store);
		plan->processor = decision->processor;
	}
	return plan;
}
