#include "generator/split/split.h"

#include "generator/sweeps/sweeps.h"

#include <string.h>

/* What one kernel assigns: all outputs. */
static void
name_only_part(struct arena *arena, struct part *part, const struct stencil *stencil)
{
	part->assigns = "";
	for (const struct field *f = stencil->fields; f; f = f->next) {
		if (f->role == ROLE_IN)
			continue;
		part->assigns = arena_printf(arena, "%s%s%s", part->assigns, part->name ? ", " : "", f->name);
		if (!part->name)
			part->name = f->name;
	}
}

/* Where the fields of the kernel live: first those of the stencil, then arrays. */
static void
find_origins(struct arena *arena, struct program *program)
{
	const struct stencil *stencil = program->stencil;
	struct part *part = program->parts;
	const struct columns *columns = part->plan->sweeps;

	part->origins = arena_array(arena, struct origin, stencil->field_count + columns->array_count + 1);
	program->kept = arena_array(arena, struct kept, columns->array_count + 1);
	for (const struct field *f = stencil->fields; f; f = f->next)
		part->origins[f->index].field = f;
	for (int a = 0; a < columns->array_count; a++) {
		const struct temp *temp = columns->arrays[a].temp;

		part->origins[columns->arrays[a].field->index].kept
			= split_add_kept(program, (struct kept){ .temp = temp, .type = temp->type });
	}
}

struct program *
split_by_columns(struct arena *arena, const struct source *source, struct stencil *stencil, const char **unsupported)
{
	struct program *program = arena_new(arena, struct program);
	struct part *part = arena_new(arena, struct part);
	int least;

	part->plan = plan_columns(arena, source, stencil, &least, unsupported);
	if (!part->plan)
		return NULL;
	if (stencil->least[2] < least)
		stencil->least[2] = least;
	*program = (struct program){ .stencil = stencil, .parts = part, .part_count = 1 };
	part->kind = KERNEL_columns;
	part->stencil = (struct stencil *)part->plan->stencil;
	name_only_part(arena, part, stencil);
	find_origins(arena, program);
	return program;
}
