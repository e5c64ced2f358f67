#include "runtime/library/plan_overlap.h"

#include <stdint.h>
#include <stdio.h>

/* Statuses are FIRST - (field*MAX_NAMES + other), whose other is the number of fields for the workspace. */
enum { FIRST = -(1 << 24), OTHERS = MAX_NAMES + 1, LAST = FIRST - OTHERS*OTHERS, MOST_STEPS = 1 << 16 };

/* The bytes of an array: runs of `length`, repeated along axes, slowest first. */
struct extent_of_array {
	long long first, length;
	int axes;
	long long count[3], stride[3];
};

static long long
end_of(const struct extent_of_array *a)
{
	long long end = a->first + a->length;

	for (int d = 0; d < a->axes; d++)
		end += (a->count[d] - 1)*a->stride[d];
	return end;
}

/* One of those along the slowest axis. */
static struct extent_of_array
part_of(const struct extent_of_array *a, long long number)
{
	struct extent_of_array part = { a->first + number*a->stride[0], a->length, a->axes - 1, { 0 }, { 0 } };

	for (int d = 1; d < a->axes; d++) {
		part.count[d - 1] = a->count[d];
		part.stride[d - 1] = a->stride[d];
	}
	return part;
}

static long long
divide_down(long long a, long long b)
{
	return a/b - (a % b < 0);
}

/* Whether they have a byte in common. After many steps they are taken to have one. */
static bool
meet(const struct extent_of_array *a, const struct extent_of_array *b, int *steps)
{
	const bool alike = a->axes && b->axes && a->stride[0] == b->stride[0];
	struct extent_of_array one, other;
	long long low, high;

	if (end_of(a) <= b->first || end_of(b) <= a->first)
		return false;
	if ((!a->axes && !b->axes) || --*steps < 0)
		return true;
	if (!alike && (!a->axes || (b->axes && b->stride[0] > a->stride[0])))
		return meet(b, a, steps);
	/* Along an axis that both have only the distance counts: a's number less b's. */
	one = part_of(a, 0);
	other = alike ? part_of(b, 0) : *b;
	low = divide_down(other.first - end_of(&one), a->stride[0]) + 1;
	high = divide_down(end_of(&other) - 1 - one.first, a->stride[0]);
	low = low > (alike ? 1 - b->count[0] : 0) ? low : alike ? 1 - b->count[0] : 0;
	high = high < a->count[0] - 1 ? high : a->count[0] - 1;
	for (long long n = low; n <= high; n++) {
		const struct extent_of_array moved = part_of(a, n);

		if (meet(&moved, &other, steps))
			return true;
	}
	return false;
}

static struct extent_of_array
extent_of(const struct stencil_plan *plan, int number, const void *pointer)
{
	static const long long sizes[] = {
		[STENCIL_TYPE_INT] = 4, [STENCIL_TYPE_FLOAT] = 4, [STENCIL_TYPE_DOUBLE] = 8, [STENCIL_TYPE_BOOL] = 1,
	};
	const struct stencil_field *f = &plan->fields[number];
	struct extent_of_array e = { .first = (long long)(uintptr_t)pointer, .length = sizes[f->type] };
	int skipped = 0;

	/* What is between the levels of columns may be written, too. */
	if (plan_may_pad(&plan->options)) {
		e.length = (long long)f->bytes;
		return e;
	}
	while (skipped < f->dimensions && (f->shape[f->dimensions - 1 - skipped] == 1
				|| f->strides[f->dimensions - 1 - skipped]*sizes[f->type] == e.length))
		e.length *= f->shape[f->dimensions - 1 - skipped++];
	for (int d = 0; d < f->dimensions - skipped; d++)
		if (f->shape[d] > 1) {
			e.count[e.axes] = f->shape[d];
			e.stride[e.axes++] = f->strides[d]*sizes[f->type];
		}
	return e;
}

static int
status_of(int field, int other)
{
	return FIRST - (field*OTHERS + other);
}

/* Whether two arrays have elements in common; seldom, since most are far apart. */
static bool
share(const struct stencil_plan *plan, int a, int b, void *const *fields)
{
	const struct extent_of_array one = extent_of(plan, a, fields[a]), other = extent_of(plan, b, fields[b]);
	int steps = MOST_STEPS;

	return meet(&one, &other, &steps);
}

static bool
is_in_workspace(const struct stencil_plan *plan, int a, void *const *fields, const void *workspace)
{
	const struct extent_of_array one = extent_of(plan, a, fields[a]);
	const struct extent_of_array own = { .first = (long long)(uintptr_t)workspace, .length = (long long)plan->workspace_bytes };
	int steps = MOST_STEPS;

	return meet(&one, &own, &steps);
}

int
plan_find_overlap(const struct stencil_plan *plan, void *const *fields, const void *workspace)
{
	const struct stencil_field *f = plan->fields;

	for (const struct field *written = plan->stencil->fields; written; written = written->next) {
		const int a = written->index;
		const uintptr_t p = (uintptr_t)fields[a];

		if (workspace && p && is_in_workspace(plan, a, fields, workspace))
			return status_of(a, plan->stencil->field_count);
		if (!p || written->role == ROLE_IN)
			continue;
		for (int b = 0; b < plan->stencil->field_count; b++) {
			const uintptr_t q = (uintptr_t)fields[b];

			if (b != a && q && p < q + f[b].bytes && q < p + f[a].bytes && share(plan, a, b, fields))
				return status_of(a, b);
		}
	}
	return 0;
}

const char *
plan_overlap_text(const struct stencil_plan *plan, int status)
{
	static _Thread_local char text[2*MAX_NAME + 128];
	const int count = plan ? plan->stencil->field_count : 0, code = FIRST - status, a = code/OTHERS, b = code % OTHERS;

	if (status > FIRST || status < LAST || a >= count || b > count)
		return NULL;
	if (b == count)
		snprintf(text, sizeof text, "field '%s' shares memory with the workspace: give each memory of its own", plan->fields[a].name);
	else
		snprintf(text, sizeof text, "field '%s', which is written, shares memory with field '%s': give each an array of its own",
			plan->fields[a].name, plan->fields[b].name);
	return text;
}
