#include "runtime/rows/results.h"

#include "generator/base/printed.h"

#include <string.h>

const char *const cache_names[CACHE_COUNT] = { "cold", "hot" };
const char *const outcome_names[OUTCOME_COUNT] = {
	"measured", "verified", "wrong", "failed", "impossible",
};
const char *const reference_copy_names[REFERENCE_COUNT] = { "copy", "stream", "memcpy" };

void
results_open(struct results *results, struct arena *arena, const struct environment_entry *environment,
	const char *command)
{
	*results = (struct results){ .arena = arena, .environment = environment, .command = command };
	results->last = &results->first;
}

void
results_add(struct results *results, struct row *row)
{
	row->next = NULL;
	*results->last = row;
	results->last = &row->next;
	results->count++;
}

bool
report_save(const struct results *results, void (*put)(const struct results *results, FILE *out),
	const char *path, struct error *error)
{
	struct printed text;

	if (!printed_open(&text))
		return error_no_memory(error);
	put(results, text.out);
	return printed_save(&text, path, error);
}

enum cache
row_cache(const struct row *row)
{
	return row->time[CACHE_COLD].samples ? CACHE_COLD : CACHE_HOT;
}

const struct statistics *
row_time(const struct row *row)
{
	const struct statistics *s = &row->time[row_cache(row)];

	return s->samples ? s : NULL;
}

bool
row_is_partial(const struct row *row)
{
	for (int c = 0; c < CACHE_COUNT; c++)
		if ((row->series[c].good.count || row->series[c].disturbed.count) && !row->series[c].complete)
			return true;
	return false;
}

double
row_bandwidth(const struct row *row, enum cache cache)
{
	return row->time[cache].samples ? row->bytes/row->time[cache].median : 0;
}

double
row_share(const struct row *row, enum reference_copy reference_copy, enum cache cache)
{
	return row->time[cache].samples ? row->reference_copy[reference_copy][cache]/row->time[cache].median : 0;
}

const char *
row_tunables(struct arena *arena, const struct row *row)
{
	const char *text = "";

	for (int c = 0; c < TUNABLE_COUNT; c++)
		if (row->tunables[c])
			text = arena_printf(arena, "%s%s%s=%d", text, *text ? " " : "", tunables[c].name,
				row->tunables[c]);
	return *text ? text : "-";
}

bool
row_same_problem(const struct row *a, const struct row *b)
{
	return !strcmp(a->stencil, b->stencil) && !strcmp(a->precision, b->precision) && !strcmp(a->mesh, b->mesh)
		&& !memcmp(a->size, b->size, sizeof a->size) && a->dim == b->dim && a->level == b->level
		&& a->padded == b->padded && a->probes == b->probes;
}

bool
row_same_access(const struct row *a, const struct row *b)
{
	return !strcmp(a->storage, b->storage) && !strcmp(a->access, b->access)
		&& !strcmp(a->decision, b->decision) && !strcmp(a->fields, b->fields) && !strcmp(a->levels, b->levels) && !strcmp(a->order, b->order);
}

/* Whether two rows differ in their blocks only, or, in a summary, in their tunables too. */
static bool
same_line(const struct results *results, const struct row *a, const struct row *b)
{
	return row_same_problem(a, b) && row_same_access(a, b) && !a->part && !b->part
		&& (results->summary || !memcmp(a->tunables, b->tunables, sizeof a->tunables));
}

static bool
is_right(const struct row *row)
{
	return row->outcome <= OUTCOME_VERIFIED;
}

/* Whether a row is to be shown rather than another: right before wrong, fast before slow, timed
 * before untimed, and else the earlier. */
static bool
is_better(const struct row *row, const struct row *other, bool earlier)
{
	const struct statistics *time = row_time(row), *others = row_time(other);

	if (is_right(row) != is_right(other))
		return is_right(row);
	if (!is_right(row) || (!time && !others))
		return earlier;
	if (!time || !others)
		return time != NULL;
	return time->median < others->median || (time->median == others->median && earlier);
}

/* The row of the program that a kernel is of, behind which it stands; NULL if there is none. */
static const struct row *
program_of(const struct results *results, const struct row *kernel)
{
	const struct row *program = NULL;

	for (const struct row *row = results->first; row != kernel; row = row->next)
		if (!row->part)
			program = row;
	return program && !strcmp(program->kernel, kernel->kernel) ? program : NULL;
}

double
row_share_of_program(const struct results *results, const struct row *row, enum cache cache)
{
	const struct row *program = row->part ? program_of(results, row) : NULL;
	double sum = 0;

	for (const struct row *r = program ? program->next : NULL; r && r->part; r = r->next)
		sum += r->time[cache].samples ? r->time[cache].median : 0;
	return sum > 0 && row->time[cache].samples ? row->time[cache].median/sum : 0;
}

bool
row_is_best(const struct results *results, const struct row *row)
{
	bool earlier = false;

	if (row->part && program_of(results, row))
		return row_is_best(results, program_of(results, row));
	for (const struct row *other = results->first; other; other = other->next) {
		if (other == row)
			earlier = true;
		else if (same_line(results, row, other) && !is_better(row, other, earlier))
			return false;
	}
	return true;
}

bool
row_is_fastest(const struct results *results, const struct row *row)
{
	const struct statistics *time = row_time(row);
	int rivals = 0;

	for (const struct row *other = results->first; time && !row->part && other; other = other->next) {
		const struct statistics *t = other == row || other->part || !row_same_problem(row, other) ? NULL
			: row_time(other);

		if (t && t->median < time->median)
			return false;
		rivals += t != NULL;
	}
	return rivals > 0;
}

int
row_count_blocks(const struct results *results, const struct row *row)
{
	int count = 0;

	for (const struct row *other = results->first; other; other = other->next)
		count += same_line(results, row, other) && other->outcome == row->outcome;
	return count;
}
