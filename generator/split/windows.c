#include "generator/split/split.h"

#include <string.h>

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

/* Lets `to` hold what readers at the points of `from` read at an offset. */
static void
include_read(struct extents *to, const struct extents *from, struct offset at)
{
	for (int a = 0; a < AXES; a++) {
		to->low[a] = larger(to->low[a], from->low[a] - offset_along(at, a));
		to->high[a] = larger(to->high[a], from->high[a] + offset_along(at, a));
	}
}

/* Lets the window of a kept temporary's statement hold what readers at the points of a window read of it. A scalar has no
 * window. Sweeps, what has no levels, and what has values on those of the domain only are not done on other levels. */
static void
include_kept(struct split *split, const struct extents *window, const struct access *x)
{
	const int statement = split->statement_of[x->temp->index];
	struct extents *to = &split->windows[statement];

	if (x->temp->scalar)
		return;
	include_read(to, window, x->at);
	if (x->temp->level_bound || split_kind_of(split->statements[statement]) != KERNEL_points)
		to->low[2] = to->high[2] = 0;
}

void
split_find_windows(struct split *split)
{
	for (int s = 0; s < split->count; s++)
		split->windows[s] = (struct extents){ .low = { 0 } };
	for (int s = split->count; s-- > 0; ) {
		const struct closure *closure;

		if (!split_is_root(split, s))
			continue;
		closure = split_closure(split, s);
		for (int i = 0; i < closure->count; i++)
			if (closure->accesses[i].temp)
				include_kept(split, &split->windows[s], &closure->accesses[i]);
	}
	memcpy(split->needed, split->windows, (size_t)split->count*sizeof *split->needed);
}

/* Whether all that a kernel's threads read, and the arrays that they write, lie within the border. */
static bool
is_inside(const struct split *split, const struct extents *widening, const struct access *x)
{
	const bool *axes = shapes[x->field ? x->field->shape : SHAPE_POINT].axes;
	const struct extents *border = &split->stencil->border;

	for (int a = 0; a < AXES; a++)
		if (axes[a] && (widening->low[a] - offset_along(x->at, a) > border->low[a]
				|| widening->high[a] + offset_along(x->at, a) > border->high[a]))
			return false;
	return true;
}

static void
report_beyond(const struct split *split, const struct temp *temp, const struct extents *widening)
{
	const struct extents *border = &split->stencil->border;
	int halo[AXES];

	for (int a = 0; a < AXES; a++)
		halo[a] = larger(larger(border->low[a], border->high[a]), larger(widening->low[a], widening->high[a]));
	error_at(split->source, temp->span, "'%s' must be kept where the grid need not have cells", temp->name);
	note_at(split->source, temp->span, "the kernel that makes it is done beyond the domain;"
		" 'halo [%d,%d,%d];' makes room", halo[0], halo[1], halo[2]);
}

/* The temporary for the sake of which the kernel is done there: any that it keeps. */
static const struct temp *
kept_by(const struct split *split, const struct group *group)
{
	for (const struct temp *t = split->stencil->temps; t; t = t->next)
		for (int i = 0; i < group->count; i++)
			if (split->statement_of[t->index] == group->roots[i] && split->kept[t->index])
				return t;
	return split->stencil->temps;
}

static void
join_window(struct extents *to, const struct extents *window)
{
	include_read(to, window, (struct offset){ 0, 0, 0 });
}

/* All roots of a kernel are done where any of them is needed. */
static bool
widen_group(struct split *split, struct group *group, bool report)
{
	const struct access own = { .temp = split->stencil->temps };

	for (int r = 0; r < group->count; r++)
		join_window(&group->widening, &split->windows[group->roots[r]]);
	if (!is_inside(split, &group->widening, &own)) {
		if (report)
			report_beyond(split, kept_by(split, group), &group->widening);
		return false;
	}
	for (int r = 0; r < group->count; r++) {
		const struct closure *closure = split_closure(split, group->roots[r]);

		for (int i = 0; i < closure->count; i++) {
			const struct access *x = &closure->accesses[i];

			if (x->temp)
				include_kept(split, &group->widening, x);
			else if (split->mixed_windows && !is_inside(split, &group->widening, x))
				return false;
		}
	}
	return true;
}

/* Whether a kernel is done at points where one of its roots must not be: what another root of its own, or of a later
 * kernel, needs. */
static bool
is_too_wide(const struct split *split, const struct group *group)
{
	for (int r = 0; r < group->count; r++)
		if (split_is_exact(split->statements[group->roots[r]])
				&& !same_extents(&group->widening, &split->needed[group->roots[r]]))
			return true;
	return group->kind == KERNEL_columns && (group->widening.low[2] || group->widening.high[2]);
}

bool
split_widen(struct split *split, bool report)
{
	for (int g = split->group_count; g-- > 0; )
		if (!widen_group(split, &split->groups[g], report) || is_too_wide(split, &split->groups[g]))
			return false;
	return true;
}
