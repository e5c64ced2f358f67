#include "generator/emit/plane/column_sums.h"

#include "generator/plan/names.h"
#include "generator/text/wrap.h"
#include "generator/variants/defaults.h"

/* The names that all sums have before those of others, then others. */
static const char *
name_of_sum(const struct kernel *k, const struct field *field, const char *others)
{
	struct scope scope = scope_of_kernel(k->arena, k->plan, 2*k->plan->stencil->field_count);
	const char *name = "";

	for (int round = 0; round < (others ? 2 : 1); round++)
		for (const struct field *f = k->plan->stencil->fields; f; f = f->next) {
			const char *wanted = !round ? f->name : arena_printf(k->arena, "%s%s", f->name, others);
			const char *given = f->reduction ? scope_add(&scope, wanted) : "";

			name = f == field ? given : name;
		}
	return name;
}

const char *
column_sum_name(const struct kernel *k, const struct field *field)
{
	return name_of_sum(k, field, NULL);
}

/* Of two numbers, what a reduction makes of them. */
static const char *
reduced(struct arena *arena, enum reduction reduction, const char *first, const char *second)
{
	return reduction == REDUCTION_SUM ? arena_printf(arena, "%s + %s", first, second)
		: reduction == REDUCTION_MIN ? arena_printf(arena, "%s < %s ? %s : %s", second, first, second, first)
		: arena_printf(arena, "%s < %s ? %s : %s", first, second, second, first);
}

const char *
column_sum(const struct kernel *k, const struct field *field, const char *value)
{
	const char *both;

	if (!field->reduction)
		return value;
	both = reduced(k->arena, field->reduction, column_sum_name(k, field), value);
	return field->reduction == REDUCTION_SUM ? arena_printf(k->arena, "k == 0 ? %s : %s", value, both)
		: arena_printf(k->arena, "k == 0 || %s", both);
}

/* A sum, and the array of what columns of a block come to. */
struct sum {
	const struct field *field;
	const char *name, *columns;
};

/* A line for each sum. */
static const char *
of_each(const struct kernel *k, const char *(*line)(const struct kernel *k, const struct sum *sum))
{
	const char *text = "";

	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (f->reduction)
			text = join_lines(k->arena, text,
				line(k, &(struct sum){ f, column_sum_name(k, f), name_of_sum(k, f, "_columns") }));
	return text;
}

static const char *
declared(const struct kernel *k, const struct sum *sum)
{
	return arena_printf(k->arena, "%s %s = 0;", type_name(sum->field->type), sum->name);
}

static const char *
kept(const struct kernel *k, const struct sum *sum)
{
	return arena_printf(k->arena, "%s[c] = %s;", k->plan->names.fields[sum->field->index], sum->name);
}

static const char *
block_declared(const struct kernel *k, const struct sum *sum)
{
	return EXPAND(k, k->access, "block_sum", { "type", type_name(sum->field->type) }, { "columns", sum->columns });
}

static const char *
put(const struct kernel *k, const struct sum *sum)
{
	return arena_printf(k->arena, "%s[thread] = %s;", sum->columns, sum->name);
}

static const char *
paired(const struct kernel *k, const struct sum *sum)
{
	const char *first = arena_printf(k->arena, "%s[thread]", sum->columns);

	return arena_printf(k->arena, "%s = %s;", first,
		reduced(k->arena, sum->field->reduction, first, arena_printf(k->arena, "%s[thread + apart]", sum->columns)));
}

static const char *
block_kept(const struct kernel *k, const struct sum *sum)
{
	return arena_printf(k->arena, "%s[blockIdx.x] = %s[0];", k->plan->names.fields[sum->field->index], sum->columns);
}

const char *column_sums_declared(const struct kernel *k) { return of_each(k, declared); }
const char *column_sums_kept(const struct kernel *k) { return of_each(k, kept); }
const char *block_sums_declared(const struct kernel *k) { return of_each(k, block_declared); }
const char *block_sums_put(const struct kernel *k) { return of_each(k, put); }
const char *block_sums_paired(const struct kernel *k) { return of_each(k, paired); }
const char *block_sums_kept(const struct kernel *k) { return of_each(k, block_kept); }

bool
sums_blocks(const struct kernel *k)
{
	return variant_sums_blocks(k->plan, k->variant);
}
