#include "generator/split/split.h"

enum type
split_bool_type(const struct stencil *stencil)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->type == TYPE_DOUBLE)
			return TYPE_DOUBLE;
	return TYPE_FLOAT;
}

enum type
split_kept_type(const struct stencil *stencil, const struct temp *temp)
{
	return temp->type == TYPE_BOOL ? split_bool_type(stencil) : temp->type;
}

static enum shape
kept_shape(const struct split *split, const struct temp *temp)
{
	if (temp->scalar)
		return SHAPE_SCALAR;
	return temp->shape == SHAPE_COLUMN || split_kind_of(split, split->statement_of[temp->index]) == KERNEL_plane ? SHAPE_COLUMN : SHAPE_POINT;
}

/* The first place that no array has whose life meets this one's. */
static int
free_place(const struct program *program, const struct kept *kept)
{
	for (int place = 0;; place++) {
		bool taken = false;

		for (const struct kept *k = program->kept; k < program->kept + program->kept_count; k++)
			taken |= k->shape == kept->shape && k->place == place && k->last >= kept->first && k->first <= kept->last;
		if (!taken)
			return place;
	}
}

const struct kept *
split_add_kept(struct program *program, struct kept kept)
{
	struct kept *added = &program->kept[program->kept_count];

	kept.place = kept.holder ? -1 : kept.shape == SHAPE_SCALAR ? program->places[SHAPE_SCALAR] : free_place(program, &kept);
	*added = kept;
	program->kept_count++;
	if (kept.place >= program->places[kept.shape])
		program->places[kept.shape] = kept.place + 1;
	return added;
}

/* The last kernel that fetches a temporary. */
static int
last_reader(const struct split *split, const struct kernel_needs *needs, const struct temp *temp)
{
	int last = split_kernel_of(split, temp);

	for (int k = last; k < split->group_count; k++)
		if (needs[k].fetched[temp->index])
			last = k;
	return last;
}

bool
split_can_sum_columns(const struct split *split, int kernel)
{
	const struct group *group = &split->groups[kernel];

	return group->kind == KERNEL_points && !group->widening.low[2] && !group->widening.high[2];
}

/* What is reduced, and where: of columns what their threads have made of their levels. */
static enum shape
reduced_shape(const struct split *split, int kernel)
{
	const bool columns = split->groups[kernel].kind == KERNEL_columns
		|| (split->column_sums && split_can_sum_columns(split, kernel));

	return columns ? SHAPE_COLUMN : SHAPE_POINT;
}

void
split_find_kept(const struct split *split, const struct kernel_needs *needs, struct program *program)
{
	program->kept = arena_array(split->arena, struct kept, (2 + split->group_count)*split->stencil->temp_count + 1);
	for (const struct temp *t = split->stencil->temps; t; t = t->next) {
		const int kernel = split->kept[t->index] ? split_kernel_of(split, t) : 0;
		struct kept kept = {
			.temp = t, .type = split_kept_type(split->stencil, t), .first = kernel, .shape = kept_shape(split, t),
			.holder = split->holders[t->index],
		};

		if (!split->kept[t->index] || !needs[kernel].stored[t->index])
			continue;
		kept.last = last_reader(split, needs, t);
		kept.result = split_add_kept(program, kept);
		if (!split_is_reduced(t))
			continue;
		program->sums = true;
		kept.holder = NULL;
		kept.last = kept.first;
		kept.shape = reduced_shape(split, kernel);
		kept.reduction = t->stmt->u.assign.reduction;
		split_add_kept(program, kept);
	}
}
