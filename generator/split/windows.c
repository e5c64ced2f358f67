#include "generator/split/split.h"

#include <string.h>

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

static int
smaller(int a, int b)
{
	return a < b ? a : b;
}

/* How far past a side readers at the points of a window read. Of a temporary at a level by value, no level is outside the domain. */
static int
read_past(const struct extents *window, bool half, const struct access *x, enum side side)
{
	return x->read.level && side_axis(side) == 2 ? 0 : smaller(extents_at(window, side) + reference_cells(&x->read, side, half), x->past[side]);
}

/* Lets `to` hold what readers at the points of `from` read. */
static void
include_read(struct extents *to, const struct extents *from, bool half, const struct access *x)
{
	for (int a = 0; a < AXES; a++) {
		to->low[a] = larger(to->low[a], read_past(from, half, x, (enum side)(2*a)));
		to->high[a] = larger(to->high[a], read_past(from, half, x, (enum side)(2*a + 1)));
	}
}

/* Lets the window of a kept temporary's statement hold what readers at the points of a window read of it. A scalar has no
 * window. Sweeps, what has no levels, and what has values on those of the domain only are not done on other levels. */
static void
include_kept(struct split *split, const struct extents *window, bool half, const struct access *x)
{
	const int statement = split->statement_of[x->read.temp->index];
	struct extents *to = &split->windows[statement];

	if (x->read.temp->scalar)
		return;
	include_read(to, window, half, x);
	if (x->read.temp->level_bound || split_kind_of(split, statement) != KERNEL_points)
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
			if (closure->accesses[i].read.temp) {
				include_kept(split, &split->windows[s], split->statements[s]->half, &closure->accesses[i]);
				split->all_levels[split->statement_of[closure->accesses[i].read.temp->index]] |= split->all_levels[s]
					|| closure->accesses[i].read.level;
			}
	}
	memcpy(split->needed, split->windows, (size_t)split->count*sizeof *split->needed);
}

/* Whether all that a kernel's threads read of a field is within the border. */
static bool
is_read_inside(const struct split *split, const struct extents *widening, bool half, const struct access *x)
{
	for (enum side s = 0; s < SIDES; s++)
		if (shapes[x->read.field->shape].axes[side_axis(s)]
				&& read_past(widening, half, x, s) > extents_at(&split->stencil->border, s))
			return false;
	return true;
}

/* The same of the arrays that they write; on a mesh these have as many levels as are read. */
static bool
is_inside(const struct split *split, const struct extents *widening)
{
	if (!split->stencil->kind->has_domain)
		return true;
	for (enum side s = 0; s < SIDES; s++)
		if (extents_at(widening, s) > extents_at(&split->stencil->border, s))
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
	error_at(split->source, temp->span, "'%s' must be stored where the grid may have no cells", temp->name);
	note_at(split->source, temp->span, "the kernel that computes it also runs outside the "
		"domain; declare 'halo [%d,%d,%d];'", halo[0], halo[1], halo[2]);
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
	for (int a = 0; a < AXES; a++) {
		to->low[a] = larger(to->low[a], window->low[a]);
		to->high[a] = larger(to->high[a], window->high[a]);
	}
}

/* All roots of a kernel are done where any of them is needed. */
static bool
widen_group(struct split *split, struct group *group, bool report)
{
	for (int r = 0; r < group->count; r++)
		join_window(&group->widening, &split->windows[group->roots[r]]);
	if (!is_inside(split, &group->widening)) {
		if (report)
			report_beyond(split, kept_by(split, group), &group->widening);
		return false;
	}
	for (int r = 0; r < group->count; r++) {
		const struct closure *closure = split_closure(split, group->roots[r]);
		const bool half = split->statements[group->roots[r]]->half;

		for (int i = 0; i < closure->count; i++) {
			const struct access *x = &closure->accesses[i];

			if (x->read.temp)
				include_kept(split, &group->widening, half, x);
			else if (split->mixed_windows && !is_read_inside(split, &group->widening, half, x))
				return false;
		}
	}
	return true;
}

/* Whether a kernel is done at points where one of its roots must not be: another root of its own, or of a later kernel, needs
 * something there. */
static bool
is_too_wide(const struct split *split, const struct group *group)
{
	for (int r = 0; r < group->count; r++)
		for (int a = 0; a < AXES; a++) {
			const struct extents *needed = &split->needed[group->roots[r]];

			if (split_is_exact(split, group->roots[r], a) && (group->widening.low[a] != needed->low[a]
					|| group->widening.high[a] != needed->high[a]))
				return true;
		}
	return false;
}

bool
split_widen(struct split *split, bool report)
{
	for (int g = split->group_count; g-- > 0; )
		if (!widen_group(split, &split->groups[g], report) || is_too_wide(split, &split->groups[g]))
			return false;
	return true;
}
