#include "generator/split/split.h"

#include <string.h>

/* What becomes of a root that is put into the last kernel. */
enum placing {
	PLACED,
	NEEDS_NEW, /* a kernel of its own */
	AGAIN,     /* a temporary more must be kept, so all is to be done again */
};

static bool
is_written_by(const struct split *split, const struct access *x, int statement)
{
	struct stmt own;

	if (x->read.temp)
		return split->statement_of[x->read.temp->index] == statement;
	own = *split->statements[statement];
	own.next = NULL;
	return assigns_field(&own, x->read.field);
}

/* Whether a thread of a kernel is the only one to write what it reads there: it goes through all levels of its column,
 * but does not fill the halo above and below. */
static bool
is_of_thread(enum kernel_kind kind, const struct access *x)
{
	if (kind == KERNEL_columns && reference_is_of_column(&x->read))
		return !x->read.offset.z || !x->read.field || !x->read.field->edges[2].kind;
	return reference_is_own(&x->read);
}

/* What is read at a time, and then written before the root: the value must be kept. Writers in the root's
 * own kernel do no harm to what their own thread has read before. */
static bool
is_overwritten(const struct split *split, enum kernel_kind kind, const struct access *x, int writer, int root)
{
	if (writer == root)
		return !is_of_thread(kind, x);
	return split->group_of[writer] < split->group_count - 1 || !is_of_thread(kind, x);
}

/* Whether a thread reads what it has made itself; a sum is made of what all have. */
static bool
is_at_hand(const struct split *split, enum kernel_kind kind, const struct access *x)
{
	return is_of_thread(kind, x) && !(x->read.temp ? split_is_reduced(x->read.temp) : split_is_holder(split, x->read.field));
}

/* Whether a field's halo is filled before such a read, above or below, once the field is assigned. */
static bool
needs_fill(const struct split *split, const struct access *x)
{
	const struct extents *border = &split->stencil->border;

	return x->read.field && x->read.field->has_boundary && (((x->read.level || x->read.offset.z < 0) && border->low[2])
		|| ((x->read.level || x->read.offset.z > 0) && border->high[2]));
}

static enum placing
place_access(struct split *split, enum kernel_kind kind, const struct access *x, int root)
{
	const int kernel = split->group_count - 1;
	enum placing placing = PLACED;

	split->work += root;
	for (int w = 0; w <= root; w++) {
		if (!is_written_by(split, x, w))
			continue;
		if (w < x->time)
			placing = split->group_of[w] == kernel && (!is_at_hand(split, kind, x) || needs_fill(split, x)) ? NEEDS_NEW : placing;
		else if (x->via && is_overwritten(split, kind, x, w, root)) {
			split->kept[x->via->index] = true;
			return AGAIN;
		}
	}
	return placing;
}

/* Whether the root assigns a field that another thread of the kernel may still read. */
static bool
disturbs_readers(struct split *split, const struct group *group, enum kernel_kind kind, int root)
{
	for (int r = 0; r < group->count; r++) {
		const struct closure *closure = split_closure(split, group->roots[r]);

		for (int i = 0; i < closure->count; i++)
			if (closure->accesses[i].read.field && !is_of_thread(kind, &closure->accesses[i])
					&& is_written_by(split, &closure->accesses[i], root))
				return true;
	}
	return false;
}

/* Whether all roots of the kernel are needed where this one is, along an axis. */
static bool
shares_windows(const struct split *split, const struct group *group, int root, int axis)
{
	const struct extents *own = &split->windows[root];

	for (int r = 0; r < group->count; r++) {
		const struct extents *window = &split->windows[group->roots[r]];

		if (window->low[axis] != own->low[axis] || window->high[axis] != own->high[axis])
			return false;
	}
	return true;
}

/* A kernel is done wherever one of its roots is needed, unless one must not be done there. Columns do not differ. */
static bool
fits_windows(const struct split *split, const struct group *group, enum kernel_kind kind, int root)
{
	for (int a = 0; a < AXES; a++) {
		const bool exact = kind == KERNEL_columns || split->same_windows || group->exact[a] || split_is_exact(split, root, a);

		if (exact && !shares_windows(split, group, root, a))
			return false;
	}
	return true;
}

/* The last group of --store that a root has temporaries of. */
static int
store_group_of(const struct split *split, int root)
{
	int last = 0;

	for (const struct temp *t = split->stencil->temps; t; t = t->next)
		if (split->statement_of[t->index] == root && split->store_group[t->index] > last)
			last = split->store_group[t->index];
	return last;
}

