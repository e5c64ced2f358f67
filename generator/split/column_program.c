#include "generator/split/split.h"

#include "generator/plan/names.h"
#include "generator/plan/sweeps.h"

#include <string.h>

/* What a kernel assigns, in the order of the stencil. */
static void
name_assigned(struct arena *arena, struct part *part, const char *name)
{
	part->assigns = part->name ? arena_printf(arena, "%s, %s", part->assigns, name) : name;
	if (!part->name)
		part->name = name;
}

/* The array of points in which a kernel keeps a temporary. */
static const struct kept *
array_of(struct program *program, const struct temp *temp, int kernel)
{
	for (const struct kept *k = program->kept; k < program->kept + program->kept_count; k++)
		if (k->temp == temp && k->shape == SHAPE_POINT && k->first == kernel)
			return k;
	return split_add_kept(program, (struct kept){ .temp = temp, 
		.type = split_kept_type(program->stencil, temp), .first = kernel, .last = kernel });
}

/* The temporary that a part has a copy of. */
static const struct temp *
original(const struct clone *clone, const struct temp *copy)
{
	const struct temp *t = clone->split->stencil->temps;

	while (t && clone->temps[t->index] != copy)
		t = t->next;
	return t ? t : copy;
}

/* Where the arrays of a kernel lie. */
static void
place_arrays(struct program *program, struct part *part, const struct clone *clone)
{
	const struct columns *columns = part->plan->sweeps;

	for (int a = 0; a < columns->array_count; a++) {
		const struct temp *temp = columns->arrays[a].temp;

		part->origins[columns->arrays[a].field->index].kept = array_of(program, original(clone, temp), clone->kernel);
	}
}

/* Whether something is done once for the whole grid, which no thread of a column does: halos are filled, scalars assigned; or on half
 * levels, which are one more. */
static bool
needs_other_kernels(const struct stencil *stencil)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->has_boundary || (f->shape == SHAPE_SCALAR && f->assigned))
			return true;
	return has_half_statements(stencil);
}

struct program *
split_by_columns(struct arena *arena, const struct source *source, struct stencil *stencil, enum kept_place place)
{
	struct program *program = arena_new(arena, struct program);
	struct part *part = arena_new(arena, struct part);
	struct clone alive;
	const char *unsupported;
	int least;

	if (needs_other_kernels(stencil))
		return NULL;
	alive = split_clone_alive(arena, source, stencil);
	part->plan = plan_columns(arena, source, alive.whole, NULL, place, split_bool_type(stencil), &least, &unsupported);
	if (!part->plan)
		return NULL;
	if (stencil->least[2] < least)
		stencil->least[2] = least;
	*program = (struct program){ .stencil = stencil, .parts = part, .part_count = 1 };
	program->kept = arena_array(arena, struct kept, stencil->temp_count + 1);
	part->kind = KERNEL_columns;
	part->stencil = (struct stencil *)part->plan->stencil;
	part->origins = arena_array(arena, struct origin, part->stencil->field_count + 1);
	for (const struct field *f = stencil->fields; f; f = f->next) {
		part->origins[f->index].field = f;
		if (f->role != ROLE_IN)
			name_assigned(arena, part, f->name);
	}
	place_arrays(program, part, &alive);
	return program;
}

bool
split_plan_columns(const struct clone *clone, struct program *program, const bool *stored)
{
	struct split *split = clone->split;
	struct part *part = &program->parts[clone->kernel];
	bool *kept = arena_array(split->arena, bool, part->stencil->temp_count + 1);
	int least;

	for (const struct temp *t = split->stencil->temps; t; t = t->next)
		if (stored[t->index] && !clone->kept_fields[t->index]) {
			kept[clone->temps[t->index]->index] = true;
			name_assigned(split->arena, part, version_name(split->arena, t));
		}
	part->plan = plan_columns(split->arena, split->source, part->stencil, kept, split->place,
		split_bool_type(split->stencil), &least, &split->unsupported);
	if (!part->plan)
		return false;
	if (split->least_levels < least)
		split->least_levels = least;
	part->stencil = (struct stencil *)part->plan->stencil;
	place_arrays(program, part, clone);
	return true;
}

/* On a mesh, what a sweep reads of other statements is computed where it is read, unless it is made of what may change before. */
static bool
may_change(const struct temp *temp)
{
	return temp->written.read || temp->swept;
}

struct keeper {
	struct split *split;
	const struct stmt *reader;
	const bool *live;
};

/* Threads that go through columns compute no temporaries on the fly. */
static void
keep_read(void *keeper, const struct expr *read, const struct facts *known)
{
	const struct keeper *k = keeper;
	const struct temp *temp = read->kind == EXPR_TEMP ? read->u.read.temp : NULL;
	bool beside;

	(void)known;
	if (!temp || temp->stmt == k->reader || temp->uniform || temp->scalar || !k->live[temp->index])
		return;
	if (k->split->stencil->kind->has_relations) {
		if (temp->stmt->kind == STMT_SWEEP || (is_of_columns(k->reader) && temp->shape == SHAPE_POINT && may_change(temp)))
			k->split->kept[temp->index] = true;
		return;
	}
	beside = read->u.read.offset.x || read->u.read.offset.y;
	if (temp->stmt->kind == STMT_SWEEP || (k->reader->kind == STMT_SWEEP && (temp->shape == SHAPE_POINT || beside)))
		k->split->kept[temp->index] = true;
}

void
split_keep_swept(struct split *split)
{
	const size_t size = ((size_t)split->stencil->temp_count + 1)*sizeof (bool);
	bool *wanted = arena_array(split->arena, bool, split->stencil->temp_count + 1);
	struct keeper k = { .split = split, .live = split_live(split) };

	memcpy(wanted, k.live, size); /* what statements do for nobody needs nothing */
	for (int s = 0; s < split->count; s++) {
		k.reader = split->statements[s];
		split_read_statement(split, s, wanted, true, &no_facts, keep_read, &k);
	}
}