/* Whether a '/' of --store separates a root from the kernel. One kernel keeps only names from between the same two '/', and
 * the first name after a '/' begins a kernel. */
static bool
is_apart(const struct split *split, const struct group *group, int root)
{
	const int own = store_group_of(split, root);

	return own && own != group->store_group && (own > 1 || group->store_group);
}

/* Whether a root reads what the kernel assigns. */
static bool
reads_group(struct split *split, const struct group *group, int root)
{
	const struct closure *closure = split_closure(split, root);

	for (int i = 0; i < closure->count; i++)
		for (int r = 0; r < group->count; r++)
			if (is_written_by(split, &closure->accesses[i], group->roots[r]))
				return true;
	return false;
}

static bool
can_be_swept(enum kernel_kind kind, bool roams)
{
	return (kind == KERNEL_points || kind == KERNEL_plane) && !roams;
}

/* Whether what is done for each point becomes a loop of a kernel of columns: one makes what the other reads, and it
 * computes no temporaries beside its column. */
static bool
becomes_swept(struct split *split, const struct group *group, int root)
{
	const enum kernel_kind kind = split_kind_of(split, root);
	const bool roams = split_closure(split, root)->roams;

	return group->count && reads_group(split, group, root)
		&& ((kind == KERNEL_columns && can_be_swept(group->kind, group->roams))
		|| (group->kind == KERNEL_columns && can_be_swept(kind, roams)));
}

static enum kernel_kind
kind_with(struct split *split, const struct group *group, int root)
{
	return becomes_swept(split, group, root) ? KERNEL_columns : split_kind_of(split, root);
}

bool
split_is_alone(const struct split *split, int root)
{
	const struct stmt *stmt = split->statements[root];

	return split->stencil->kind->stores_apart && !assigns_fields(stmt) && !(stmt->kind == STMT_ASSIGN && stmt->u.assign.reduction)
		&& split_kind_of(split, root) != KERNEL_columns && split_kind_of(split, root) != KERNEL_scalar;
}

static enum placing
place(struct split *split, int root)
{
	const struct group *group = &split->groups[split->group_count - 1];
	const struct closure *closure = split_closure(split, root);
	const enum kernel_kind kind = kind_with(split, group, root);
	enum placing placing = PLACED;

	for (int i = 0; i < closure->count; i++) {
		const enum placing of_access = place_access(split, kind, &closure->accesses[i], root);

		if (of_access == AGAIN)
			return AGAIN;
		if (of_access == NEEDS_NEW)
			placing = NEEDS_NEW;
	}
	if (!group->count)
		return PLACED;
	return placing == PLACED && split_share_points(split, group->roots[0], root) && (group->kind == kind || becomes_swept(split, group, root))
		&& !disturbs_readers(split, group, kind, root) && fits_windows(split, group, kind, root)
		&& !is_apart(split, group, root) && !split_is_alone(split, group->roots[0]) && !split_is_alone(split, root)
		? PLACED : NEEDS_NEW;
}

static void
open_group(struct split *split, enum kernel_kind kind)
{
	struct group *group = &split->groups[split->group_count++];

	*group = (struct group){ .kind = kind, .roots = arena_array(split->arena, int, split->count + 1) };
}

static void
add_root(struct split *split, int root)
{
	struct group *group = &split->groups[split->group_count - 1];

	for (int a = 0; a < AXES; a++) {
		split->mixed_windows |= !shares_windows(split, group, root, a);
		group->exact[a] |= split_is_exact(split, root, a);
	}
	group->kind = kind_with(split, group, root);
	group->roams |= split_closure(split, root)->roams;
	group->roots[group->count++] = root;
	split->group_of[root] = split->group_count - 1;
	if (store_group_of(split, root))
		group->store_group = store_group_of(split, root);
}

/* Returns false if a temporary more must be kept. */
static bool
group_root(struct split *split, int root)
{
	enum placing placing = place(split, root);

	if (placing == NEEDS_NEW) {
		open_group(split, split_kind_of(split, root));
		placing = place(split, root);
	}
	if (placing == PLACED)
		add_root(split, root);
	return placing == PLACED;
}

/* Walks the roots in the order of the text. Returns false if a temporary more must be kept. */
static bool
group_roots(struct split *split)
{
	split->group_count = 0;
	split->mixed_windows = false;
	open_group(split, KERNEL_points);
	for (int s = 0; s < split->count; s++)
		split->group_of[s] = -1;
	for (int s = 0; s < split->count; s++) {
		if (split_is_root(split, s) && !group_root(split, s))
			return false;
		if (split->held_by[s])
			split->group_of[s] = split_kernel_of(split, split->held_by[s]);
	}
	return true;
}

/* Nothing is left to do where sums are put into their fields at once. */
static void
leave_held(struct split *split)
{
	for (int s = 0; s < split->count; s++)
		if (split->held_by[s])
			split->group_of[s] = -1;
}

static void
forget_closures(struct split *split)
{
	for (int s = 0; s < split->count; s++)
		split->closures[s].known = false;
}

/* Kept temporaries only grow in number, so this ends. False if it would take too long. */
static bool
group_all(struct split *split)
{
	do {
		forget_closures(split);
		split_find_windows(split);
	} while (!group_roots(split) && split->work < MAX_WORK);
	return split->work < MAX_WORK;
}

static bool
is_too_large(struct split *split)
{
	int roots = 0;

	for (int s = 0; s < split->count; s++)
		if (split_is_root(split, s)) {
			if (++roots > MAX_ROOTS || split_closure(split, s)->count == MAX_ACCESSES)
				return true;
		}
	return false;
}

/* Fields that are assigned by a statement whose temporaries are needed beyond the domain. */
static bool
check_windows(const struct split *split)
{
	const struct extents domain = { .low = { 0 } };

	for (int s = 0; s < split->count; s++)
		if (assigns_fields(split->statements[s]) && !same_extents(&split->windows[s], &domain)) {
			error_at(split->source, split->statements[s]->span, "this %s assigns a field in the domain, and a temporary that must "
				"be stored outside it; write two of them",
				split->statements[s]->kind == STMT_SWEEP ? "sweep" : "'if'");
			return false;
		}
	return true;
}

/* Temporaries that must be stored where each has a kernel of its own. */
static bool
check_stored(const struct split *split)
{
	struct error error;

	for (const struct temp *t = split->stencil->temps; t; t = t->next)
		if (split->kept[t->index] && !t->scalar && split->stencil->kind->stores_apart
				&& split_kind_of(split, split->statement_of[t->index]) != KERNEL_columns && !split_can_be_stored(t, &error)) {
			error_at(split->source, t->span, t->by_level ? "'%s' is read at a level by its number, so it must be stored, but %s"
				: "'%s' must be stored, because an output that it is made of is assigned before it is read, but %s; assign the"
				" output later", t->name, error.text);
			return false;
		}
	return true;
}

static bool
report_too_large(const struct split *split)
{
	error_at(split->source, split->stencil->span, "'%s' is too large to be split into kernels: write several stencils",
		split->stencil->name);
	return false;
}

/* Whether a kernel assigns fields, or stores what another one reads. */
static bool
has_results(const struct split *split, const struct kernel_needs *needs, int kernel)
{
	const struct group *group = &split->groups[kernel];

	for (int r = 0; r < group->count; r++)
		if (assigns_fields(split->statements[group->roots[r]]))
			return true;
	for (const struct temp *t = split->stencil->temps; t; t = t->next)
		if (needs->stored[t->index] && split_kernel_of(split, t) == kernel)
			return true;
	return false;
}

static void
drop_kernel(struct split *split, int kernel)
{
	for (const struct temp *t = split->stencil->temps; t; t = t->next)
		split->kept[t->index] &= split_kernel_of(split, t) != kernel;
	for (int s = 0; s < split->count; s++)
		split->group_of[s] = split->group_of[s] == kernel ? -1 : split->group_of[s] - (split->group_of[s] > kernel);
	memmove(&split->groups[kernel], &split->groups[kernel + 1],
		(size_t)(--split->group_count - kernel)*sizeof *split->groups);
}

/* Option --store may name what only its own statement reads. */
static void
drop_idle_kernels(struct split *split)
{
	const struct kernel_needs *needs = split_needs(split);

	for (int k = split->group_count; k-- > 0; )
		if (split->group_count > 1 && !has_results(split, &needs[k], k))
			drop_kernel(split, k);
}

bool
split_group(struct split *split)
{
	forget_closures(split);
	if (is_too_large(split) || !group_all(split))
		return report_too_large(split);
	if (!check_stored(split) || !check_windows(split))
		return false;
	if (!split_widen(split, false)) {
		split->same_windows = true;
		if (!group_all(split))
			return report_too_large(split);
		if (!check_windows(split) || !split_widen(split, true))
			return false;
	}
	leave_held(split);
	drop_idle_kernels(split);
	return true;
}
